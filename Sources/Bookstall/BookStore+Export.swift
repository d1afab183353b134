internal import CSV
internal import Persistence

/// The formats that an export knows.
package enum ExportFormat: String, CaseIterable, Sendable {
  /// Our own CSV, which loses nothing.
  case csv
  /// The same with tabs between the cells.
  case tsv
  /// An array of books.
  case json
  /// The CSV that Goodreads writes and most services read.
  case goodreads
  /// The table that Hardcover imports.
  case hardcover
  /// The table that Libib imports.
  case libib
  /// The CSV of an Openreads backup.
  case openreads
  /// The table that BookWyrm exports and imports.
  case bookwyrm
  /// A page for people.
  case markdown

  /// Whether the format is our own table, with columns to choose.
  package var isOwnTable: Bool { self == .csv || self == .tsv }

  /// Whether the format is a service's, so that a book without a status may be a question.
  package var isOfService: Bool {
    switch self {
    case .csv, .tsv, .json, .markdown: false
    case .goodreads, .hardcover, .libib, .openreads, .bookwyrm: true
    }
  }
}

/// How books are exported.
package struct ExportOptions: Sendable {
  /// What the books are written as.
  package var format: ExportFormat = .csv
  /// The columns of our own table, in order.
  package var fields: [OwnCSVField] = OwnCSVField.allCases
  /// Whether texts of our own table that look like formulas are marked, so that no spreadsheet runs them.
  package var spreadsheetSafe = false
  /// Whether our own table begins with a byte-order mark, which old spreadsheets need to see UTF-8.
  package var byteOrderMark = false
  /// What a service's format does with books without a status.
  package var nullStatus: GoodreadsDialect.NullStatus = .leaveOut
  /// Whether the Goodreads dialect leaves out books that are on none of the three shelves of every account.
  package var strictShelves = false

  /// The defaults: our own CSV with all columns.
  package init() {}
}

/// What an export wrote.
package struct ExportReport: Sendable {
  /// Books written.
  package var books = 0
  /// Bytes written.
  package var bytes = 0
  /// What a service's format could not say; nil for formats that lose nothing.
  package var flattened: FlattenReport?
}

extension BookStore {
  /// Whether a path is the store's own file, under whatever name, or one that SQLite keeps beside it.
  package func isKept(at path: String) -> Bool {
    guard let store = container.path, let own = FileStatus(of: store).identity else { return false }
    let target = FileStatus(of: path).identity
    if target == own { return true }
    return ["-journal", "-wal", "-shm"].contains { suffix in
      // The name counts even where there is no such file: SQLite would take what comes to lie there for its own.
      if path.hasSuffix(suffix), FileStatus(of: String(path.dropLast(suffix.count))).identity == own {
        return true
      }
      return target != nil && FileStatus(of: store + suffix).identity == target
    }
  }

  /// Writes books to a sink, in constant memory; all of them of one moment.
  ///
  /// Throws `ExportError` and `StoreError`; a file that was not finished never appears.
  package func export(
    _ query: BookQuery = BookQuery(), to sink: any ExportSink, _ options: ExportOptions = ExportOptions()
  ) throws -> ExportReport {
    var output = ExportBuffer(sink: sink)
    var report = ExportReport()
    switch options.format {
    case .csv, .tsv:
      report.books = try writeTable(query, into: &output, options)
    case .json:
      var array = BookJSONArray()
      report.books = try write(query, into: &output) { record, bytes in
        array.append(record, into: &bytes)
        return true
      }
      array.finish(into: &output.bytes)
    case .goodreads:
      let dialect = GoodreadsDialect(
        nullStatus: options.nullStatus, strictShelves: options.strictShelves,
        keptColumns: try keptColumns(of: Goodreads.service).besides([]))
      report.flattened = try write(query, in: dialect, into: &output)
    case .hardcover: report.flattened = try write(query, for: HardcoverLayout.self, into: &output, options)
    case .libib: report.flattened = try write(query, for: LibibLayout.self, into: &output, options)
    case .openreads: report.flattened = try write(query, for: OpenreadsLayout.self, into: &output, options)
    case .bookwyrm: report.flattened = try write(query, for: BookWyrmLayout.self, into: &output, options)
    case .markdown: report.books = try write(query, in: MarkdownBooks(), into: &output).written
    }
    report.books = report.flattened?.written ?? report.books
    try output.flush()
    try sink.finish()
    report.bytes = output.written
    return report
  }

  /// The names of all columns that books keep of a service.
  private func keptColumns(of service: String) throws -> KeptColumnNames {
    var names = KeptColumnNames()
    try container.forEach(FetchRequest(BookService.self, where: .equal(\.service, service))) { row in
      names.take(row.other)
    }
    return names
  }

  private func writeTable(_ query: BookQuery, into output: inout ExportBuffer, _ options: ExportOptions)
    throws
    -> Int
  {
    if options.byteOrderMark { output.bytes += "\u{FEFF}".utf8 }
    var csv = OwnCSV(
      fields: options.fields, spreadsheetSafe: options.spreadsheetSafe,
      dialect: options.format == .tsv ? .tab : .comma)
    csv.appendHeader(into: &output.bytes)
    return try write(query, into: &output) { record, bytes in
      csv.append(record, into: &bytes)
      return true
    }
  }

  private func write<Layout: ServiceLayout>(
    _ query: BookQuery, for layout: Layout.Type, into output: inout ExportBuffer, _ options: ExportOptions
  ) throws -> FlattenReport {
    let kept = try keptColumns(of: Layout.Format.service)
    return try write(
      query, in: ServiceDialect<Layout>(nullStatus: options.nullStatus, keptColumns: kept.names),
      into: &output)
  }

  private func write(_ query: BookQuery, in dialect: some BookDialect, into output: inout ExportBuffer) throws
    -> FlattenReport
  {
    var dialect = dialect
    dialect.appendHeader(into: &output.bytes)
    _ = try write(query, into: &output) { dialect.append($0, into: &$1) }
    return dialect.report
  }

  /// Writes one book after the other and returns how many there were.
  private func write(
    _ query: BookQuery, into output: inout ExportBuffer, _ append: (BookRecord, inout [UInt8]) -> Bool
  ) throws -> Int {
    var count = 0
    func write(_ batch: BookRows) throws {
      let records = batch.records()
      for place in records.indices {
        // In place, since to hand a record out costs a copy of all its references.
        if append(records[place], &output.bytes) { count += 1 }
        try output.flushIfLarge()
      }
    }
    // Reading from the store takes about as long as writing the format, so the two go on side by side.
    try withoutActuallyEscaping(write) { write in
      let thread = WorkThread(write)
      defer { thread.stop() }
      try forEachBatch(query) { try thread.give($0) }
      try thread.finish()
    }
    return count
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
