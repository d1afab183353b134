internal import CSV

/// Kindle's `My Clippings.txt`: highlights, notes and bookmarks, from which come one book per title.
///
/// A clipping says nothing of status or rating. Each becomes a column of the book's record of the service:
/// what Kindle wrote above it, and its text; so a later file adds only the new ones. The words of highlights and
/// notes are the book's private notes as well.
struct KindleClippings: RowSource {
  static let service = "kindle"
  private static let separator = Array("==========".utf8)
  /// Far more than a device holds.
  private static let limit = 128 << 20

  var service: String { Self.service }
  let decoding: TextDecodingReport?
  private var books: [(row: CSVRecord, outcome: RowOutcome)]

  /// Whether a text begins with a title, a line of `- Your Highlight …`, and has the line between clippings.
  static func recognises(_ beginning: [UInt8]) -> Bool {
    let lines = beginning.prefix(1 << 16).split { $0 == 0x0A || $0 == 0x0D }
    let filled = lines.drop { line in !line.contains { $0 > 0x20 } || line.elementsEqual("\u{FEFF}".utf8) }
    guard filled.dropFirst().first?.starts(with: "- ".utf8) == true else { return false }
    return filled.contains { $0.elementsEqual(separator) }
  }

  /// Reads all clippings.
  init(_ text: DecodedText) throws {
    guard let bytes = try text.rest(limit: KindleClippings.limit) else {
      throw ImportError.recordTooLong(line: 1, limit: KindleClippings.limit)
    }
    var library = ClippedBooks()
    var lines: [String] = []
    var firstLine = 1
    var number = 0
    func endClipping(isCut: Bool = false) {
      guard lines.contains(where: { TextNormalisation.line($0) != nil }) else { return }
      number += 1
      library.add(lines, line: firstLine, number: number, isCut: isCut)
    }
    var lineNumber = 0
    for line in KindleClippings.lines(of: bytes) {
      lineNumber += 1
      if line.elementsEqual(KindleClippings.separator) {
        endClipping()
        lines = []
        firstLine = lineNumber + 1
      } else {
        lines.append(String(decoding: line, as: UTF8.self))
      }
    }
    // Every clipping ends in the line between them; of the last one's, a part will do.
    let endIsCut = lines.last.map { $0.hasPrefix("=") && $0.allSatisfy { $0 == "=" } } ?? false
    if endIsCut { lines.removeLast() }
    endClipping(isCut: !endIsCut)
    books = library.rows.reversed()
    decoding = text.report
    if books.isEmpty { throw ImportError.empty }
  }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? { books.popLast() }

  /// Reads one clipping by itself.
  static func outcome(ofClipping text: String) -> RowOutcome {
    var library = ClippedBooks()
    let lines = lines(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
    library.add(lines, line: 1, number: 1, isCut: false)
    return library.rows[0].outcome
  }

  /// The lines without their ends, be those LF, CR LF or CR, also one after the other in one file.
  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for place in bytes.indices where bytes[place] == 0x0A || bytes[place] == 0x0D {
      // The CR before it has ended the line.
      if bytes[place] == 0x0D || place == 0 || bytes[place - 1] != 0x0D { lines.append(bytes[start..<place]) }
      start = place + 1
    }
    return lines + [bytes[start...]]
  }
}

/// Clippings gathered by book, in the order in which the books turn up.
private struct ClippedBooks {
  private var books: [(row: CSVRecord, outcome: RowOutcome)] = []
  private var records: [BookRecord] = []
  private var places: [Int] = []
  private var known: [String: Int] = [:]
  private var columns: [[OtherColumns.Column]] = []
  private var texts: [[String: String]] = []

  var rows: [(row: CSVRecord, outcome: RowOutcome)] {
    var rows = books
    for place in records.indices {
      var record = records[place]
      record.book.privateNotes = KindleNotes.text(of: columns[place])
      record.services = [
        ServiceRecord(service: KindleClippings.service, serviceID: nil, other: OtherColumns(columns[place]))
      ]
      rows[places[place]].outcome = .book(record, [])
    }
    return rows
  }

  /// Takes the lines of one clipping: the book, what was clipped where and when, a blank line, the text.
  ///
  /// One that the file's end has cut is refused, so that its beginning doesn't stand beside the whole one later.
  mutating func add(_ lines: [String], line: Int, number: Int, isCut: Bool) {
    let lines = Array(lines.drop { TextNormalisation.line($0) == nil || $0 == "\u{FEFF}" })
    let row = CSVRecord(line: line, number: number, fields: lines)
    if isCut {
      books.append((row, .refused(.cutShort, [])))
      return
    }
    guard let heading = lines.first.flatMap(TextNormalisation.line),
      let mark = lines.dropFirst().first.flatMap(KindleMark.init)
    else {
      books.append((row, .refused(.noTitle, [])))
      return
    }
    let place: Int
    if let earlier = known[heading] {
      place = earlier
    } else {
      place = records.count
      known[heading] = place
      records.append(ClippedBooks.record(heading))
      columns.append([])
      texts.append([:])
      places.append(books.count)
      books.append((row, .skipped(.blankRow)))
    }
    let text = TextNormalisation.paragraphs(lines.dropFirst(2).joined(separator: "\n")) ?? ""
    // Two texts at one place and second are rare; each gets a name of its own.
    var name = mark.line
    var count = 1
    while let earlier = texts[place][name], earlier != text, count < 100 {
      count += 1
      name = "\(mark.line) (\(count))"
    }
    guard texts[place].updateValue(text, forKey: name) == nil else { return }
    columns[place].append(OtherColumns.Column(name: name, text: text))
  }

  private static func record(_ heading: String) -> BookRecord {
    let (name, author) = KindleMark.parted(heading)
    let (title, series) = TitleSeries.split(name)
    var record = BookRecord(book: Book(readTitle: title))
    record.series = series
    var people = People()
    for part in author?.split(separator: ";") ?? [] {
      people.add(PersonNames.turned(String(part)), role: nil)
    }
    record.book.author = people.authors.first
    record.additionalAuthors = Array(people.authors.dropFirst())
    record.book.genre = Genre.uncategorized
    return record
  }
}
