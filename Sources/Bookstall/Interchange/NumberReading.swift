/// Reads cells that hold a whole number.
package enum NumberReading {
  /// The number of pages: the only one of the cell beside Roman numerals and words, such as 672 of `xlv; 672 ` and 345 of
  /// `xii, 345 p.`; 0 counts as blank.
  ///
  /// Of `2 v. (400, 350 p.)` nobody knows which number counts.
  package static func pages(_ cell: String) -> CellReading<Int> {
    if let pages = plain(cell) {
      return pages == 0 ? .blank : pages <= 1_000_000 ? .value(pages) : .unreadable
    }
    guard let text = TextNormalisation.line(cell) else { return .blank }
    guard let pages = PageCount.number(in: text) else { return .unreadable }
    guard (0...1_000_000).contains(pages) else { return .unreadable }
    return pages == 0 ? .blank : .value(pages)
  }

  /// A year, negative before the common era; 0 counts as blank, for there is no such year.
  package static func year(_ cell: String) -> CellReading<Int> {
    if let year = plain(cell) { return year == 0 ? .blank : year <= 9999 ? .value(year) : .unreadable }
    guard let text = TextNormalisation.line(cell) else { return .blank }
    var digits = Substring(text)
    let isNegative = digits.first == "-" || digits.first == "\u{2212}"
    if isNegative { digits.removeFirst() }
    guard !digits.contains(","), let year = whole(digits), year <= 9999 else { return .unreadable }
    return year == 0 ? .blank : .value(isNegative ? -year : year)
  }

  /// A count, where 0 is a count like any other.
  package static func count(_ cell: String) -> CellReading<Int> {
    if let count = plain(cell) { return .value(count) }
    guard let text = TextNormalisation.line(cell) else { return .blank }
    return whole(Substring(text)).map { .value($0) } ?? .unreadable
  }

  /// Whether a cell is a number with a decimal comma, such as `4,5`.
  package static func hasDecimalComma(_ cell: String) -> Bool {
    let parts = cell.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    guard parts.count == 2, (1...3).contains(parts[0].count), (1...2).contains(parts[1].count) else {
      return false
    }
    return parts.allSatisfy { $0.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// A number with a decimal comma, written with a point and without points between its thousands.
  package static func withDecimalPoint(_ cell: String) -> String {
    String(decoding: cell.utf8.filter { $0 != 0x2E }.map { $0 == 0x2C ? 0x2E : $0 }, as: UTF8.self)
  }

  /// The number of a cell that is one to nine digits and nothing else, as nearly every one is.
  private static func plain(_ cell: String) -> Int? {
    guard (1...9).contains(cell.utf8.count) else { return nil }
    var value = 0
    for byte in cell.utf8 {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    return value
  }

  /// Digits, grouped by commas in threes or not, with the `.0` that spreadsheets append.
  static func whole(_ text: Substring) -> Int? {
    var text = text
    if text.hasSuffix(".0") { text.removeLast(2) }
    let groups = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    var value = 0
    for (index, group) in groups.enumerated() {
      guard !group.isEmpty, groups.count == 1 || (index == 0 ? group.count <= 3 : group.count == 3) else {
        return nil
      }
      for byte in group {
        guard (0x30...0x39).contains(byte), value < 1_000_000_000 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
    }
    return value
  }
}
