internal import Archives
internal import CSV

/// Bookmory's backup: an SQLite table of JSON documents, among them the books.
///
/// Times are milliseconds without a zone, so their day is that of universal time wherever this runs.
struct BookmoryBackup: RowSource {
  static let service = "bookmory"
  var service: String { Self.service }
  let decoding: TextDecodingReport? = nil
  private var rows: [(row: CSVRecord, outcome: RowOutcome)] = []

  /// Reads all books of the database.
  ///
  /// Throws `ImportError.damagedBackup` where it is no database of Bookmory.
  init(database: [UInt8]) throws(ImportError) {
    let entries: [[String?]]
    do {
      entries = try DatabaseFile.rows(
        of: "entry", columns: ["store", "key", "value", "deleted"], in: database)
    } catch {
      throw .damagedBackup(service: BookmoryBackup.service)
    }
    var notes = BookmoryNotes(
      booksWithKeys: Set(
        entries.lazy.filter { $0[0] == "books" && !BookmoryBackup.isDeleted($0) }.compactMap { $0[1] }))
    for cells in entries where cells[0] == "notes" && !BookmoryBackup.isDeleted(cells) { notes.take(cells) }
    for cells in entries {
      let fields = cells.map { $0 ?? "" }
      let outcome: RowOutcome
      switch cells[0] {
      case "books":
        let notes = notes.ofBook[fields[1]] ?? []
        outcome = BookmoryBook.outcome(
          key: fields[1], document: fields[2], notes: notes, isDeleted: BookmoryBackup.isDeleted(cells))
      // A note that a book has taken is no row of its own.
      case "notes" where !notes.taken.contains(fields[1]):
        outcome = .skipped(.notABook(kind: "note", title: nil))
      default: continue
      }
      let number = rows.count + 1
      // A refused document comes back by itself, so its key goes with it.
      rows.append((CSVRecord(line: number, number: number, fields: [fields[1], fields[2]]), outcome))
    }
    rows.reverse()
  }

  /// Reads the document of one book by itself, with its key on a line before it unless that was lost.
  static func outcome(ofDocument text: String) -> RowOutcome {
    let text = TextNormalisation.paragraphs(text) ?? ""
    let lineEnd = text.hasPrefix("{") ? nil : text.firstIndex(of: "\n")
    let key = lineEnd.map { String(text[..<$0]) } ?? ""
    let document = lineEnd.map { String(text[text.index(after: $0)...]) } ?? text
    return BookmoryBook.outcome(key: key, document: document, notes: [], isDeleted: false)
  }

  private static func isDeleted(_ cells: [String?]) -> Bool { ![nil, "", "0"].contains(cells[3]) }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? { rows.popLast() }
}

/// One book of a Bookmory backup.
private struct BookmoryBook {
  private let document: JSON

  static func outcome(key: String, document text: String, notes: [BookmoryNote], isDeleted: Bool)
    -> RowOutcome
  {
    guard let document = (try? JSON(text))?.withoutNULs, case .object = document else {
      return isDeleted ? .skipped(.deletedInSource(title: nil)) : .refused(.damaged, [])
    }
    let book = BookmoryBook(document: document)
    let title = document["title"]?.text.flatMap(TextNormalisation.line)
    if isDeleted { return .skipped(.deletedInSource(title: title)) }
    guard let title else { return .refused(.noTitle, []) }
    var (record, warnings) = book.record(titled: title, key: key)
    let texts = notes.compactMap(\.text)
    record.book.privateNotes = texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    for note in notes { record.services[0].other.columns.append(note.column) }
    return .book(record, warnings)
  }

