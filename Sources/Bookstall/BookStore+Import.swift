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
  /// Whether nothing is written in the end.
  package var isDryRun = false

  /// The defaults: recognise everything, fill gaps, write.
  package init() {}
}

extension BookStore {
  /// The formats that an import knows, by the names that `ImportOptions.format` takes.
  package static var importFormats: [String] { ImportTable.formats.map { $0.service } }

  /// Takes in a file of books as one change that `undo` takes back whole.
  ///
  /// Throws `ImportError` when the file can't be used, `StoreError` when the store can't be written; either way
  /// nothing was written.
  package func importBooks(from source: ByteSource, _ options: ImportOptions = ImportOptions()) throws
    -> ImportReport
  {
    var table = try ImportTable(source, format: options.format, encoding: options.encoding)
    var format: any ServiceFormat
    do {
      format = try table.formatType.init(header: table.header)
    } catch .missingColumn(let name, let found) {
      throw ImportError.missingColumn(name: name, found: found)
    }
    let genreIsDerived = table.formatType.derivesGenre
    for row in try table.lookAhead(BookStore.rowsToObserve) { format.observe(row.fields) }
    var report = ImportReport(service: table.formatType.service)
    report.columns = table.header
    report.headerLine = table.headerLine
    report.isDryRun = options.isDryRun
    do {
      try container.transaction(named: "import \(source.name)") {
        let run = try BookImport(container: container, policy: options.policy, report: report)
        while let row = try table.next() {
          try run.take(row, format.read(row.fields), genreIsDerived: genreIsDerived)
        }
        try run.finish()
        report = run.report
        if options.isDryRun { throw DryRun() }
      }
    } catch is DryRun {
      // The transaction was only tried; its end took everything back.
    }
    report.decoding = table.decoding
    return report
  }

  /// Enough rows to tell `d/m` from `m/d`, few enough to wait in memory.
  private static let rowsToObserve = 2000
}

/// Ends a transaction that was only tried.
private struct DryRun: Error {}
