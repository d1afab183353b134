/// What a command is called and what help says about it.
struct CommandConfiguration {
  let commandName: String
  /// Other full names of the command; there are no abbreviations.
  var aliases: [String] = []
  /// What other programs call it: not understood, but answered with the right name.
  var foreignNames: [String] = []
  /// A sentence.
  let abstract: String
  /// Whole command lines; they come first in help.
  var examples: [String] = []
  /// Paragraphs after the examples, each wrapped to the width.
  var discussion: [String] = []
  /// What follows the command's name in the usage line, where the derived one would be too long.
  var usage: String?
  var subcommands: [any ParsableCommand.Type] = []
  /// What `help` knows beside commands; named at the end of the root's help.
  var topics: [String] = []
  /// Whether help leaves it out: programs call it, people don't.
  var isHidden = false
}

/// A command or the root of a tree of them.
protocol ParsableCommand: ParsableArguments {
  static var configuration: CommandConfiguration { get }
}

extension ParsableCommand {
  /// Whether the word is the command's name or one of its aliases.
  static func isCalled(_ word: String) -> Bool {
    configuration.commandName == word || configuration.aliases.contains(word)
  }
}
