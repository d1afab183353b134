import Bookstall
import Presentation

/// `bookstall export`: books as a file or on standard output.
struct ExportCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export", abstract: "Write books and reviews as CSV, losing nothing.",
      examples: [
        "bookstall export reviews.csv", "bookstall export - --genre Horror --fields id,title,rating",
        "bookstall export for-goodreads.csv --format goodreads",
      ],
      discussion: [
        "csv and tsv have every field and come back by import as they were (RFC 4180, UTF-8). goodreads is "
          + "what most services read; hardcover, libib, openreads and bookwyrm are what those four import. "
          + "What a service's table can't hold is told. json is an array of books, markdown a page to read.",
        "With --spreadsheet-safe a text that looks like a formula gets an apostrophe in front, and a column "
          + "spreadsheetSafe tells import to take it away again, whichever fields were chosen.",
      ],
      usage: "[<file>|-] [--format <format>] [--fields <names>] [--force] [<options>]")
  }

  @Argument(.filePath, help: "The file to write; - or nothing for standard output.") var file: String?
  @Option(
    .choice(aliases: ["md": .markdown]),
    help: "What to write; else as the file's name ends (.tsv, .json, .md), else csv, or json by --json.")
  var format: ExportFormat?
  @Option(.fields, help: "The columns of csv or tsv, in this order, between commas.")
  var fields: [OwnCSVField]?
  @Flag(help: "Mark texts of csv or tsv that a spreadsheet would run as formulas.") var spreadsheetSafe
  @Flag(help: "Begin csv or tsv with a byte-order mark, for old spreadsheets.") var bom
  @Option(.choice("way"), help: "What a service's table does with books without a status.")
  var nullStatus = GoodreadsDialect.NullStatus.leaveOut
  @Flag(help: "Leave out of goodreads what is on none of the three shelves of every account.")
  var strictShelves
  @Flag(help: "Replace the file if it exists.") var force
  @Flag(help: "Say what would be written, write nothing.") var dryRun
  var filters = FilterOptions()
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    let format = written
    for (name, isGiven) in [
      ("--fields", fields != nil), ("--spreadsheet-safe", spreadsheetSafe), ("--bom", bom),
    ] where isGiven && !format.isOwnTable {
      throw ValidationError(message: "'\(name)' goes with '--format csv' or 'tsv' alone.")
    }
    if nullStatus != .leaveOut, !format.isOfService {
      throw ValidationError(message: "'--null-status' goes with a service's format alone.")
    }
    if strictShelves, format != .goodreads {
      throw ValidationError(message: "'--strict-shelves' goes with '--format goodreads' alone.")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let path = file ?? "-"
    let options = options
    let store = try session.existingStore()
    if try store.count() > 0 { try filters.checkNames(in: store) }
    if dryRun { return try rehearse(to: path, of: store, in: session) }
    let sink = try session.sink(to: path, beside: store, replaces: force)
    let report = try store.export(filters.query, to: sink, options)
    if let flattened = report.flattened {
      for line in FlattenWords(report: flattened, format: options.format).lines { session.note(line) }
    }
    if path == "-" {
      if report.books == 0 { session.note("There are no books to export.") }
      return .success
    }
    let books = report.books == 1 ? "1 book" : "\(report.books) books"
    let size = "\(ByteSize.text(report.bytes)) \(session.dot) \(Self.description(of: options.format))"
    try tell("\(books)\(session.arrow)\(SafeText.line(path))   \(size)", in: session)
    return .success
  }

  /// Says what would be written where, unless it could not be.
  private func rehearse(to path: String, of store: BookStore, in session: Session) throws -> ExitStatus {
    try session.checkTarget(path, beside: store, replaces: force)
    let count = try store.count(filters.query)
    let target = path == "-" ? "standard output" : SafeText.line(path)
    try tell(
      "Would write \(count) \(count == 1 ? "book" : "books")\(session.arrow)\(target)   "
        + Self.description(of: options.format), in: session)
    return .success
  }

  /// Says what was written; where a program reads standard output that is no place for words.
  private func tell(_ text: String, in session: Session) throws {
    if global.json {
      session.note(text)
    } else {
      try session.confirm(done: StyledText(text), isDryRun: dryRun)
    }
  }

  /// The format by its name, by that of the file, or by what is usual.
  private var written: ExportFormat {
    if let format { return format }
    let name = (file ?? "").lowercased()
    let endings: [(String, ExportFormat)] = [
      (".csv", .csv), (".tsv", .tsv), (".json", .json), (".md", .markdown), (".markdown", .markdown),
    ]
    return endings.first { name.hasSuffix($0.0) }?.1 ?? (global.json ? .json : .csv)
  }

  private var options: ExportOptions {
    var options = ExportOptions()
    options.format = written
    options.fields = fields ?? options.fields
    options.spreadsheetSafe = spreadsheetSafe
    options.byteOrderMark = bom
    options.nullStatus = nullStatus
    options.strictShelves = strictShelves
    return options
  }

  private static func description(of format: ExportFormat) -> String {
    switch format {
    case .csv: "CSV, UTF-8, header, CRLF, RFC 4180"
    case .goodreads: "CSV as Goodreads writes it, UTF-8, LF"
    case .tsv: "tab-separated, UTF-8, header, CRLF"
    case .json: "JSON, UTF-8"
    case .hardcover: "CSV for Hardcover, UTF-8, LF"
    case .libib: "CSV for Libib, UTF-8, LF"
    case .openreads: "CSV for Openreads, UTF-8, CRLF"
    case .bookwyrm: "CSV for BookWyrm, UTF-8, CRLF"
    case .markdown: "Markdown, UTF-8"
    }
  }
}

extension ValueParser where Value == [OwnCSVField] {
  /// Names of columns between commas.
  static var fields: Self {
    ValueParser("names") { (text) throws(InvalidValue) in
      let names = text.split(separator: ",").compactMap { TextNormalisation.line(String($0)) }
      if names.isEmpty { throw InvalidValue(reason: "name at least one column.") }
      do throws(UnknownField) {
        return try OwnCSVField.named(names)
      } catch {
        let guess = Suggestion.nearest(to: error.name, among: error.known)
        let hint =
          guess.map { " Did you mean '\($0)'?" } ?? " There are: \(error.known.joined(separator: ", "))."
        throw InvalidValue(reason: "there is no column '\(SafeText.excerpt(error.name))'.\(hint)")
      }
    }
  }
}
