import Bookstall
import Presentation

/// The formats that `export` writes.
enum ExportFormat: String, CaseIterable {
  case csv
  case goodreads
  case json
}

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
        "csv has every field and comes back by import as it was (RFC 4180, UTF-8). goodreads is what "
          + "other services read; what it can't hold is told. json is an array of books."
      ],
      usage: "[<file>|-] [--format <format>] [--fields <names>] [--force] [<options>]")
  }

  @Argument(.filePath, help: "The file to write; - or nothing for standard output.") var file: String?
  @Option(.choice(), help: "What to write.") var format = ExportFormat.csv
  @Option(.fields, help: "The columns of csv, in this order, between commas.") var fields: [OwnCSVField]?
  @Flag(help: "Replace the file if it exists.") var force
  @Flag(help: "Mark texts that a spreadsheet would run as formulas; import takes the marks away.")
  var spreadsheetSafe
  var filters = FilterOptions()
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    if format != .csv || global.json, fields != nil || spreadsheetSafe {
      let option = fields == nil ? "--spreadsheet-safe" : "--fields"
      throw ValidationError(message: "'\(option)' goes with '--format csv' alone.")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    var writer = makeWriter()
    guard let path = file, path != "-" else {
      let count = try write(from: store, with: &writer) { bytes in try session.console.write(bytes) }
      for line in writer.losses { session.note(line) }
      if count == 0 { session.note("There are no books to export.") }
      return .success
    }
    let target = try OutputFile(at: path, replacing: force)
    let count = try write(from: store, with: &writer) { bytes in try target.write(bytes) }
    let size = try target.finish()
    for line in writer.losses { session.note(line) }
    let books = count == 1 ? "1 book" : "\(count) books"
    try session.confirm(
      done: StyledText(
        "\(books)\(session.arrow)\(SafeText.line(path))   \(Self.text(ofSize: size)) \(session.dot) "
          + writer.description))
    return .success
  }

  /// `999 B`, `18.4 kB`, `2.0 MB`.
  static func text(ofSize bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    let (unit, name) = bytes < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let tenths = (bytes * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }

  private func makeWriter() -> any BookWriting {
    switch global.json ? .json : format {
    case .csv: OwnCSVWriting(OwnCSV(fields: fields ?? OwnCSVField.allCases, spreadsheetSafe: spreadsheetSafe))
    case .goodreads: GoodreadsWriting()
    case .json: JSONWriting()
    }
  }

  /// Hands the books over in large pieces; returns how many were written.
  private func write(
    from store: BookStore, with writer: inout any BookWriting, to sink: ([UInt8]) throws -> Void
  ) throws -> Int {
    var bytes: [UInt8] = []
    var count = 0
    writer.begin(into: &bytes)
    try store.forEachRecord(filters.query) { record in
      if writer.append(record, into: &bytes) { count += 1 }
      if bytes.count >= 1 << 16 {
        try sink(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    writer.end(into: &bytes)
    try sink(bytes)
    return count
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
