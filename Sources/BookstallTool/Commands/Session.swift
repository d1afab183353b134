import Presentation

/// What a command works with: the options that all commands have, the environment and the streams.
final class Session {
  let console: Console
  let environment: Environment
  let global: GlobalOptions
  /// How standard output looks.
  let output: TerminalOptions
  /// How standard error looks.
  let messages: TerminalOptions

  init(console: Console, environment: Environment, global: GlobalOptions) {
    self.console = console
    self.environment = environment
    self.global = global
    let options = global.appearance
    output = TerminalOptions(
      deciding: options, environment: environment, isTTY: console.outputIsTTY,
      terminalWidth: console.outputWidth)
    messages = TerminalOptions(
      deciding: options, environment: environment, isTTY: console.errorIsTTY,
      terminalWidth: console.errorWidth)
  }

  /// The width for help, which is wrapped in pipes too.
  var helpWidth: Int { output.columns ?? 80 }

  /// Whether questions may be asked.
  var canAsk: Bool { console.canAsk && !global.noInput && !global.yes }

  /// The store's file, or nil where there is no home folder to put it in.
  var storePath: String? { StoreLocation.path(option: global.db, environment: environment) }
}
