// What other services' cells hold beyond single values; as there, a bad cell costs the cell alone.
extension RowCells {
  /// The people of a cell; it is kept where their names don't give it back.
  mutating func people(_ column: HeaderMap.Column?, _ style: PeopleStyle) -> [(name: String, role: String?)] {
    guard let cell = take(column) else { return [] }
    let people = style.people(in: cell)
    keep(column, unlessEqualTo: people.map(\.name).joined(separator: ", "))
    return people
  }

  /// The entries of a list; the cell is kept where they don't give it back.
  mutating func items(_ column: HeaderMap.Column?, _ style: ListStyle) -> [String] {
    guard let cell = take(column) else { return [] }
    let items = style.items(of: cell)
    keep(column, unlessEqualTo: items.joined(separator: ", "))
    return items
  }

  /// Text of several lines without markup, or with markup that stays.
  mutating func paragraphs(_ column: HeaderMap.Column?) -> String? {
    take(column).flatMap(TextNormalisation.paragraphs)
  }

  /// Text with its markup taken out if it has any; then the cell is kept too.
  mutating func withoutMarkup(_ column: HeaderMap.Column?) -> String? {
    guard let cell = take(column) else { return nil }
    let text = TextNormalisation.paragraphs(HTMLText.text(cell))
    let plain = TextNormalisation.paragraphs(cell)
    if text != plain, HTMLText.html(text ?? "") != plain { keep(column) }
    return text
  }

  /// A number of pages, where a point may part the thousands.
  mutating func pages(_ column: HeaderMap.Column?, hasDecimalCommas: Bool) -> Int? {
    guard hasDecimalCommas, let cell = take(column) else { return pages(column) }
    guard case .value(let pages) = NumberReading.pages(NumberReading.withDecimalPoint(cell)) else {
      return pages(column)
    }
    return pages
  }

  /// The year of a cell that holds a year or a date; a date is kept for its day.
  ///
  /// A moment under a mere `Date` is when the row was written, which says nothing of the book.
  mutating func yearOfDate(_ column: HeaderMap.Column?, _ dates: DateReading) -> Int? {
    guard let column, let cell = take(column) else { return nil }
    if column.name.lowercased() == "date", cell.utf8.contains(UInt8(ascii: ":")) {
      keep(column)
      return nil
    }
    if case .value(let year) = NumberReading.year(cell) { return year }
    switch dates.day(cell) {
    case .value(let day):
      keep(column)
      return day.year
    case .blank, .unreadable:
      return year(column)
    }
  }

  /// The two days of `start → end`, either of which may be missing; a day by itself is the end.
  mutating func days(_ column: HeaderMap.Column?, _ dates: DateReading) -> (start: Day?, end: Day?) {
    guard let cell = take(column) else { return (nil, nil) }
    for mark in ["\u{2192}", "->", " - ", " \u{2013} ", " ~ "] {
      guard let range = cell.firstRange(of: mark) else { continue }
      let sides = [
        dates.day(String(cell[..<range.lowerBound])), dates.day(String(cell[range.upperBound...])),
      ]
      if sides.contains(.unreadable) || sides == [.blank, .blank] { continue }
      let days = sides.map { if case .value(let day) = $0 { day } else { Day?.none } }
      return (days[0], days[1])
    }
    return (nil, day(column, dates))
  }

  /// Keeps a date for its time of day.
  mutating func keepClock(_ column: HeaderMap.Column?) {
    if glance(column)?.utf8.contains(UInt8(ascii: ":")) == true { keep(column) }
  }
}
