internal import CSV

/// The notebook of one book that Kindle's apps send: a title block, and a table of annotations below it.
///
/// As with clippings, each annotation becomes a column of the book's record of the service.
struct KindleNotebook: RowSource {
  var service: String { KindleClippings.service }
  let columns: [String]
  let isTable = false
  let headerLine: Int
  var decoding: TextDecodingReport? { text.report }
  private let text: DecodedText
  private var row: (row: CSVRecord, outcome: RowOutcome)?

  /// Whether a text begins with the line above the title.
  static func recognises(_ beginning: [UInt8]) -> Bool {
    let line = beginning.prefix(200).drop { $0 == UInt8(ascii: "\"") || $0 <= 0x20 }
    return line.starts(with: "Your Kindle Notes For".utf8)
  }

  /// Reads the whole notebook.
  init(_ text: DecodedText) throws {
    self.text = text
    var reader = try CSVReader.sniffing(read: text.nextChunk)
    var heading: [String] = []
    var header: CSVRecord?
    var notes: [OtherColumns.Column] = []
    var counts: [String: Int] = [:]
    while let record = try KindleNotebook.next(&reader) {
      if header != nil {
        if let note = KindleNotebook.note(record.fields, &counts) { notes.append(note) }
      } else if record.fields.contains("Annotation") {
        header = record
      } else if let line = record.fields.first.flatMap(TextNormalisation.line), heading.count < 20 {
        heading.append(line)
      }
    }
    columns = header?.fields ?? []
    headerLine = header?.line ?? 1
    let texts = heading + notes.flatMap { [$0.name, $0.text] }
    let first = CSVRecord(line: 1, number: 1, fields: texts)
    row = (first, KindleNotebook.outcome(heading, notes))
  }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? {
    defer { row = nil }
    return row
  }

  private static func next(_ reader: inout CSVReader) throws -> CSVRecord? {
    do {
      return try reader.next()
    } catch CSVError.recordTooLong(let line, let limit) {
      throw ImportError.recordTooLong(line: line, limit: limit)
    }
  }

  /// The title stands below the first line, `by` and the authors below that.
  private static func outcome(_ heading: [String], _ notes: [OtherColumns.Column]) -> RowOutcome {
    guard heading.count > 1 else { return .refused(.noTitle, []) }
    let (title, series) = TitleSeries.split(heading[1])
    var record = BookRecord(book: Book(readTitle: title))
    record.series = series
    var people = People()
    if heading.count > 2, heading[2].hasPrefix("by ") {
      for (name, role) in PeopleStyle.typed.people(in: String(heading[2].dropFirst(3))) {
        people.add(name, role: role)
      }
    }
    record.book.author = people.authors.first
    record.additionalAuthors = Array(people.authors.dropFirst())
    record.contributors = people.contributors
    record.book.genre = Genre.uncategorized
    record.book.privateNotes = KindleNotes.text(of: notes)
    if !notes.isEmpty {
      record.services = [
        ServiceRecord(service: KindleClippings.service, serviceID: nil, other: OtherColumns(notes))
      ]
    }
    return .book(record, [])
  }

  /// The last cell under the name that the others make; the same place may have several.
  private static func note(_ fields: [String], _ counts: inout [String: Int]) -> OtherColumns.Column? {
    guard let text = fields.last.flatMap(TextNormalisation.paragraphs) else { return nil }
    let place = fields.dropLast().compactMap(TextNormalisation.line).joined(separator: " | ")
    let count = counts[place, default: 0] + 1
    counts[place] = count
    let name = count == 1 ? place : "\(place) (\(count))"
    return OtherColumns.Column(name: name, text: text)
  }
}
