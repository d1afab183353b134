/// A command of the tool: what it is called, what it takes, and what it does.
protocol ToolCommand: ParsableCommand {
  /// The options that every command has.
  var global: GlobalOptions { get }
  /// Does the work; output goes to the session's console.
  func run(in session: Session) throws -> ExitStatus
}
