/// Writes books as Markdown for people: a heading, a line of facts and the review of each.
///
/// Texts are escaped, so that a page shows them as they are stored. Private notes stay out.
package struct MarkdownBooks: BookDialect {
  package private(set) var report = FlattenReport()

  /// A page without books yet.
  package init() {}

  /// Appends the heading of the page.
  package mutating func appendHeader(into bytes: inout [UInt8]) {
    JSONWriter.append(literal: "# Books\n", into: &bytes)
  }

  /// Appends one book.
  package mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) -> Bool {
    report.written += 1
    let book = record.book
    bytes += "\n## ".utf8
    MarkdownText.append(line: book.title ?? "(no title)", into: &bytes)
    bytes += "\n\n".utf8
    for (index, fact) in facts(of: record).enumerated() {
      if index > 0 { bytes += " · ".utf8 }
      MarkdownText.append(line: fact, startsLine: index == 0, into: &bytes)
    }
    bytes += "\n".utf8
    if !record.tags.isEmpty {
      bytes += "\nTags: ".utf8
      MarkdownText.append(line: record.tags.joined(separator: ", "), into: &bytes)
      bytes += "\n".utf8
    }
    if let review = book.review {
      bytes += "\n".utf8
      MarkdownText.append(text: review, into: &bytes)
      bytes += "\n".utf8
    }
    return true
  }

  private func facts(of record: BookRecord) -> [String] {
    let book = record.book
    var facts = [([book.author].compactMap(\.self) + record.additionalAuthors).joined(separator: ", ")]
    facts += record.contributors.map { "\($0.name) (\($0.role))" }
    facts += record.series.map { place in place.number.map { "\(place.name) #\($0)" } ?? place.name }
    if let genre = book.genre, genre != Genre.uncategorized { facts.append(genre) }
    if let year = book.year { facts.append(String(year)) }
    if let stars = book.rating?.clamped, stars > 0 { facts.append(MarkdownBooks.stars(stars)) }
    if let status = book.status { facts.append(MarkdownBooks.words(status)) }
    facts += record.reads.map(MarkdownBooks.dates)
    return facts.filter { !$0.isEmpty }
  }

  /// `★★★★☆ 4`; the number tells the fractions.
  private static func stars(_ stars: Double) -> String {
    let full = Int(stars.rounded(.down))
    var number: [UInt8] = []
    JSONWriter.append(stars, into: &number)
    return String(repeating: "★", count: full) + String(repeating: "☆", count: 5 - full) + " "
      + String(decoding: number, as: UTF8.self)
  }

  private static func words(_ status: ReadingStatus) -> String {
    switch status {
    case .toRead: "to read"
    case .reading: "reading"
    case .read: "read"
    case .didNotFinish: "not finished"
    case .paused: "paused"
    }
  }

  private static func dates(of read: Read) -> String {
    let end = read.finished ?? read.stopped
    return [read.started?.text ?? "", end?.text ?? ""].filter { !$0.isEmpty }.joined(separator: " – ")
  }
}

/// Plain text as Markdown that shows it.
enum MarkdownText {
  /// What an escape rests on besides the byte itself.
  private enum Place {
    case lineStart
    /// Behind digits that begin the line, where a full stop would begin a list.
    case leadingNumber
    case inside
  }

  /// Appends text of one line; line ends become blanks.
  static func append(line text: String, startsLine: Bool = false, into bytes: inout [UInt8]) {
    var place = startsLine ? Place.lineStart : .inside
    for byte in text.utf8 { append(byte == 0x0A || byte == 0x0D ? 0x20 : byte, at: &place, into: &bytes) }
  }

  /// Appends text of several lines: an empty line parts paragraphs, any other line end is a break.
  static func append(text: String, into bytes: inout [UInt8]) {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      var place = Place.lineStart
      for byte in line.drop(while: { $0 == 0x20 || $0 == 0x09 }) { append(byte, at: &place, into: &bytes) }
      guard index + 1 < lines.count else { return }
      // A break needs text on both sides.
      if !line.isEmpty, !lines[index + 1].isEmpty { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(0x0A)
    }
  }

  private static let special = Set("\\`*_[]<&~".utf8)
  private static let specialAtStart = Set("#>+-=".utf8)

  private static func append(_ byte: UInt8, at place: inout Place, into bytes: inout [UInt8]) {
    let isListMark = byte == UInt8(ascii: ".") || byte == UInt8(ascii: ")")
    let needsEscape =
      special.contains(byte) || (place == .lineStart && specialAtStart.contains(byte))
      || (place == .leadingNumber && isListMark)
    if needsEscape { bytes.append(UInt8(ascii: "\\")) }
    bytes.append(byte)
    place = (0x30...0x39).contains(byte) && place != .inside ? .leadingNumber : .inside
  }
}
