internal import Persistence

/// The formats that an export knows.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Our own CSV, which loses nothing.
  case csv
  /// The CSV that Goodreads writes and most services read.
  case goodreads
  /// An array of books.
  case json
}

/// How books are exported.
package struct ExportOptions: Sendable {
  /// What the books are written as.
  package var format: ExportFormat = .csv
  /// The columns of our own CSV, in order.
  package var fields: [OwnCSVField] = OwnCSVField.allCases
  /// What the Goodreads dialect does with books without a status.
  package var nullStatus: GoodreadsDialect.NullStatus = .leaveOut

  /// The defaults: our own CSV with all columns.
  package init() {}
}

/// What an export wrote.
package struct ExportReport: Sendable {
  /// Books written.
  package var books = 0
  /// Bytes written.
  package var bytes = 0
  /// What the Goodreads dialect could not say; nil for formats that lose nothing.
  package var flattened: FlattenReport?
}

extension BookStore {
  /// Writes books to a sink, in constant memory; all of them of one moment.
  ///
  /// Throws `ExportError` and `StoreError`; a file that was not finished never appears.
  package func export(
    _ query: BookQuery = BookQuery(), to sink: any ExportSink, _ options: ExportOptions = ExportOptions()
  ) throws -> ExportReport {
    var output = ExportBuffer(sink: sink)
    var report = ExportReport()
    switch options.format {
    case .csv:
      var csv = OwnCSV(fields: options.fields)
      csv.appendHeader(into: &output.bytes)
      try forEachRecord(query) { record in
        csv.append(record, into: &output.bytes)
        report.books += 1
        try output.flushIfLarge()
      }
    case .goodreads:
      var dialect = GoodreadsDialect(nullStatus: options.nullStatus)
      dialect.appendHeader(into: &output.bytes)
      try forEachRecord(query) { record in
        if dialect.append(record, into: &output.bytes) { report.books += 1 }
        try output.flushIfLarge()
      }
      report.flattened = dialect.report
    case .json:
      var array = BookJSONArray()
      try forEachRecord(query) { record in
        array.append(record, into: &output.bytes)
        report.books += 1
        try output.flushIfLarge()
      }
      array.finish(into: &output.bytes)
    }
    try output.flush()
    try sink.finish()
    report.bytes = output.written
    return report
  }
}

/// Collects bytes on their way to a sink.
private struct ExportBuffer {
  let sink: any ExportSink
  var bytes: [UInt8] = []
  private(set) var written = 0

  private static let size = 1 << 18

  init(sink: any ExportSink) {
    self.sink = sink
    bytes.reserveCapacity(ExportBuffer.size + (1 << 16))
  }

  mutating func flushIfLarge() throws {
    if bytes.count >= ExportBuffer.size { try flush() }
  }

  mutating func flush() throws {
    guard !bytes.isEmpty else { return }
    try sink.write(bytes)
    written += bytes.count
    bytes.removeAll(keepingCapacity: true)
  }
}
