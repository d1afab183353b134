@testable import BookstallTool

/// A small tree of commands that has every form a command line can take.
enum Sample {
  enum Shape: String, CaseIterable {
    case round
    case square
  }

  struct Globals: ParsableArguments {
    @Flag(help: "Print JSON.") var json
    @Flag(short: "q", help: "Say little.") var quiet
    @Flag(short: "v", help: "Say much.") var verbose
    @Option(.integer("cells", in: 1...500), help: "The width.") var width: Int?

    func validate() throws(ValidationError) {
      if quiet, verbose { throw ValidationError(message: "'--quiet' and '--verbose' can't go together.") }
    }
  }

  struct Root: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "stall", abstract: "A stall.", examples: ["stall rate 40 5"],
        subcommands: [Rate.self, List.self, Genre.self, Export.self])
    }
    var globals = Globals()
  }

  struct Rate: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "rate", abstract: "Set a rating; 0 clears it.",
        examples: ["stall rate 40 5", "stall rate \"earthsea\" 4"])
    }
    @Argument(.text, help: "A number, a title, or a part of one.") var book = ""
    @Argument(Sample.stars, isRequired: true, help: "0.25 to 5 in quarter stars: 4, 4.5, 3.75; 0 clears.")
    var stars: Double?
    @Flag(help: "Say what would change, change nothing.") var dryRun
    var globals = Globals()
  }

  struct List: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "list", aliases: ["ls"], abstract: "List books.")
    }
    @Argument(.text, help: "Words of the title.") var words: [String]
    @Option(.text, help: "Repeat for several.") var tag: [String]
    @Option(.text("key"), takesAnyValue: true, help: "Sort by it.") var sort: String?
    @Option(.integer("n", in: 0...Int.max), short: "n", help: "At most so many.") var limit = 20
    @Option(.choice("shape"), help: "The shape.") var shape = Shape.round
    @Flag(hasOffName: true, help: "Print a header.") var header = true
    var globals = Globals()
  }

  struct Genre: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "genre", abstract: "See genres.", subcommands: [Merge.self])
    }
    var globals = Globals()
  }

  struct Merge: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "merge", abstract: "Merge two.")
    }
    @Argument(.text, help: "The one that stays.") var into: String?
    var globals = Globals()
  }

  struct Export: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(
        commandName: "export", abstract: "Write.",
        usage: "[<file>|-] [--a <a>] [--bee <bee>|--see <see file>]")
    }
    var globals = Globals()
  }

  static var stars: ValueParser<Double> {
    ValueParser("stars") { (text) throws(InvalidValue) in
      guard let stars = Double(text), (0...5).contains(stars) else {
        throw InvalidValue(reason: "use 0.25 to 5 in quarter stars (0 clears).")
      }
      return stars
    }
  }
}
