// A bad optional cell costs the cell, never the book: it is warned of and kept among the other columns.
extension RowCells {
  /// Text on one line, such as a title.
  package mutating func line(_ column: HeaderMap.Column?) -> String? {
    take(column).flatMap(TextNormalisation.line)
  }

  /// The plain text of a review written in HTML; markup that it can't give back has the cell kept.
  package mutating func plainText(_ column: HeaderMap.Column?) -> String? {
    guard let cell = take(column) else { return nil }
    let text = TextNormalisation.paragraphs(HTMLText.text(cell))
    if HTMLText.html(text ?? "") != TextNormalisation.paragraphs(cell) { keep(column) }
    return text
  }

  /// The parts of a cell between commas, such as tags, each on one line.
  package mutating func list(_ column: HeaderMap.Column?) -> [String] {
    guard let cell = take(column) else { return [] }
    return cell.split(separator: ",").compactMap { TextNormalisation.line(String($0)) }
  }

  /// A rating; nil where not rated.
  ///
  /// In a column that counts to ten or a hundred each number is brought to five, and kept as it stands; so it is where
  /// the column's name says how far it counts.
  mutating func rating(_ column: HeaderMap.Column?, outOf whole: Int, stated: StatedScale?) -> Rating? {
    if let stated, let cell = glance(column), let reading = stated.rating(cell) {
      if stated.whole != 5, case .value(let rating) = reading { return rating }
      return value(column, { _ in reading }, warning: { .unreadableRating(column: $0, text: $1) })
    }
    return rating(column, outOf: whole, isStated: stated != nil)
  }

  /// The same in a column whose name says nothing of that.
  package mutating func rating(
    _ column: HeaderMap.Column?, outOf whole: Int = 5, isStated: Bool = false
  ) -> Rating? {
    if whole > 5, let column, let cell = glance(column),
      let number = RatingReading.number(cell, upTo: whole)
    {
      let reading = RatingReading.rating(number, outOf: whole)
      if case .value(let rating) = reading {
        warnings.append(.scaledRatings(column: column.name, outOf: whole, text: cell, rating: rating))
        return rating
      }
      return value(column, { _ in reading }, warning: { .unreadableRating(column: $0, text: $1) })
    }
    let rating = value(column, RatingReading.rating) { .unreadableRating(column: $0, text: $1) }
    if rating == nil, whole == 5, !isStated, let column, let cell = glance(column),
      RatingReading.isOfOtherScale(cell)
    {
      warnings.append(.ratingScale(column: column.name, text: cell))
    }
    return rating
  }

  /// A calendar day.
  package mutating func day(_ column: HeaderMap.Column?, _ dates: DateReading) -> Day? {
    value(column, dates.day) {
      dates.isUndecided($1) ? .undecidedDate(column: $0, text: $1) : .unreadableDate(column: $0, text: $1)
    }
  }

  /// A number of pages.
  package mutating func pages(_ column: HeaderMap.Column?) -> Int? {
    value(column, NumberReading.pages) { .unreadableNumber(column: $0, text: $1) }
  }

  /// A year.
  package mutating func year(_ column: HeaderMap.Column?) -> Int? {
    value(column, NumberReading.year) { .unreadableNumber(column: $0, text: $1) }
  }

  /// A count.
  package mutating func count(_ column: HeaderMap.Column?) -> Int? {
    value(column, NumberReading.count) { .unreadableNumber(column: $0, text: $1) }
  }

  /// The first valid ISBN of several columns; a repaired one only where none is valid.
  package mutating func isbn13(_ columns: HeaderMap.Column?...) -> String? {
    var valid: String?
    var repaired: String?
    for case let column? in columns {
      guard let cell = take(column) else { continue }
      switch ISBN.reading(cell) {
      case .blank:
        break
      case .valid(let digits):
        valid = valid ?? digits
        if valid != digits { keep(column) }
      case .repaired(let digits):
        repaired = repaired ?? digits
        warnings.append(.repairedISBN(column: column.name, text: cell, isbn13: digits))
        keep(column)
      case .rounded:
        warnings.append(.roundedISBN(column: column.name, text: cell))
        keep(column)
      case .invalid:
        warnings.append(.unreadableISBN(column: column.name, text: cell))
        keep(column)
      }
    }
    return valid ?? repaired
  }

  private mutating func value<Value: Hashable & Sendable>(
    _ column: HeaderMap.Column?, _ read: (String) -> CellReading<Value>,
    warning: (String, String) -> ImportWarning
  ) -> Value? {
    guard let column, let cell = take(column) else { return nil }
    switch read(cell) {
    case .blank:
      return nil
    case .value(let value):
      return value
    case .unreadable:
      warnings.append(warning(column.name, cell))
      keep(column)
      return nil
    }
  }
}
