internal import CSV
internal import Glibc

/// A file of rows with its service recognised and its header read.
struct ImportTable {
  let formatType: any ServiceFormat.Type
  let header: [String]
  let headerLine: Int
  private var reader: CSVReader
  /// Rows that were read ahead, last first.
  private var ahead: [CSVRecord] = []
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
      guard let record = try reader.nextRecord() else { break }
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

  /// The next row after the header.
  mutating func next() throws -> CSVRecord? {
    if let record = ahead.popLast() { return record }
    return try read()
  }

  /// Reads up to a number of rows ahead, for a look before the first one is taken.
  mutating func lookAhead(_ count: Int) throws -> [CSVRecord] {
    var records: [CSVRecord] = []
    while records.count < count, let record = try read() { records.append(record) }
    ahead = records.reversed()
    return records
  }

  private mutating func read() throws -> CSVRecord? {
    guard let record = try reader.nextRecord() else { return nil }
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
    guard let first = text.first else {
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
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { throw ImportError.json }
  }
}

extension CSVReader {
  fileprivate mutating func nextRecord() throws -> CSVRecord? {
    do {
      return try next()
    } catch CSVError.recordTooLong(let line, let limit) {
      throw ImportError.recordTooLong(line: line, limit: limit)
    }
  }
}
