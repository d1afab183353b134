/// `bookstall` itself: the list of all commands, from which help is made.
struct RootCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bookstall",
      abstract: "Keep your books, ratings and reviews in one SQLite file.",
      examples: [
        "bookstall add",
        "bookstall list --genre Fantasy --rating 4..",
        "bookstall show earthsea",
        "bookstall import goodreads.csv",
        "bookstall export reviews.csv",
      ],
      subcommands: [
        AddCommand.self, ListCommand.self, ShowCommand.self, SearchCommand.self, RateCommand.self,
        EditCommand.self, RemoveCommand.self, UndoCommand.self, RedoCommand.self, GenreCommand.self,
        StatsCommand.self, ExportCommand.self, ImportCommand.self, PageCommand.self, SnackCommand.self,
        DemoCommand.self, DatabaseCommand.self,
        DoctorCommand.self, CompletionCommand.self, ManualCommand.self, HelpCommand.self,
        CompleteWordsCommand.self,
      ], topics: HelpTopic.allCases.map(\.rawValue))
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    try session.console.write(HelpPage(path: [RootCommand.self]).shortText(width: session.helpWidth))
    return .success
  }
}
