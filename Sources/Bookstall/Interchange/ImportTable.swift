internal import CSV
internal import Glibc

/// A file of rows with its service recognised and its header read.
struct ImportTable {
  let formatType: any ServiceFormat.Type
  let header: [String]
  let headerLine: Int
  private var reader: CSVReader
  /// Rows that were read ahead, last first, with the hashes of their bytes.
  private var ahead: [HashedRow] = []
  /// How many rows were read and not taken yet.
  var rowsAhead: Int { ahead.count }
  /// A row that was read to see whether it goes on with the one before it.
  private var held: HashedRow?
  /// The number of the record behind which the file ends without a line end.
  private var unendedRecord: Int?
  /// Whether a spreadsheet has put each whole row into one quoted cell.
  private let isWrapped: Bool
  private let decoder: DecodedText

  /// The services whose tables are known, in the order in which they are tried.
  static let formats: [any ServiceFormat.Type] = [
    OwnCSVFormat.self, Goodreads.self, StoryGraph.self, LibraryThing.self, BookWyrm.self, Hardcover.self,
    Libib.self, Openreads.self, OpenLibrary.self, ReadingList.self, Calibre.self, Literal.self, Notion.self,
    GenericTable.self,
  ]

  private typealias HashedRow = (record: CSVRecord, hash: UInt64)

  /// A title block may stand before the header, but not a long one.
  private static let headerSearch = 20

  /// How many cells a full row has; unnamed columns at the end don't count.
  private var cellCount: Int { (header.lastIndex { !TextNormalisation.isBlank($0) } ?? -1) + 1 }
  /// How the rows are written.
  var dialect: CSVDialect { reader.dialect }
  /// Whether semicolons stand between the cells.
  var hasSemicolons: Bool { reader.dialect.delimiter == CSVDialect.semicolon.delimiter }

  /// What the bytes were taken for.
  var decoding: TextDecodingReport { decoder.report }

  /// Reads up to the header.
  ///
  /// With mapped columns any header will do that has them. Throws `ImportError`.
  init(_ text: DecodedText, format name: String?, map: ColumnMap) throws {
    let candidates = try ImportTable.candidates(name)
    decoder = text
    let isBinary = OtherFile.isBinary(try text.beginning())
    reader = try CSVReader.sniffing(read: text.nextChunk)
    var columns: [String]?
    for _ in 0..<ImportTable.headerSearch {
      guard
        let (record, hasQuotes) = try reader.nextOrImportError({ (CSVRecord($0), $0.text.first == 0x22) })
      else { break }
      let inner = try record.unwrapped(dialect: reader.dialect)
      for (row, isWrapped) in [(record, false), (inner, true)] {
        guard let fields = row?.fields else { continue }
        if name == nil, map.isEmpty {
          if let service = OtherService(header: fields) { throw ImportError.otherService(service) }
          if OtherService.isViewing(fields, rows: reader.unreadBytes) {
            throw ImportError.otherService(.netflix)
          }
        }
        guard let format = ImportTable.format(of: fields, among: candidates, isNamed: name != nil, map: map)
        else { continue }
        if fields.contains(where: ImportTable.hasOddLineEnd) { throw ImportError.oddLineEnds }
        self.isWrapped = isWrapped
        header = fields
        headerLine = record.line
        formatType = format
        reader.expectedFieldCount = record.fields.count
        if reader.dialect == .tab {
          reader.dialect.quoting =
            format.quotesTabbedCells || hasQuotes || fields.contains(RefusedRows.rowColumn)
            || TabbedQuotes.areUsed(in: reader.unreadBytes, header: fields)
        }
        return
      }
      if columns == nil || (columns?.count == 1 && record.fields.count > 1) { columns = record.fields }
    }
    guard let columns else { throw ImportError.empty }
    if isBinary { throw ImportError.otherFile(.binary) }
    if let name = map.keys.sorted().first(where: { HeaderMap(columns)[$0] == nil }) {
      throw ImportError.missingColumn(name: name, found: columns, rows: 0)
    }
    throw ImportError.unknownTable(columns: columns)
  }

