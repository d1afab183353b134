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
    case .shortened:
      self.init(
        "\(name) has become shorter while it was read. Import it again when it is whole.", .cannotRead)
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
      self.init(
        "\(name) is JSON, and not Bookstall's own; such a file comes with the data of an account. Import the "
          + "service's CSV export: Goodreads has it at My Books > Import and export, StoryGraph at Manage account, "
          + "Hardcover and BookWyrm in the settings.", .cannotRead)
    case .workbook:
      self.init("\(name) is a spreadsheet's own file. Save it as CSV in UTF-8 and import that.", .cannotRead)
    case .otherFile(let kind):
      self.init("\(name) is \(Self.words(for: kind))", .cannotRead)
    case .notOfFormat(let format, let found):
      self.init(
        "\(name) is not of the format '\(SafeText.excerpt(format))': it is \(found). Leave --format out.",
        .cannotRead)
    case .nothingInArchive, .damagedArchive, .lockedArchive, .archiveTooLarge, .inflatedFile, .damagedBackup,
      .unknownPacking:
      self.init(archive: error, name)
    case .otherService(let service):
      self.init(
        "\(name) is an export of \(service.rawValue), which keeps \(service.things) and no books; "
          + "if these are books, say so: --format generic.", .cannotRead)
    case .unknownTable, .oddLineEnds, .missingColumn: self.init(header: error, name)
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

  private init(header error: ImportError, _ name: String) {
    switch error {
    case .unknownTable(let columns):
      let hasTitle = columns.contains { ["title", "name"].contains($0.lowercased()) }
      let generic = hasTitle ? " If these are books: --format generic." : ""
      self.init(
        "\(name) has no header that Bookstall knows. Found: \(Self.list(columns)). "
          + "Known: \(alternatives(BookStore.importFormats)), by --format. "
          + "Of a table of your own say what its columns mean: --map title=COLUMN,author=COLUMN.\(generic)",
        .cannotRead
      )
    case .oddLineEnds:
      self.init(
        "\(name) ends its lines with NEL or U+2028, so that all of it is one row. Save it with plain line ends.",
        .cannotRead)
    case .missingColumn(let column, let found, let rows):
      let hint = column.lowercased() == "title" ? " If another one has it: --map title=COLUMN." : ""
      let loss =
        rows == 0 ? "" : rows == 1 ? " Its row was not imported." : " None of its \(rows) rows was imported."
      self.init("No \(column) column in \(name). Found: \(Self.list(found)).\(loss)\(hint)", .cannotRead)
    default:
      self.init("\(name) has no header that Bookstall knows.", .cannotRead)
    }
  }

  private init(archive error: ImportError, _ name: String) {
    switch error {
    case .nothingInArchive(let names):
      let found = names.isEmpty ? "It is empty." : "Found: \(Self.list(names))."
      self.init(
        "\(name) is a ZIP archive without books: neither a table (CSV or TSV), nor Bookstall's JSON, nor clippings "
          + "of a Kindle, nor a backup of Bookmory is in it. \(found)", .cannotRead)
    case .lockedArchive(let entry):
      self.init(
        "\(SafeText.excerpt(entry)) in \(name) is locked with a password. Unpack it first.", .cannotRead)
    case .unknownPacking(let entry, let method):
      self.init(
        "\(SafeText.excerpt(entry)) in \(name) is packed by \(Self.packing(method)), which Bookstall doesn't know. "
          + "Unpack it and import the file inside.", .cannotRead)
    case .archiveTooLarge(let limit):
      self.init(
        "\(name) holds more than an archive is read for (\(ByteSize.text(limit))). Unpack it and import the table "
          + "inside.",
        .cannotRead)
    case .inflatedFile(let entry, let times):
      self.init(
        "\(SafeText.excerpt(entry)) in \(name) is more than \(times) times as large as what it is packed in, which no "
          + "table of books is. If you trust it, unpack it and import it by itself.", .cannotRead)
    case .damagedBackup(let service):
      self.init(
        "\(name) holds a database, but not as \(service) writes it. Make the backup again.", .cannotRead)
    default:
      self.init("\(name) is a damaged ZIP archive. Download it again.", .cannotRead)
    }
  }

  /// What a file is and what to do with it.
  private static func words(for kind: OtherFile) -> String {
    switch kind {
    case .gzip:
      "a gzip archive. Unpack it first: gunzip -c FILE | bookstall import - (a .tar.gz with tar -xzf)."
    case .bzip2, .xz, .zstandard, .sevenZip, .rar, .tar:
      "\(kind == .rar || kind == .xz ? "an" : "a") \(kind.rawValue) archive. Unpack it and import the file inside."
    case .pdf: "a PDF document, not a table. Download the export as CSV."
    case .rtf: "a text with layout (RTF), not a table. Save it as plain text in UTF-8, or export it as CSV."
    case .picture: "a picture, not a table. Download the export as CSV."
    case .binary: "no text: its bytes are those of a program's own file. Export it as CSV in UTF-8."
    }
  }

  /// How a file in an archive is packed, by the number of the method.
  private static func packing(_ method: Int) -> String {
    [1: "Shrink", 6: "Implode", 9: "Deflate64", 12: "bzip2", 14: "LZMA", 93: "Zstandard", 95: "xz"][method]
      ?? "method \(method)"
  }

  private static func list(_ columns: [String]) -> String {
    let shown = columns.prefix(12).map { SafeText.excerpt($0, cells: 30) }
    return shown.joined(separator: ", ")
      + (columns.count > shown.count ? " and \(columns.count - shown.count) more" : "")
  }
}