  private func record(titled name: String, key: String) -> (record: BookRecord, warnings: [ImportWarning]) {
    var values = BookmoryValues()
    let (title, series) = TitleSeries.split(name)
    var record = BookRecord(book: Book(readTitle: title))
    record.series = series
    var people = People()
    for name in document["authors"]?.elements ?? [] {
      if let name = name.text.flatMap(TextNormalisation.line) { people.add(name, role: nil) }
    }
    if people.authors.isEmpty, let name = document["author"]?.text.flatMap(TextNormalisation.line) {
      people.add(name, role: nil)
    }
    record.book.author = people.authors.first
    record.additionalAuthors = Array(people.authors.dropFirst())
    record.book.pages = pages(&values)
    record.book.dateAdded = values.day(document["created_at"], of: "created_at")
    record.book.publisher = document["publisher"]?.text.flatMap(TextNormalisation.line)
    record.book.isbn13 = isbn13(&values)
    if let cell = document["status_list"].flatMap({ $0.elements ?? [$0] })?.last {
      record.book.status = values.status(cell, of: "status_list")
      if record.book.status == nil, let name = BookmoryValues.name(of: cell) { record.tags = [name] }
    }
    readReads(into: &record, &values)
    record.book.genre = Genre.uncategorized
    let id = TextNormalisation.line(key)
    let other = others(besides: values.unreadable)
    record.services = [ServiceRecord(service: BookmoryBackup.service, serviceID: id, other: other)]
    return (record, values.warnings)
  }

  private func isbn13(_ values: inout BookmoryValues) -> String? {
    let cells = ["isbn13", "isbn_13", "isbn", "isbn10"].compactMap { name in
      document[name].flatMap(BookmoryValues.name).map { (name, $0) }
    }
    let found = cells.lazy.compactMap { ISBN.normalised13($0.1) }.first
    if found == nil { for (name, text) in cells { values.warn(.unreadableISBN(column: name, text: text)) } }
    return found
  }

  /// 100 is what the app puts in where it knows nothing.
  private func pages(_ values: inout BookmoryValues) -> Int? {
    values.pages(document["real_total_page"], of: "real_total_page")
      ?? values.pages(document["total_page"], of: "total_page").flatMap { $0 == 100 ? nil : $0 }
  }

  private func readReads(into record: inout BookRecord, _ values: inout BookmoryValues) {
    var finished = 0
    var reads: [Read] = []
    let cell = document["reads"]
    if let cell, cell.elements == nil, let text = BookmoryValues.name(of: cell) {
      values.warn(.unreadableDate(column: "reads", text: text))
    }
    for element in cell?.elements ?? [] {
      let status = element["status"].flatMap { values.status($0, of: "status") }
      var read = Read(started: values.day(element["start"], of: "start"))
      let end = values.day(element["end"], of: "end")
      switch status {
      case .didNotFinish: read.stopped = end
      case .read, nil: read.finished = end
      // A reading that goes on or rests has no end yet; the document keeps whatever stands there.
      case .toRead, .reading, .paused: break
      }
      read.rating = values.rating(element["star"], of: "star")
      if status == .read || read.finished != nil { finished += 1 }
      if read.latest != nil || read.rating != nil { reads.append(read) }
    }
    record.reads = Read.chronological(reads)
    record.book.rating = record.reads.last { $0.rating != nil }?.rating
    if let status = record.book.status {
      record.book.readCount = status == .read ? max(finished, 1) : finished
    }
  }

  private static let told: Set<String> = ["title", "authors", "total_page", "real_total_page"]

  /// What the record doesn't tell, as the document has it.
  private func others(besides unreadable: Set<String>) -> OtherColumns {
    guard case .object(let members) = document else { return OtherColumns([]) }
    let told = BookmoryBook.told.subtracting(unreadable)
    var columns: [OtherColumns.Column] = []
    for member in members where !told.contains(member.name) {
      if let text = member.value.text {
        if !text.isEmpty { columns.append(OtherColumns.Column(name: member.name, text: text)) }
      } else if member.value != .null {
        var bytes: [UInt8] = []
        JSONWriter.append(member.value, into: &bytes)
        columns.append(OtherColumns.Column(name: member.name, text: String(decoding: bytes, as: UTF8.self)))
      }
    }
    return OtherColumns(columns)
  }
}