  /// One row of the table, or as much of it as is needed.
  enum Row {
    /// The row itself, and its digest among the rows that are read in the same way.
    case new(CSVRecord, digest: UInt64)
    /// A row that a book of the store holds already.
    case known(book: Int64)
  }

  /// The next row after the header.
  mutating func next(_ digest: RowDigest, unless known: KnownRows) throws -> Row? {
    if let row = ahead.popLast() {
      let number = digest.digest(of: row.hash)
      return known[number].map { .known(book: $0) } ?? .new(row.record, digest: number)
    }
    if rowsMayBreak {
      guard let row = try nextWhole() else { return nil }
      let number = digest.digest(of: row.hash)
      return known[number].map { .known(book: $0) } ?? .new(row.record, digest: number)
    }
    var hasLineEnd = true
    let width = header.count
    let row = try reader.nextOrImportError { view -> Row in
      hasLineEnd = view.hasLineEnd
      let number = digest.digest(of: RowDigest.hash(view.text))
      if let book = known[number] { return .known(book: book) }
      return .new(CSVRecord(view, under: width), digest: number)
    }
    guard case .new(let record, let number) = row else { return row }
    if !hasLineEnd { unendedRecord = record.number }
    return .new(try unwrapped(record), digest: number)
  }

  /// Reads up to a number of rows ahead, for a look before the first one is taken.
  mutating func lookAhead(_ count: Int) throws -> [CSVRecord] {
    var rows: [HashedRow] = []
    while rows.count < count, let row = try rowsMayBreak ? nextWhole() : scanned() { rows.append(row) }
    ahead = rows.reversed()
    return rows.map(\.record)
  }

  /// Whether the file ends within a row: no line end behind it, and cells missing.
  ///
  /// Tables that people make by hand end so, too, and their short rows are whole.
  func isCut(_ row: CSVRecord) -> Bool {
    guard row.number == unendedRecord, formatType != GenericTable.self else { return false }
    if row.fields.count < cellCount { return true }
    guard formatType == OwnCSVFormat.self, let last = row.fields.last else { return false }
    // A cut between two doubled quotes leaves a cell that is closed, and its list open.
    return row.hasUnclosedQuote || last.hasPrefix("[") && (try? JSON(last)) == nil
  }

  private mutating func scanned() throws -> HashedRow? {
    var hasLineEnd = true
    let width = header.count
    let row = try reader.nextOrImportError { view in
      hasLineEnd = view.hasLineEnd
      return (record: CSVRecord(view, under: width), hash: RowDigest.hash(view.text))
    }
    guard let row else { return nil }
    if !hasLineEnd { unendedRecord = row.record.number }
    return (try unwrapped(row.record), row.hash)
  }

  // MARK: Rows in several lines

  /// Whether a line break in a text breaks its row, as where nothing is quoted.
  private var rowsMayBreak: Bool { formatType == LibraryThing.self && !reader.dialect.quoting }

  /// A row with the lines that go on with it, as those do that do not begin with a number of a book.
  private mutating func nextWhole() throws -> HashedRow? {
    guard var row = try held ?? scanned() else { return nil }
    held = nil
    var line = row.record.line
    while row.record.fields.count < header.count, let next = try scanned() {
      let cells = next.record.fields
      guard row.record.fields.count + cells.count - 1 <= header.count,
        cells.count == 1 || !LibraryThing.isBookID(cells[0])
      else {
        held = next
        break
      }
      let breaks = String(repeating: "\n", count: next.record.line - line)
      line = next.record.line
      var fields = row.record.fields
      fields[fields.count - 1] += breaks + cells[0]
      if next.record.number == unendedRecord { unendedRecord = row.record.number }
      row.record = CSVRecord(
        line: row.record.line, number: row.record.number, fields: fields + cells.dropFirst(),
        problems: row.record.problems)
      row.hash = row.hash &* 31 ^ next.hash
    }
    return row
  }

