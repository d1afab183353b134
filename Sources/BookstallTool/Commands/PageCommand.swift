import Bookstall
import Glibc
import Presentation

/// `bookstall page`: the store as one file of HTML that any browser opens.
struct PageCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "page", abstract: "Write books and snack guide as one page for browsers.",
      examples: [
        "bookstall page", "bookstall page -o shelf.html --title \"Our books\"",
        "bookstall page -o loved.html --rating 4.. --sort title",
      ],
      discussion: [
        "The page is one file that opens from disk, asks for nothing from the network and sends nothing. "
          + "The same store gives the same bytes, so that the file can be kept under version control; --stamp adds "
          + "the day. Private notes stay out unless --with-notes is given.",
        "A page that Bookstall wrote is replaced; any other file only with --force, and so is any file by a page "
          + "without books. When no book fits the filters, nothing is written.",
      ],
      usage: "[-o <file>] [--title <text>] [--with-notes] [--without-guide] [--stamp] [<options>]")
  }

  @Option(.filePath, name: "output", short: "o", help: "The file to write; - for standard output.")
  var output = PageCommand.defaultFile
  @Option(.line("text"), help: "The title of the page.") var title = PageOptions().title
  @Flag(help: "Show private notes too.") var withNotes
  @Flag(help: "Leave the snack guide out.") var withoutGuide
  @Flag(help: "Write today's date on the page.") var stamp
  @Flag(help: "Replace the file even if it is no page of Bookstall's.") var force
  @Flag(help: "Say what would be written, write nothing.") var dryRun
  var filters = FilterOptions()
  var order = OrderOptions()
  var global = GlobalOptions()

  static let defaultFile = "bookstall.html"
  /// From so many bytes on a browser may take its time.
  static let largeSize = 5_000_000

  func validate() throws(ValidationError) {
    if global.json || global.plain {
      throw ValidationError(
        message: "'page' writes HTML; '--json' and '--plain' go with 'list' and 'export'.")
    }
  }

  func run(in session: Session) throws -> ExitStatus {
    if let path = session.missingStore {
      throw Failure(
        "There is no store '\(SafeText.line(path))'; no page was written. Check the name; adding a book would make it.",
        .cannotRead)
    }
    let store = try session.existingStore()
    let isEmpty = try store.count() == 0
    if !isEmpty { try filters.checkNames(in: store) }
    if isEmpty, withoutGuide {
      throw Failure(
        "There are no books, and nothing else without the guide; no page was written.", .notFound)
    }
    let isOurs = try !force && output != "-" && PageFile.isOurs(output)
    if isEmpty, isOurs {
      // An older page may have had some.
      throw Failure(
        "There are no books, so \(Failure.quoted(output)) stays as it is. Use --force to replace it.",
        .notFound)
    }
    let replaces = force || isOurs
    if dryRun { try session.checkTarget(output, beside: store, replaces: replaces) }
    let sink = dryRun ? NoSink() : try session.sink(to: output, beside: store, replaces: replaces)
    var page = PageWriter(store: store, query: order.apply(to: filters.query), sink: sink)
    try page.write(options, mayBeEmpty: isEmpty)
    if isEmpty { session.note("There are no books yet; the page has the snack guide alone.") }
    if dryRun || output != "-" { try confirm(page, in: session) }
    if page.bytes > Self.largeSize {
      session.note(
        "\(ByteSize.text(page.bytes)) is much for a page. Choose books with --genre, --author, --rating, --status, "
          + "--tag, --text or --limit.")
    }
    return .success
  }

  private func confirm(_ page: PageWriter, in session: Session) throws {
    let books = page.books == 1 ? "1 book" : "\(page.books) books"
    let size = ByteSize.text(page.bytes)
    if dryRun {
      let target = output == "-" ? "standard output" : SafeText.line(output)
      try session.confirm(
        done: StyledText("Would write \(books)\(session.arrow)\(target)   \(size)"), isDryRun: true)
      return
    }
    try session.confirm(
      done: StyledText(
        "\(books)\(session.arrow)\(SafeText.line(output))   \(size) \(session.dot) open it in any browser"))
  }

  private var options: PageOptions {
    var options = PageOptions(title: title)
    options.showsNotes = withNotes
    options.showsGuide = !withoutGuide
    options.stamp = stamp ? Day.today : nil
    return options
  }
}

/// Takes what is not to be written.
private final class NoSink: ExportSink {
  func write(_ bytes: [UInt8]) {}
  func finish() {}
}

/// Writes a page piece by piece, so that no more than a piece is held.
private struct PageWriter {
  let store: BookStore
  let query: BookQuery
  let sink: any ExportSink
  private(set) var books = 0
  private(set) var bytes = 0
  private var waiting: [UInt8] = []

  init(store: BookStore, query: BookQuery, sink: any ExportSink) {
    self.store = store
    self.query = query
    self.sink = sink
  }

  /// Reads the store three times over, all of one moment: to count, for the rows, for the detail views.
  ///
  /// Throws a failure, and writes nothing, where there is no book and there should be one.
  mutating func write(_ options: PageOptions, mayBeEmpty: Bool) throws {
    try store.readTogether {
      var contents = PageContents()
      try store.forEachBook(query) { contents.add($0) }
      books = contents.statistics.books
      if books == 0, !mayBeEmpty {
        throw Failure("No book fits these filters; no page was written.", .notFound)
      }
      var page = StorePage(contents, guide: try store.snackGuide(), options)
      try append(page.opening())
      try store.forEachBook(query) { try append(page.row($0)) }
      try append(page.middle)
      try store.forEachRecord(query) { try append(page.detail($0)) }
      try append(page.ending)
    }
    try flush()
    try sink.finish()
  }

  private mutating func append(_ piece: HTML) throws {
    waiting += piece.bytes
    if waiting.count >= 1 << 18 { try flush() }
  }

  private mutating func flush() throws {
    try sink.write(waiting)
    bytes += waiting.count
    waiting.removeAll(keepingCapacity: true)
  }
}

/// What stands under the name of a page to be written.
private enum PageFile {
  /// Whether a file is a page that Bookstall wrote, which may be replaced by a newer one.
  ///
  /// Throws a failure for a file that doesn't let itself be read.
  static func isOurs(_ path: String) throws -> Bool {
    var status = stat()
    // A pipe would wait for a writer.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
    let start: [UInt8]
    do {
      start = try ByteSource(path: path).read()
    } catch ImportError.unreadable(_, let reason) {
      throw Failure(
        "Whether \(Failure.quoted(path)) is a page can't be seen: \(Failure.reason(reason)). Use --force to replace "
          + "it, or another name.", .cannotWrite)
    }
    let head = String(decoding: start.prefix(1000), as: UTF8.self)
    return head.hasPrefix("<!doctype html>")
      && head.contains("<meta name=\"generator\" content=\"Bookstall\">")
  }
}
