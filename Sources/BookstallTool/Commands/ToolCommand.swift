/// A command of the tool: what it is called, what it takes, and what it does.
protocol ToolCommand: ParsableCommand {
  /// The options that every command has.
  var global: GlobalOptions { get }
  /// Whether its output is read from top to bottom, so that a pager helps where it is tall.
  var isRead: Bool { get }
  /// When the terminal is asked about itself.
  var asksTerminal: TerminalAsking { get }
  /// Does the work; output goes to the session's console.
  func run(in session: Session) throws -> ExitStatus
}

extension ToolCommand {
  var isRead: Bool { false }
  var asksTerminal: TerminalAsking { !global.json && !global.plain && !global.quiet ? .ifNeeded : .never }
}
