import Bookstall
import Glibc
import Presentation

extension Failure {
  /// Words why an export was not written.
  init(_ error: ExportError) {
    switch error {
    case .exists(let path):
      self.init(
        "'\(SafeText.line(path))' exists. Use --force, another name, or - for output.", .cannotWrite)
    case .unwritable(let path, let reason):
      self.init(
        "'\(SafeText.line(path))' can't be written: \(Failure.reason(reason)).\(Self.advice(reason))",
        .cannotWrite)
    case .closedPipe:
      self.init("The output's reader has gone.", .success)
    }
  }

  /// Words why a file was not imported.
  init(_ error: ImportError, path: String) {
    let name = path == "-" ? "Standard input" : "'\(SafeText.line(path))'"
    switch error {
    case .unreadable(_, let reason):
      self.init("\(name) can't be read: \(Failure.reason(reason)). Check the path.", .cannotRead)
    case .isFolder:
      self.init("\(name) is a folder; name a file.", .cannotRead)
    case .empty:
      self.init("\(name) is empty; there is no header and no row to read.", .cannotRead)
    case .emptyArray:
      self.init("\(name) is an empty list; there is no book in it.", .cannotRead)
    case .privacyArchive:
      self.init(
        "\(name) is Goodreads' privacy archive (JSON), not the library export. "
          + "Get the CSV at My Books > Import and export.", .cannotRead)
    case .webPage:
      self.init("\(name) is a web page, not a table. Download the export itself.", .cannotRead)
    case .json:
      self.init("\(name) is JSON, and not Bookstall's own. Import the service's CSV export.", .cannotRead)
    case .workbook:
      self.init("\(name) is a spreadsheet's own file. Save it as CSV in UTF-8 and import that.", .cannotRead)
    case .nothingInArchive, .damagedArchive, .lockedArchive, .archiveTooLarge, .damagedBackup:
      self.init(archive: error, name)
    case .unknownTable(let columns):
      self.init(
        "\(name) has no header that Bookstall knows. Found: \(Self.list(columns)). "
          + "Known: \(alternatives(BookStore.importFormats)), by --format. "
          + "Of a table of your own say what its columns mean: --map title=COLUMN,author=COLUMN.", .cannotRead
      )
    case .missingColumn(let column, let found):
      let hint = column.lowercased() == "title" ? " If another one has it: --map title=COLUMN." : ""
      self.init("No \(column) column in \(name). Found: \(Self.list(found)).\(hint)", .cannotRead)
    case .unknownFormat(let format, let known):
      self.init("There is no format '\(SafeText.excerpt(format))'; use \(alternatives(known)).", .usage)
    case .recordTooLong(let line, let limit):
      self.init(
        "\(name) has a row of more than \(limit) bytes from line \(line) on; is a quote missing?", .cannotRead
      )
    }
  }

  /// What helps against an `errno` of writing.
  private static func advice(_ reason: Int32) -> String {
    switch reason {
    case ENOSPC, EDQUOT, EFBIG: " Make room and try again."
    case EPIPE, EIO: ""
    default: " Check the path."
    }
  }

  private init(archive error: ImportError, _ name: String) {
    switch error {
    case .nothingInArchive(let names):
      let found = names.isEmpty ? "It is empty." : "Found: \(Self.list(names))."
      self.init("\(name) is a ZIP archive without a table of books. \(found)", .cannotRead)
    case .lockedArchive(let entry):
      self.init(
        "\(SafeText.excerpt(entry)) in \(name) is locked with a password. Unpack it first.", .cannotRead)
    case .archiveTooLarge(let limit):
      self.init(
        "\(name) holds more than an archive is read for (\(limit)). Unpack it and import the table inside.",
        .cannotRead)
    case .damagedBackup(let service):
      self.init("\(name) holds a database, but not as \(service) writes it.", .cannotRead)
    default:
      self.init("\(name) is a damaged ZIP archive. Download it again.", .cannotRead)
    }
  }

  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(12).map { SafeText.excerpt($0, cells: 30) }
    return shown.joined(separator: ", ")
      + (columns.count > shown.count ? " and \(columns.count - shown.count) more" : "")
  }
}
