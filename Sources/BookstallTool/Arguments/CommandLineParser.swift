/// What a command line asks for.
enum Invocation {
  /// A command with its values, and the way to it from the root.
  case command(any ParsableCommand, path: [any ParsableCommand.Type])
  /// Help for the last command of the path.
  ///
  /// `showsHidden` asks for what help usually leaves out.
  case help(path: [any ParsableCommand.Type], showsHidden: Bool)
  case version
}

/// Turns the arguments into a command with its values; reads and prints nothing.
struct CommandLineParser {
  let root: any ParsableCommand.Type

  init(root: any ParsableCommand.Type) { self.root = root }

  /// Parses the arguments after the program's name.
  func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var path = [root]
    do throws(ArgumentError) {
      var rest = arguments
      let asksForHelp = arguments.prefix { $0 != "--" }.contains { helpNames.contains($0) }
      let showsHidden = arguments.prefix { $0 != "--" }.contains("--help-hidden")
      while let last = path.last, !last.configuration.subcommands.isEmpty {
        guard let index = try indexOfSubcommand(of: last, in: rest, ignoringErrors: asksForHelp) else {
          break
        }
        path.append(try subcommand(rest[index], of: last))
        rest.remove(at: index)
      }
      if asksForHelp { return .help(path: path, showsHidden: showsHidden) }
      return try invocation(of: path, with: rest)
    } catch {
      throw UsageError(error: error, path: path)
    }
  }

  private let helpNames = ["-h", "--help", "--help-hidden"]

  /// The command that a path of names leads to, for `help <topic>`.
  func path(to names: [String]) throws(UsageError) -> [any ParsableCommand.Type] {
    var path = [root]
    for name in names {
      do throws(ArgumentError) {
        path.append(try subcommand(name, of: path.last ?? root))
      } catch {
        throw UsageError(error: error, path: path)
      }
    }
    return path
  }

  /// The index of the first argument that is neither an option of the command nor an option's value.
  private func indexOfSubcommand(
    of command: any ParsableCommand.Type, in arguments: [String], ignoringErrors: Bool
  ) throws(ArgumentError) -> Int? {
    var reader = ArgumentReader(arguments, parameters: command.init().parameters)
    do throws(ArgumentError) {
      while let item = try reader.next() {
        if case .positional = item { return reader.position - 1 }
      }
    } catch {
      if !ignoringErrors { throw error }
    }
    return nil
  }

  private func subcommand(
    _ word: String, of command: any ParsableCommand.Type
  ) throws(ArgumentError) -> any ParsableCommand.Type {
    let subcommands = command.configuration.subcommands
    if let found = subcommands.first(where: { $0.isCalled(word) }) { return found }
    let shown = subcommands.map { $0.configuration }.filter { !$0.isHidden }
    let meant = word == "version" ? "--version" : shown.first { $0.foreignNames.contains(word) }?.commandName
    throw .unknownCommand(
      word, suggestion: meant ?? Suggestion.nearest(to: word, among: shown.map(\.commandName)))
  }

  /// Hands the arguments to the parameters of the path's last command.
  private func invocation(
    of path: [any ParsableCommand.Type], with arguments: [String]
  ) throws(ArgumentError) -> Invocation {
    let command = (path.last ?? root).init()
    let parameters = command.parameters
    var reader = ArgumentReader(arguments, parameters: parameters)
    var positionals: [String] = []
    while let item = try reader.next() {
      switch item {
      case .help: return .help(path: path, showsHidden: false)
      case .version: return .version
      case .positional(let text): positionals.append(text)
      case .flag(let parameter, let isOn):
        if case .flag(let set) = parameter.form { set(isOn) }
      case .option(let parameter, let value):
        if case .option(let assign) = parameter.form { try accept(value, parameter, assign) }
      }
    }
    try place(positionals[...], in: parameters.filter(\.isPositional))
    do throws(ValidationError) {
      try command.validate()
      for group in command.groups { try group.validate() }
    } catch {
      throw .refused(error)
    }
    return .command(command, path: path)
  }

  private func place(_ texts: ArraySlice<String>, in parameters: [Parameter]) throws(ArgumentError) {
    var texts = texts
    for parameter in parameters {
      guard case .positional(let assign) = parameter.form else { continue }
      if texts.isEmpty, parameter.isRequired { throw .missingArgument(label: parameter.label) }
      let count = parameter.isRepeating ? texts.count : min(1, texts.count)
      for text in texts.prefix(count) { try accept(text, parameter, assign) }
      texts = texts.dropFirst(count)
    }
    if !texts.isEmpty { throw .unexpectedArguments(Array(texts)) }
  }

  private func accept(
    _ text: String, _ parameter: Parameter, _ assign: (String) throws(InvalidValue) -> Void
  ) throws(ArgumentError) {
    do throws(InvalidValue) {
      try assign(text)
    } catch {
      throw .invalidValue(text, label: parameter.label, reason: error.reason)
    }
  }
}
