import Bookstall
import Glibc
import Presentation

/// What a command works with: the options that all commands have, the environment, the streams and the store.
final class Session {
  let console: Console
  let environment: Environment
  let global: GlobalOptions
  /// The words of the command line.
  let arguments: [String]
  /// What the terminal said of itself; nil where it wasn't asked.
  let answers: TerminalAnswers?
  /// How standard output looks.
  let output: TerminalOptions
  /// How standard error looks.
  let messages: TerminalOptions

  init(
    console: Console, environment: Environment, global: GlobalOptions, arguments: [String] = [],
    asksTerminal: TerminalAsking = .never
  ) {
    self.console = console
    self.environment = environment
    self.global = global
    self.arguments = arguments
    let options = global.appearance
    let isAsked =
      switch asksTerminal {
      case .never: false
      case .ifNeeded: TerminalOptions.needsAnswers(options, environment)
      case .always: TerminalOptions.canBeAsked(options, environment)
      }
    answers = isAsked ? console.answers(environment, isFresh: asksTerminal == .always) : nil
    output = TerminalOptions(
      deciding: options, environment: environment, isTTY: console.outputIsTTY,
      terminalWidth: console.outputWidth, answers: answers)
    messages = TerminalOptions(
      deciding: options, environment: environment, isTTY: console.errorIsTTY,
      terminalWidth: console.errorWidth, answers: answers)
  }

  /// How a screen looks that is drawn anew when the window changes: its width is fixed only where somebody fixed it.
  var drawing: TerminalOptions {
    var options = console.outputIsTTY ? output : messages
    options.columns =
      TerminalOptions(
        deciding: global.appearance, environment: environment, isTTY: false, terminalWidth: nil
      ).columns
    return options
  }

  /// The width for help, which is wrapped in pipes too.
  var helpWidth: Int { output.columns ?? 80 }

  /// Whether questions may be asked.
  var canAsk: Bool { console.canAsk && !global.noInput && !global.yes }

  // MARK: Store

  /// The store for a command that adds to it; makes the file where it is missing.
  func storeForWriting() throws -> BookStore { try BookStore(at: storePath()) }

  /// The store as it is; a missing file is an empty store and stays missing.
  func existingStore() throws -> BookStore { try BookStore(reading: storePath()) }

  /// The book that the user means by a number, a title or a part of one.
  func book(_ text: String, in store: BookStore) throws -> Book {
    switch try store.find(text) {
    case .one(let book): return book
    case .none: throw Failure.noBook(text)
    case .several(let books): throw Failure.ambiguous(text, books, messages)
    }
  }

  /// The whole record of the book that the user means.
  func record(_ text: String, in store: BookStore) throws -> BookRecord {
    let book = try book(text, in: store)
    guard let record = try store.record(book.id) else { throw Failure.noBook(text) }
    return record
  }

  /// The file that `--db` names where there is none; most likely its name has a typing error.
  var missingFile: String? { global.db == nil ? nil : missingStore }

  /// The file that `--db` or `BOOKSTALL_DB` names where there is none.
  var missingStore: String? {
    guard let path = global.db ?? environment[.bookstallDB], access(path, F_OK) != 0 else { return nil }
    return path
  }

  /// The path of the store's file.
  func storePath() throws -> String {
    if let path = StoreLocation.path(option: global.db, environment: environment) { return path }
    throw Failure(
      "There is no home folder to keep the store in. Name a file with --db or BOOKSTALL_DB.", .usage)
  }
}

/// When a terminal is asked about itself.
enum TerminalAsking {
  case never
  /// If the options and the environment leave it open how output looks.
  case ifNeeded
  /// Always, and anew.
  case always
}
