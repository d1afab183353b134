import Bookstall
import Glibc
import Presentation

/// One call of the tool: parses, runs the command, and words what went wrong.
final class Tool {
  static let version = "0.1.0"

  private let console: Console
  private let environment: Environment
  /// The version of the SQLite library, for `--version`.
  private let sqliteVersion: String
  /// What is known of the options so far; messages look as they say.
  private var session: Session

  init(console: Console, environment: Environment, sqliteVersion: String) {
    self.console = console
    self.environment = environment
    self.sqliteVersion = sqliteVersion
    session = Session(console: console, environment: environment, global: GlobalOptions())
  }

  /// The signal that ends the process after `ExitStatus.interrupted`.
  private(set) var endingSignal = SIGINT

  /// Runs the command that the raw arguments (without the program's name) ask for.
  func run(_ rawArguments: [[UInt8]]) -> ExitStatus {
    defer { console.handBack() }
    do {
      let status = try perform(rawArguments)
      try console.finish()
      return status
    } catch {
      // The reader may still be looking at what came before the error.
      try? console.finish()
      return report(error)
    }
  }

  private func perform(_ rawArguments: [[UInt8]]) throws -> ExitStatus {
    let arguments: [String]
    do {
      arguments = try decodedArguments(rawArguments)
    } catch {
      throw UsageError(error: error, path: [RootCommand.self])
    }
    // Help and errors look as the options say, wherever those stand.
    session = Session(
      console: console, environment: environment, global: .found(in: arguments), arguments: arguments)
    return try TextLayout.$ofMessages.withValue(session.messages.layout) { try perform(arguments) }
  }

  private func perform(_ arguments: [String]) throws -> ExitStatus {
    switch try CommandLineParser(root: RootCommand.self).parse(
      CompletionCommand.spelled(arguments))
    {
    case .version:
      try console.write("bookstall \(Self.version) (SQLite \(sqliteVersion))\n")
    case .help(let path, let showsHidden):
      try console.write(HelpPage(path: path, showsHidden: showsHidden).text(width: session.helpWidth))
    case .command(let command as any ToolCommand, _):
      session = Session(
        console: console, environment: environment, global: command.global, arguments: arguments,
        asksTerminal: command.asksTerminal)
      if command.isRead { session.allowPager() }
      return try command.run(in: session)
    case .command(_, let path):
      try console.write(HelpPage(path: path).shortText(width: session.helpWidth))
    }
    return .success
  }

  private func report(_ error: any Error) -> ExitStatus {
    TextLayout.$ofMessages.withValue(session.messages.layout) { said(error) }
  }

  /// Says what went wrong and what the process ends with.
  private func said(_ error: any Error) -> ExitStatus {
    switch error {
    case ConsoleError.closedPipe, ExportError.closedPipe:
      return .success
    case ConsoleError.interrupted:
      console.report("\nStopped; nothing was saved.\n")
      return .interrupted
    case let question as InterruptedQuestion:
      console.report("\nStopped; \(question.outcome).\n")
      return .interrupted
    case ConsoleError.stopped(let signal):
      console.report("\nStopped; nothing was saved.\n")
      endingSignal = signal
      return .interrupted
    case ConsoleError.cannotWrite where console.reportsChange:
      let failure = Failure(error)
      report("The change is saved; only the words about it are lost. \(failure.message)", rest: "")
      return failure.status
    case let error as UsageError:
      let width = session.messages.columns ?? 80
      report(error.error.message, rest: error.hint(width: width))
      return .usage
    default:
      let failure = Failure(error)
      report(failure.message, rest: "")
      return failure.status
    }
  }

  /// Writes `Error:` in red where standard error has colours, then the message.
  private func report(_ message: String, rest: String) {
    let options = session.messages
    var lines = message.split(separator: "\n", omittingEmptySubsequences: false).map {
      StyledText(SafeText.line(String($0)))
    }
    var first = StyledText("Error:", options.problemStyle)
    first.append(" ")
    if !lines.isEmpty { first.append(lines.removeFirst()) }
    lines.insert(first, at: 0)
    if let columns = options.columns {
      lines = lines.flatMap { $0.wrapped(to: columns, by: options.layout.width) }
    }
    console.report(options.rendered(lines) + rest)
  }
}
