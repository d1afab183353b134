internal import CSV
internal import Glibc

/// A file of rows with its service recognised and its header read.
struct ImportTable {
  let formatType: any ServiceFormat.Type
  let header: [String]
  let headerLine: Int
  private var reader: CSVReader
  /// Rows that were read ahead, last first, with the hashes of their bytes.
  private var ahead: [(record: CSVRecord, hash: UInt64)] = []
  /// How many rows were read and not taken yet.
  var rowsAhead: Int { ahead.count }
  /// Whether a spreadsheet has put each whole row into one quoted cell.
  private let isWrapped: Bool
  private let decoder: DecodedText

  /// The services whose tables are known, in the order in which they are tried.
  static let formats: [any ServiceFormat.Type] = [
    OwnCSVFormat.self, Goodreads.self, StoryGraph.self, LibraryThing.self, BookWyrm.self, Hardcover.self,
    Libib.self, Openreads.self, OpenLibrary.self, ReadingList.self, Calibre.self, Literal.self, Notion.self,
    GenericTable.self,
  ]

  /// A title block may stand before the header, but not a long one.
  private static let headerSearch = 20

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
    reader = try CSVReader.sniffing(read: text.nextChunk)
    var columns: [String]?
    for _ in 0..<ImportTable.headerSearch {
      guard let record = try reader.nextOrImportError({ CSVRecord($0) }) else { break }
      let inner = try record.unwrapped(dialect: reader.dialect)
      for (row, isWrapped) in [(record, false), (inner, true)] {
        guard let fields = row?.fields else { continue }
        let isMapped = HeaderMap(fields).hasAll(map.keys)
        guard
          let format = candidates.first(where: { $0.recognises(header: fields) || name != nil })
            ?? (isMapped ? GenericTable.self : nil)
        else { continue }
        self.isWrapped = isWrapped
        header = fields
        headerLine = record.line
        formatType = format
        reader.expectedFieldCount = record.fields.count
        if reader.dialect == .tab { reader.dialect.quoting = format.quotesTabbedCells }
        return
      }
      if columns == nil || (columns?.count == 1 && record.fields.count > 1) { columns = record.fields }
    }
    guard let columns else { throw ImportError.empty }
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
    let row = try reader.nextOrImportError { view -> Row in
      let number = digest.digest(of: RowDigest.hash(view.text))
      if let book = known[number] { return .known(book: book) }
      return .new(CSVRecord(view), digest: number)
    }
    guard case .new(let record, let number) = row else { return row }
    return .new(try unwrapped(record), digest: number)
  }

  /// Reads up to a number of rows ahead, for a look before the first one is taken.
  mutating func lookAhead(_ count: Int) throws -> [CSVRecord] {
    var rows: [(record: CSVRecord, hash: UInt64)] = []
    while rows.count < count {
      let row = try reader.nextOrImportError { (record: CSVRecord($0), hash: RowDigest.hash($0.text)) }
      guard let row else { break }
      rows.append((try unwrapped(row.record), row.hash))
    }
    ahead = rows.reversed()
    return rows.map(\.record)
  }

  /// The row within the only cell, where a spreadsheet has put it there.
  private func unwrapped(_ record: CSVRecord) throws -> CSVRecord {
    // A spreadsheet may have left the header alone; a single cell with a whole row in it is no chance.
    guard record.fields.count == 1, isWrapped || header.count > 2,
      let inner = try record.unwrapped(dialect: reader.dialect),
      isWrapped || inner.fields.count == header.count
    else { return record }
    return inner
  }

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
