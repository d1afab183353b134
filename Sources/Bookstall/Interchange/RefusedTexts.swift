internal import CSV

/// Reads a table of refused texts, which came from files that are no tables.
struct RefusedTexts: RowSource {
  let service: String
  let derivesGenre: Bool
  let dialect: CSVDialect
  var decoding: TextDecodingReport? { text.report }
  private let text: DecodedText
  private var reader: CSVReader
  private var first: CSVRecord?
  private let formatPlace: Int
  private let textPlace: Int

  /// Whether a text begins with the header of such a table.
  static func recognises(_ beginning: [UInt8]) -> Bool {
    let header = beginning.prefix(200).prefix { $0 != 0x0A && $0 != 0x0D }
    return String(decoding: header, as: UTF8.self).contains(RefusedRows.formatColumn)
  }

  /// Reads up to the first row; throws `ImportError`.
  init(_ text: DecodedText) throws {
    self.text = text
    reader = try CSVReader.sniffing(read: text.nextChunk)
    let header = try reader.next()?.fields ?? []
    guard let format = header.firstIndex(of: RefusedRows.formatColumn),
      let place = header.firstIndex(of: RefusedRows.rowColumn)
    else { throw ImportError.unknownTable(columns: header) }
    formatPlace = format
    textPlace = place
    dialect = reader.dialect
    first = try RefusedTexts.next(&reader)
    service = first.map { $0.cell(format) } ?? OwnJSON.service
    derivesGenre = service != OwnJSON.service
  }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? {
    guard let record = try first ?? RefusedTexts.next(&reader) else { return nil }
    first = nil
    let text = record.cell(textPlace)
    let row = CSVRecord(line: record.line, number: record.number, fields: [text])
    if let fault = record.quoteFault(expectedCount: reader.expectedFieldCount ?? 0) {
      return (row, .refused(fault, []))
    }
    if TextNormalisation.isBlank(text) { return (row, .skipped(.blankRow)) }
    switch record.cell(formatPlace) {
    case OwnJSON.service: return (row, OwnJSON.outcome(of: Array(text.utf8)))
    case KindleClippings.service: return (row, KindleClippings.outcome(ofClipping: text))
    case BookmoryBackup.service: return (row, BookmoryBackup.outcome(ofDocument: text))
    default: return (row, .refused(.damaged, []))
    }
  }

  private static func next(_ reader: inout CSVReader) throws -> CSVRecord? {
    do {
      return try reader.next()
    } catch CSVError.recordTooLong(let line, let limit) {
      throw ImportError.recordTooLong(line: line, limit: limit)
    }
  }
}

extension CSVRecord {
  fileprivate func cell(_ place: Int) -> String { place < fields.count ? fields[place] : "" }
}
