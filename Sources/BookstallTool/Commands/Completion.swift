import Bookstall

/// Finds out what could come next on a command line, from the declarations of the commands alone.
struct Completion {
  /// What kind of words could come next.
  enum Wanted: Equatable {
    /// Words from the declarations.
    case words([Candidate])
    /// A book of the store.
    case book
    /// A value that books of the store have.
    case genre, author, tag
    /// A genre of some book, or the lack of one.
    case storedGenre
    /// A change that can be taken back.
    case step
    case file
    case nothing
  }

  /// A word that could come next, and what it means.
  struct Candidate: Equatable {
    var word: String
    var meaning = ""
  }

  /// What could stand at the end.
  let wanted: Wanted
  /// What the word at the end begins with already and keeps, such as `--genre=`.
  let prefix: String
  /// The rest of the word at the end.
  let typed: String

  /// Reads the words after the program's name; the last one is being typed and may be empty.
  init(root: any ParsableCommand.Type, words: [String]) {
    var line = Line(root)
    for word in words.dropLast() { line.take(word) }
    let current = words.last ?? ""
    if let option = line.open {
      (wanted, prefix, typed) = (Completion.values(of: option), "", current)
    } else if !line.optionsHaveEnded, current.hasPrefix("--"), let equals = current.firstIndex(of: "=") {
      let value = current.index(after: equals)
      let option = line.parameter(String(current[..<equals]))
      wanted = option.map(Completion.values) ?? .nothing
      (prefix, typed) = (String(current[..<value]), String(current[value...]))
    } else if !line.optionsHaveEnded, current.hasPrefix("-") {
      (wanted, prefix, typed) = (.words(line.options), "", current)
    } else {
      (wanted, prefix, typed) = (line.positional, "", current)
    }
  }

  /// What a parameter takes.
  fileprivate static func values(of parameter: Parameter) -> Wanted {
    if !parameter.choices.isEmpty { return .words(parameter.choices.map { Candidate(word: $0) }) }
    switch parameter.placeholder {
    case "book": return .book
    // Options that give a book its genre take one and no more; the others look for books.
    case "genre": return parameter.isRepeating || parameter.isPositional ? .storedGenre : .genre
    case "name", "author": return .author
    case "tag": return .tag
    case "step": return .step
    case "file": return .file
    case "key":
      let keys = BookQuery.Sort.allCases.map(\.rawValue)
      return .words((keys + keys.map { "-" + $0 }).map { Candidate(word: $0) })
    case "topic":
      return .words(
        commands(of: RootCommand.self)
          + HelpTopic.allCases.map { Candidate(word: $0.rawValue, meaning: $0.abstract) })
    case "command": return .words(commands(of: RootCommand.self))
    default: return .nothing
    }
  }

  fileprivate static func commands(of command: any ParsableCommand.Type) -> [Candidate] {
    command.configuration.subcommands.map { $0.configuration }.filter { !$0.isHidden }.map {
      Candidate(word: $0.commandName, meaning: $0.abstract)
    }
  }
}

/// A command line as far as it is read.
private struct Line {
  private var command: any ParsableCommand.Type
  private var parameters: [Parameter]
  private var positionals = 0
  /// The option that waits for its value.
  private(set) var open: Parameter?
  private(set) var optionsHaveEnded = false

  init(_ root: any ParsableCommand.Type) {
    command = root
    parameters = root.init().parameters
  }

  func parameter(_ name: String) -> Parameter? {
    parameters.first { ($0.names + $0.offNames).contains(name) }
  }

  mutating func take(_ word: String) {
    if open != nil {
      open = nil
    } else if optionsHaveEnded || !word.hasPrefix("-") || word == "-" {
      takePositional(word)
    } else if word == "--" {
      optionsHaveEnded = true
    } else if let parameter = parameter(word), case .option = parameter.form {
      open = parameter
    }
  }

  private mutating func takePositional(_ word: String) {
    if positionals == 0, let next = command.configuration.subcommands.first(where: { $0.isCalled(word) }) {
      command = next
      parameters = next.init().parameters
    } else {
      positionals += 1
    }
  }

  /// The options that were not given yet, except those of which there may be several.
  var options: [Completion.Candidate] {
    let names = parameters.filter { !$0.isPositional && !$0.help.isHidden }.flatMap { parameter in
      (parameter.names.filter { $0.hasPrefix("--") } + parameter.offNames).map {
        Completion.Candidate(word: $0, meaning: parameter.help.abstract)
      }
    }
    return names + [Completion.Candidate(word: "--help", meaning: "Show help information.")]
  }

  /// What the next word without a dash could be.
  var positional: Completion.Wanted {
    if positionals == 0, !command.configuration.subcommands.isEmpty {
      return .words(Completion.commands(of: command))
    }
    let places = parameters.filter(\.isPositional)
    let place = places.indices.contains(positionals) ? places[positionals] : places.last { $0.isRepeating }
    return place.map(Completion.values) ?? .nothing
  }
}
