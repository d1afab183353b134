package import CSV
internal import Persistence

/// How a file is imported.
package struct ImportOptions: Sendable {
  /// What happens where a book here and a row differ.
  package var policy: ImportPolicy = .fill
  /// The service whose format is taken, whatever the header says; nil to recognise it.
  package var format: String?
  /// The encoding that is taken, whatever the bytes say; nil to recognise it.
  package var encoding: TextEncoding?
  /// Columns that mean what the reader says, by their names in the header.
  package var map: ColumnMap = [:]
  /// What the reader chose, where the policy is to ask.
  package var choices = ImportChoices()
  /// Whether nothing is written in the end.
  package var isDryRun = false
  /// The words for the reason of a refusal.
  package var reason: @Sendable (RowProblem) -> String = { String(describing: $0) }

  /// The defaults: recognise everything, fill gaps, write.
  package init() {}
}

/// How far an import has come.
package struct ImportProgress: Sendable {
  /// Rows taken, whatever became of them.
  package var rows: Int
  /// Bytes read of the source, which runs ahead of the rows by a piece or two.
  package var bytes: Int

  /// So many rows out of so many bytes.
  package init(rows: Int, bytes: Int) {
    self.rows = rows
    self.bytes = bytes
  }
}

/// A file whose kind is known and whose rows are still to be taken.
///
/// Whoever makes a new store for an import recognises the file first, so that one that can't be used leaves no store.
package struct RecognisedFile {
  let source: ByteSource
  let rows: any RowSource

  /// Reads a source up to its first row; throws `ImportError`.
  package init(_ source: ByteSource, _ options: ImportOptions) throws {
    self.source = source
    rows = try RowSources.open(source.read, options)
  }
}

extension BookStore {
  /// The formats that an import knows, by the names that `ImportOptions.format` takes.
  package static var importFormats: [String] { RowSources.formats }

  /// Takes in a file of books as one change that `undo` takes back whole.
  ///
  /// `plan` hears what becomes of each row, `progress` how far the import is; what they throw ends it. Throws
  /// `ImportError` when the file can't be used, `StoreError` when the store can't be written, and `ExportError` when
  /// there is no room for the refused rows; in each case nothing was written.
  package func importBooks(
    from source: ByteSource, _ options: ImportOptions = ImportOptions(),
    plan: ((PlannedRow) throws -> Void)? = nil, progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    try importBooks(from: try RecognisedFile(source, options), options, plan: plan, progress: progress)
  }

  /// Takes in a file that was recognised before, with the same options and in the same way.
  package func importBooks(
    from file: RecognisedFile, _ options: ImportOptions,
    plan: ((PlannedRow) throws -> Void)? = nil, progress: (ImportProgress) throws -> Void = { _ in }
  ) throws -> ImportReport {
    let (source, rows) = (file.source, file.rows)
    let genreIsDerived = rows.derivesGenre
    var report = ImportReport(
      service: rows.service,
      refusedRows: RefusedRows(
        columns: rows.columns, format: rows.isTable ? nil : rows.service, dialect: rows.dialect,
        dates: rows.dateOrder, reason: options.reason))
    report.columns = rows.columns
    report.headerLine = rows.headerLine
    report.unusedColumns = rows.unusedColumns
    report.archiveEntry = rows.archiveEntry
    report.otherEntries = rows.otherEntries
    report.isDryRun = options.isDryRun
    do {
      try container.transaction(named: "import \(source.name)") {
        let run = try BookImport(container: container, options, report: report, plan: plan)
        let pump = RowPump(rows, of: source, known: try run.knownRows())
        run.giveUp = pump.giveUp
        try pump.forEachBatch(inBackground: source.size != nil) { batch in
          for place in batch.rows.indices {
            try run.take(batch.takeRow(at: place), genreIsDerived: genreIsDerived)
            try progress(ImportProgress(rows: run.report.rows, bytes: batch.bytes))
          }
        }
        try run.finish()
        report = run.report
        report.decoding = pump.rows.decoding
        if options.isDryRun { throw DryRun() }
      }
    } catch is DryRun {
      // The transaction was only tried; its end took everything back.
    }
    return report
  }
}

/// Ends a transaction that was only tried.
private struct DryRun: Error {}