  /// The row within the only cell, where a spreadsheet has put it there.
  private func unwrapped(_ record: CSVRecord) throws -> CSVRecord {
    // A spreadsheet may have left the header alone; a single cell with a whole row in it is no chance, unless a quote has
    // made it.
    guard record.fields.count == 1, isWrapped || header.count > 2 && record.problems.isEmpty,
      let inner = try record.unwrapped(dialect: reader.dialect),
      isWrapped || inner.fields.count == header.count
    else { return record }
    return inner
  }

  /// Whether a cell has a character in it that ends lines nowhere but in texts of some programs: NEL, U+2028, U+2029.
  private static func hasOddLineEnd(_ cell: String) -> Bool {
    cell.unicodeScalars.contains { [0x85, 0x2028, 0x2029].contains($0.value) }
  }

  /// The format of a header; our own columns of a table of refused rows say nothing of where the rows came from.
  static func format(
    of header: [String], among candidates: [any ServiceFormat.Type] = formats, isNamed: Bool = false,
    map: ColumnMap = [:]
  ) -> (any ServiceFormat.Type)? {
    let own = header.filter { !RefusedRows.isOurs($0) }
    if isNamed || mayBeHeader(own),
      let format = candidates.first(where: { isNamed || $0.recognises(header: own) })
    {
      return format
    }
    return !map.isEmpty && HeaderMap(header).hasAll(map.keys) ? GenericTable.self : nil
  }

  /// Whether a row has any name by which headers are known.
  ///
  /// A glance that spares the lines of a text, and of thousands of texts in an archive, a close look by each format.
  private static func mayBeHeader(_ row: [String]) -> Bool {
    row.contains { $0.utf8.count < 100 && marks.contains(HeaderMap.cleaned($0).lowercased()) }
  }

  private static let marks = Set(formats.flatMap { $0.marks }.map { $0.lowercased() })

  private static func candidates(_ name: String?) throws -> [any ServiceFormat.Type] {
    guard let name else { return formats }
    guard let format = formats.first(where: { $0.service == name }) else {
      throw ImportError.unknownFormat(name: name, known: formats.map { $0.service })
    }
    return [format]
  }

  /// Recognises files that are no tables by the first bytes of their text.
  static func refuseOtherFiles(_ bytes: [UInt8]) throws {
    let text = bytes.prefix(256).drop { $0 <= 0x20 }
    guard !text.isEmpty else {
      if bytes.count < 256 { throw ImportError.empty }
      return
    }
    if bytes.starts(with: [0xC3, 0x90, 0xC3, 0x8F]) || bytes.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw ImportError.workbook
    }
    let lowered = text.prefix(16).map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 }
    if lowered.starts(with: "<!doctype".utf8) || lowered.starts(with: "<html".utf8) {
      throw ImportError.webPage
    }
  }
}

extension CSVRecord {
  /// A row out of a reader's buffer; one too long keeps its text, to be written as it came if it is refused.
  fileprivate init(_ view: CSVRecordView, under width: Int) {
    self.init(view, keepsText: view.count > width && !view.isEmpty(at: view.count - 1))
  }

  /// Whether a quote of the row is open where the file ends.
  fileprivate var hasUnclosedQuote: Bool {
    problems.contains { if case .unclosedQuote(_, _, nil) = $0 { true } else { false } }
  }
}

extension CSVReader {
  /// The next record, with the reader's own error as the import's.
  fileprivate mutating func nextOrImportError<Result>(_ body: (CSVRecordView) throws -> Result) throws
    -> Result?
  {
    do {
      return try withNext(body)
    } catch CSVError.recordTooLong(let line, let limit) {
      throw ImportError.recordTooLong(line: line, limit: limit)
    }
  }
}
