/// Single values of a Bookmory document; as in a table, a bad one costs itself alone and is warned of.
struct BookmoryValues {
  private(set) var warnings: [ImportWarning] = []
  /// The members whose value could not be taken.
  private(set) var unreadable: Set<String> = []

  /// Notes that a value was left out; the document keeps it.
  mutating func warn(_ warning: ImportWarning) {
    warnings.append(warning)
    if case .unreadableNumber(let column, _) = warning { unreadable.insert(column) }
  }

  /// The day of a number of milliseconds since 1970; the app writes 0 or one from 8e12 on for none.
  mutating func day(_ value: JSON?, of name: String) -> Day? {
    guard let value, let text = BookmoryValues.name(of: value) else { return nil }
    if let milliseconds = value.number ?? Double(text) {
      if milliseconds == 0 || milliseconds >= 8e12 { return nil }
      if milliseconds >= 1 { return Day(daysSince1970: Int(milliseconds / 86_400_000)) }
    }
    warn(.unreadableDate(column: name, text: text))
    return nil
  }

  /// A number of pages; 0 stands for none.
  mutating func pages(_ value: JSON?, of name: String) -> Int? {
    guard let value, let text = BookmoryValues.name(of: value) else { return nil }
    if let pages = value.number {
      if pages == 0 { return nil }
      if (1...1_000_000).contains(pages) { return Int(pages) }
    }
    warn(.unreadableNumber(column: name, text: text))
    return nil
  }

  /// A rating in half steps; 0 stands for none.
  mutating func rating(_ value: JSON?, of name: String) -> Rating? {
    guard let value, let text = BookmoryValues.name(of: value) else { return nil }
    if let stars = value.number {
      if stars == 0 { return nil }
      if let rating = Rating(stars: stars) { return rating }
    }
    warn(.unreadableRating(column: name, text: text))
    return nil
  }

  /// A status by one of the app's words.
  mutating func status(_ value: JSON, of name: String) -> ReadingStatus? {
    guard let word = BookmoryValues.name(of: value) else { return nil }
    let status = StatusWords.status(word)
    if status == nil { warn(.unknownShelf(column: name, name: word)) }
    return status
  }

  /// A value on one line; nil for null and a blank text.
  static func name(of value: JSON) -> String? {
    if value == .null { return nil }
    if let text = value.text { return TextNormalisation.line(text) }
    var bytes: [UInt8] = []
    JSONWriter.append(value, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Day {
  /// The day that many days after 1970-01-01.
  fileprivate init?(daysSince1970 days: Int) {
    // Counted from 0000-03-01, so that leap days end a year: 146,097 days make 400 years.
    let sinceMarch = days + 719_468
    let era = sinceMarch / 146_097
    let dayOfEra = sinceMarch % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    self.init(year: year, month: month, day: dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
