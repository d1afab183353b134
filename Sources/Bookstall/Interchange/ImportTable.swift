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
  private let decoder: DecoderBox

  /// The services whose files are known, in the order in which they are tried.
  static let formats: [any ServiceFormat.Type] = [OwnCSVFormat.self, Goodreads.self]

  /// A title block may stand before the header, but not a long one.
  private static let headerSearch = 20

  /// What the bytes were taken for.
  var decoding: TextDecodingReport { decoder.value.report }

  /// Reads up to the header.
  ///
  /// Throws `ImportError`.
  init(_ source: ByteSource, format name: String?, encoding: TextEncoding?) throws {
    let candidates = try ImportTable.candidates(name)
    let decoder = DecoderBox(TextDecoder(encoding: encoding, read: source.read))
    self.decoder = decoder
    let first = try decoder.value.nextChunk()
    try ImportTable.refuseOtherFiles(first)
    var isFirst = true
    reader = try CSVReader.sniffing {
      if isFirst {
        isFirst = false
        return first
      }
      return try decoder.value.nextChunk()
    }
    var columns: [String]?
    for _ in 0..<ImportTable.headerSearch {
      guard let record = try reader.nextRecord() else { break }
      let inner = try record.unwrapped(dialect: reader.dialect)
      for (row, isWrapped) in [(record, false), (inner, true)] {
        guard let fields = row?.fields else { continue }
        guard let format = candidates.first(where: { $0.recognises(header: fields) || name != nil }) else {
          continue
        }
        self.isWrapped = isWrapped
        header = fields
        headerLine = record.line
        formatType = format
        reader.expectedFieldCount = record.fields.count
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
    guard isWrapped || record.fields.count < header.count,
      let inner = try record.unwrapped(dialect: reader.dialect)
    else { return record }
    // Under a header that was left alone, a lone cell is a wrapped row only if it holds every column.
    return isWrapped || inner.fields.count == header.count ? inner : record
  }

  private static func candidates(_ name: String?) throws -> [any ServiceFormat.Type] {
    guard let name else { return formats }
    guard let format = formats.first(where: { $0.service == name }) else {
      throw ImportError.unknownFormat(name: name, known: formats.map { $0.service })
    }
    return [format]
  }

  /// Recognises files that are no tables by their first bytes.
  private static func refuseOtherFiles(_ bytes: [UInt8]) throws {
    let text = bytes.prefix(256).drop { $0 <= 0x20 }
    if text.starts(with: [0x50, 0x4b, 0x03, 0x04]) { throw ImportError.zip }
    guard let first = text.first else {
      if bytes.count < 256 { throw ImportError.empty }
      return
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

/// Lets the reader's closure and the table share one decoder.
private final class DecoderBox {
  var value: TextDecoder

  init(_ value: TextDecoder) {
    self.value = value
  }
}
