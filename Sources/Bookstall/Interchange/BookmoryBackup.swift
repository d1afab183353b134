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
      rows.append((CSVRecord(line: number, number: number, fields: [fields[2]]), outcome))
    }
    rows.reverse()
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
    var record = book.record(titled: title, key: key)
    let texts = notes.compactMap(\.text)
    record.book.privateNotes = texts.isEmpty ? nil : texts.joined(separator: "\n\n")
    for note in notes { record.services[0].other.columns.append(note.column) }
    return .book(record, [])
  }

  private init(document: JSON) {
    self.document = document
  }

  private func record(titled name: String, key: String) -> BookRecord {
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
    record.book.pages = pages
    record.book.dateAdded = BookmoryBook.day(document["created_at"])
    record.book.publisher = document["publisher"]?.text.flatMap(TextNormalisation.line)
    record.book.isbn13 =
      ["isbn13", "isbn_13", "isbn", "isbn10"].lazy.compactMap { document[$0]?.text }
      .compactMap(ISBN.normalised13).first
    record.book.status = document["status_list"]?.elements?.last?.text.flatMap(StatusWords.status)
    readReads(into: &record)
    record.book.genre = Genre.uncategorized
    let id = TextNormalisation.line(key)
    record.services = [ServiceRecord(service: BookmoryBackup.service, serviceID: id, other: others)]
    return record
  }

  /// 100 is what the app puts in where it knows nothing.
  private var pages: Int? {
    func number(_ name: String) -> Int? {
      guard let value = document[name]?.number, (1...1_000_000).contains(value) else { return nil }
      return Int(value)
    }
    return number("real_total_page") ?? number("total_page").flatMap { $0 == 100 ? nil : $0 }
  }

  private func readReads(into record: inout BookRecord) {
    var finished = 0
    var reads: [Read] = []
    for element in document["reads"]?.elements ?? [] {
      let status = element["status"]?.text.flatMap(StatusWords.status)
      var read = Read(started: BookmoryBook.day(element["start"]))
      let end = BookmoryBook.day(element["end"])
      switch status {
      case .didNotFinish: read.stopped = end
      case .read, nil: read.finished = end
      // A reading that goes on or rests has no end yet; the document keeps whatever stands there.
      case .toRead, .reading, .paused: break
      }
      read.rating = element["star"]?.number.flatMap(Rating.init(stars:))
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
  private var others: OtherColumns {
    guard case .object(let members) = document else { return OtherColumns([]) }
    var columns: [OtherColumns.Column] = []
    for member in members where !BookmoryBook.told.contains(member.name) {
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

  /// The day of a number of milliseconds since 1970; the app writes one beyond 8e12 for none.
  private static func day(_ value: JSON?) -> Day? {
    guard let milliseconds = value?.number, (1..<8e12).contains(milliseconds) else { return nil }
    return Day(daysSince1970: Int(milliseconds / 86_400_000))
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
