import Bookstall
import CSV
import Glibc
import Presentation

/// `bookstall import`: takes in a file of books as one change.
struct ImportCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import", abstract: "Read books from Bookstall's own CSV or another service's export.",
      examples: [
        "bookstall import goodreads.csv", "bookstall import reviews.csv --dry-run",
        "bookstall import - --on-conflict overwrite < reviews.csv",
        "bookstall import books.csv --map title=name,author=by,rating=stars",
        "bookstall import goodreads_library_export.refused.csv",
      ],
      discussion: [
        "Every row is accounted for, and rows that are already here change nothing. The whole import is "
          + "one step for undo. With --on-conflict, fill only fills gaps of a book that is here, "
          + "overwrite takes the file's values, keep leaves the book alone, and ask fills gaps and asks "
          + "about each value that differs. With --dry-run each row's fate is told, and nothing changes.",
        "The service is recognised by the content: \(BookStore.importFormats.joined(separator: ", ")). "
          + "ZIP archives are opened. "
          + "--map says what a column of one's own means: "
          + ImportField.allCases.map(\.rawValue).joined(separator: ", ") + ".",
        "Refused rows are written to NAME.refused.csv beside the file, with the line and the reason; mend them "
          + "there and import that file. A row whose cells don't fit its header stands whole in its last column. "
          + "Ctrl-C leaves the store as it was.",
      ])
  }

  @Argument(.filePath, isRequired: true, help: "The file to read; - for standard input.") var file: String?
  @Option(.importFormat, help: "Take the file for this format whatever its header says.") var format: String?
  @Option(.encoding, help: "Read the bytes so, such as windows-1252; else it is recognised.")
  var encoding: TextEncoding?
  @Option(.choice("way"), help: "What happens to a book that is here.") var onConflict = ImportPolicy.fill
  @Option(.columnMappings, help: "What columns mean, such as 'title=name,rating=My stars'; may be repeated.")
  var map: [[ColumnMapping]]
  @Flag(help: "Say what would happen, change nothing.") var dryRun
  @Option(.filePath, help: "Write refused rows there (else to NAME.refused.csv beside a file).")
  var refused: String?
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    if refused == "-" { throw ValidationError(message: "'--refused' needs the name of a file.") }
    try checkMappings()
  }

  /// A column means one thing, and all fields but the tags come from one column.
  private func checkMappings() throws(ValidationError) {
    var fields: [String: ImportField] = [:]
    var columns: [ImportField: String] = [:]
    for mapping in map.flatMap(\.self) {
      let name = SafeText.excerpt(mapping.column)
      if let other = fields.updateValue(mapping.field, forKey: mapping.column), other != mapping.field {
        throw ValidationError(
          message:
            "'--map' says that '\(name)' is both \(other.rawValue) and \(mapping.field.rawValue); choose one."
        )
      }
      guard mapping.field != .tags else { continue }
      if let other = columns.updateValue(mapping.column, forKey: mapping.field), other != mapping.column {
        throw ValidationError(
          message:
            "'--map' takes \(mapping.field.rawValue) from both '\(SafeText.excerpt(other))' and '\(name)'; "
            + "choose one.")
      }
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    let path = file ?? "-"
    if path == "-", session.console.inputIsTTY {
      session.note("Reading CSV from the terminal, Ctrl-D ends.")
    }
    try checkThatQuestionsCanBeAsked(path, in: session)
    var options = ImportOptions()
    options.reason = { ImportWords.text(of: $0) }
    options.format = format
    options.encoding = encoding
    options.policy = onConflict
    for mapping in map.flatMap(\.self) { options.map[mapping.column] = mapping.field }
    options.isDryRun = dryRun
    try checkRefused()
    let report: ImportReport
    do {
      let source = try ByteSource(path: path)
      if onConflict == .ask, !dryRun {
        options.choices = try session.importChoices(for: path, into: try session.existingStore(), options)
      }
      // A trial must not leave a new file behind.
      report =
        try dryRun
        ? plannedImport(from: source, into: try session.existingStore(), options, in: session)
        : session.watchedImport(from: source, into: try session.storeForWriting(), options)
    } catch let error as ImportError {
      throw Failure(error, path: path)
    }
    let refusedFile = try keepRefusedRows(of: report, from: path, in: session)
    try tell(report, of: path, refusedFile, in: session)
    return report.refused.isEmpty ? .success : .someRefused
  }

  private func checkThatQuestionsCanBeAsked(_ path: String, in session: Session) throws {
    guard onConflict == .ask, !dryRun else { return }
    let isFile = path != "-" && (try? ByteSource(path: path).size) != .some(nil)
    if session.canAsk, isFile { return }
    let reason =
      !isFile
      ? "'--on-conflict ask' needs a file, which it reads twice."
      : global.noInput
        ? "'--on-conflict ask' asks, and '--no-input' forbids it."
        : "'--on-conflict ask' needs a terminal to ask on."
    throw UsageError(
      error: .refused(ValidationError(message: reason + " Choose fill, overwrite or keep.")),
      path: [RootCommand.self, ImportCommand.self])
  }

  /// Finds out before anything is imported whether the refused rows could be written where the user wants them.
  private func checkRefused() throws {
    guard let refused else { return }
    let name = SafeText.line(refused)
    if access(refused, F_OK) == 0 {
      throw Failure("'\(name)' exists. Name another file with --refused.", .cannotWrite)
    }
    let folder = refused.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(refused[...$0]) } ?? "."
    guard access(folder, W_OK | X_OK) == 0 else {
      throw Failure(
        "'\(name)' can't be written: \(Failure.reason(errno)). Name another file with --refused.",
        .cannotWrite)
    }
  }

  /// Tries the import and tells what becomes of each row.
  private func plannedImport(
    from source: ByteSource, into store: BookStore, _ options: ImportOptions, in session: Session
  ) throws -> ImportReport {
    let words = ImportPlanWords(layout: session.output.layout, policy: onConflict)
    var isFirst = true
    if global.json { try session.console.write("{\"plan\":[") }
    let report = try session.watchedImport(
      from: source, into: store, options, showsProgress: !session.console.outputIsTTY
    ) { row in
      if global.json {
        try session.console.write((isFirst ? [] : [UInt8(ascii: ",")]) + words.json(of: row))
        isFirst = false
      } else if !global.quiet {
        for line in words.lines(of: row) { try session.console.write(line + "\n") }
      }
    }
    if global.json { try session.console.write("],") }
    return report
  }

  /// Writes the refused rows where they can be mended; returns the file's name, or nil where there is none.
  private func keepRefusedRows(of report: ImportReport, from path: String, in session: Session) throws
    -> String?
  {
    let rows = report.refusedRows
    guard rows.count > 0 else { return nil }
    if let refused {
      do {
        try session.keep(rows, as: refused)
      } catch {
        // The books are in the store by now, and that has to be told first.
        try tell(report, of: path, nil, in: session)
        throw error
      }
      return refused
    }
    // Beside a device or a pipe there is no place for a file.
    let isFile = path != "-" && (try? ByteSource(path: path).size) != .some(nil)
    return isFile && !dryRun ? session.keep(rows, beside: path) : nil
  }

  private func tell(_ report: ImportReport, of path: String, _ refusedFile: String?, in session: Session)
    throws
  {
    var words = ImportWords(report: report, layout: session.messages.layout, refusedFile: refusedFile)
    if !map.isEmpty { words.repeatedOptions.append("--map") }
    if format != nil { words.repeatedOptions.append("--format") }
    if global.json { return try session.console.write(words.json) }
    session.note("Read \(SafeText.line(path)) as \(words.source).")
    for line in words.hints { session.note(line) }
    for line in words.warningLines(limit: Self.limit) + words.lossLines(limit: Self.limit) {
      session.note(line)
    }
    // What was refused is told even to those who want quiet.
    for line in words.refusalLines(limit: Self.limit) { session.console.report(line + "\n") }
    if let line = words.refusedFileLine(from: path) {
      if refusedFile == nil { session.note(line) } else { session.console.report(line + "\n") }
    }
    if !global.quiet { try session.print(words.summary) }
    for line in words.likenessLines(limit: Self.limit) { session.note(line) }
    if report.added + report.merged == 0 {
      session.note("Nothing \(dryRun ? "would change" : "was changed").")
    } else if dryRun {
      session.note("This was a dry run; nothing was changed.")
    } else {
      session.hint("undo: bookstall undo")
    }
  }

  /// As many lines of one kind are shown; JSON has all.
  private static let limit = 50
}

extension ValueParser where Value == String {
  /// A format that `import` knows.
  static var importFormat: Self {
    let known = BookStore.importFormats
    return ValueParser("format", choices: known) { (text) throws(InvalidValue) in
      if known.contains(text) { return text }
      let hint = Suggestion.nearest(to: text, among: known).map { " Did you mean '\($0)'?" } ?? ""
      throw InvalidValue(reason: "use \(alternatives(known)).\(hint)")
    }
  }
}

extension ValueParser where Value == TextEncoding {
  /// An encoding by one of its usual names.
  static var encoding: Self {
    ValueParser("name") { (text) throws(InvalidValue) in
      guard let encoding = TextEncoding(name: text) else {
        throw InvalidValue(reason: "use \(alternatives(TextEncoding.allCases.map(\.name))).")
      }
      return encoding
    }
  }
}
