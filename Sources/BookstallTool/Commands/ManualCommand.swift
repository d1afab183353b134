/// `bookstall manual`: prints a manual page in mdoc.
struct ManualCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "manual", abstract: "Print the manual page, for all or for one command.",
      examples: [
        "bookstall manual > ~/.local/share/man/man1/bookstall.1", "bookstall manual list | man -l -",
      ])
  }

  @Argument(.text("command"), help: "A command; none for the whole manual.") var command: [String]
  var global = GlobalOptions()

  var asksTerminal: TerminalAsking { .never }

  func run(in session: Session) throws -> ExitStatus {
    let path = try CommandLineParser(root: RootCommand.self).path(to: command)
    try session.console.write(ManualPage(path: path).text)
    return .success
  }
}
