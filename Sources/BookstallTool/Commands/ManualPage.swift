/// A manual page in mdoc, made from the declarations of the commands.
struct ManualPage {
  /// The root, or the root and one command.
  let path: [any ParsableCommand.Type]

  /// When the wording last changed.
  private static let date = "November 30, 2026"

  private var configuration: CommandConfiguration {
    path.last?.configuration ?? CommandConfiguration(commandName: "", abstract: "")
  }

  private var isWhole: Bool { path.count == 1 }

  /// The page's source.
  var text: String {
    let words = path.map { $0.configuration.commandName }
    let title = words.joined(separator: "-")
    var lines = [
      ".Dd \(Self.date)", ".Dt \(title.uppercased()) 1", ".Os", ".Sh NAME", ".Nm \(Roff.text(title))",
      ".Nd \(Roff.description(configuration.abstract))", ".Sh SYNOPSIS", ".Nm bookstall",
    ]
    lines += words.dropFirst().map { ".Cm \($0)" }
    if isWhole {
      lines += [".Op Ar options", ".Ar command", ".Op Ar arguments"]
    } else {
      lines += Self.synopsis(of: path)
    }
    lines += [".Sh DESCRIPTION"] + Roff.paragraph(configuration.abstract)
    for paragraph in configuration.discussion { lines += [".Pp"] + Roff.paragraph(paragraph) }
    if isWhole {
      lines += [".Pp", "The commands are as follows."]
      for command in configuration.subcommands where !command.configuration.isHidden {
        lines += Self.section(of: path + [command], level: "Ss")
      }
      lines += [".Sh OPTIONS", "Every command has these, before or behind its name."]
      lines += Self.list(path.last?.init().parameters ?? [])
    } else {
      lines += Self.parameters(of: path)
      for command in configuration.subcommands { lines += Self.section(of: path + [command], level: "Ss") }
    }
    lines += topics + environment + files + exitStatus + examples
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Parts

  private static func section(of path: [any ParsableCommand.Type], level: String) -> [String] {
    guard let configuration = path.last?.configuration else { return [] }
    let names = path.dropFirst().map { $0.configuration.commandName }.joined(separator: " ")
    var lines = [".\(level) \(Roff.text(names))"] + Roff.paragraph(configuration.abstract)
    for alias in configuration.aliases { lines += ["Also called", ".Cm \(alias) ."] }
    for paragraph in configuration.discussion { lines += [".Pp"] + Roff.paragraph(paragraph) }
    lines += parameters(of: path)
    for command in configuration.subcommands { lines += section(of: path + [command], level: level) }
    return lines
  }

  /// The parameters that are the command's own.
  private static func own(_ path: [any ParsableCommand.Type]) -> [Parameter] {
    guard let command = path.last, let root = path.first else { return [] }
    let shared = Set(root.init().parameters.flatMap(\.names))
    return command.init().parameters.filter { shared.isDisjoint(with: $0.names) && !$0.help.isHidden }
  }

  private static func parameters(of path: [any ParsableCommand.Type]) -> [String] {
    list(own(path).filter { !$0.help.abstract.isEmpty })
  }

  private static func list(_ parameters: [Parameter]) -> [String] {
    guard !parameters.isEmpty else { return [] }
    var lines = [".Bl -tag -width Ds"]
    for parameter in parameters {
      lines.append(".It " + item(parameter).joined(separator: " "))
      var text = parameter.help.abstract
      if !parameter.choices.isEmpty { text += " One of \(alternatives(parameter.choices))." }
      if let value = parameter.defaultText { text += " The default is \(value)." }
      lines += Roff.paragraph(text)
    }
    return lines + [".El"]
  }

  private static func item(_ parameter: Parameter) -> [String] {
    if parameter.isPositional { return ["Ar", Roff.argument(parameter.placeholder)] }
    var words: [String] = []
    for name in parameter.names + parameter.offNames {
      if !words.isEmpty { words.append(",") }
      words += ["Fl", Roff.argument(String(name.dropFirst()))]
    }
    return parameter.placeholder.isEmpty ? words : words + ["Ar", Roff.argument(parameter.placeholder)]
  }

  private static func synopsis(of path: [any ParsableCommand.Type]) -> [String] {
    let positionals = own(path).filter(\.isPositional).map { parameter in
      let dots = parameter.isRepeating ? " ..." : ""
      return parameter.isRequired
        ? ".Ar \(Roff.argument(parameter.placeholder))\(dots)"
        : ".Op Ar \(Roff.argument(parameter.placeholder))\(dots)"
    }
    return [".Op Ar options"] + positionals
  }

  private var environment: [String] {
    guard isWhole else { return [] }
    var lines = [".Sh ENVIRONMENT", ".Bl -tag -width Ds"]
    for variable in EnvironmentVariable.allCases {
      lines += [".It Ev \(variable.rawValue)"] + Roff.paragraph(variable.meaning)
    }
    return lines + [".El"]
  }

  private var files: [String] {
    guard isWhole else { return [] }
    var lines = [".Sh FILES", ".Bl -tag -width Ds"]
    for file in HelpTopic.fileRows {
      lines += [".It Pa \(Roff.argument(file.label))"] + Roff.paragraph(file.text)
    }
    return lines + [".El"]
  }

  /// What `help` tells beside the commands.
  private var topics: [String] {
    guard isWhole else { return [] }
    var lines = [".Sh HELP TOPICS", ".Bl -tag -width Ds"]
    for topic in HelpTopic.allCases {
      lines += [".It Cm help \(topic.rawValue)"] + Roff.paragraph(topic.abstract)
    }
    return lines + [".El"]
  }

  private var exitStatus: [String] {
    guard isWhole else { return [] }
    var lines = [".Sh EXIT STATUS", ".Bl -tag -width Ds"]
    for status in ExitStatus.allCases {
      lines += [".It \(status.rawValue)"] + Roff.paragraph(status.meaning)
    }
    return lines + [".El"]
  }

  private var examples: [String] {
    [".Sh EXAMPLES", ".Bd -literal"] + configuration.examples.map(Roff.text) + [".Ed"]
  }
}

/// Text that roff takes as text.
enum Roff {
  /// A line of text.
  static func text(_ text: String) -> String {
    var line = text.replacingBackslashes
    if line.hasPrefix(".") || line.hasPrefix("'") { line = "\\&" + line }
    return line
  }

  /// An argument of a macro.
  static func argument(_ text: String) -> String { Roff.text(text) }

  /// A description without its full stop, as the first line of a page has it.
  static func description(_ text: String) -> String {
    let line = Roff.text(text)
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// A paragraph with a line for each sentence, as mdoc wants it, none of them long.
  static func paragraph(_ text: String) -> [String] {
    var sentences: [[String]] = [[]]
    for word in text.split(separator: " ").map(String.init) {
      sentences[sentences.count - 1].append(word)
      if word.hasSuffix(".") || word.hasSuffix("?") { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }.flatMap { wrapped($0, width: 76) }.map(Roff.text)
  }
}

extension String {
  /// The text with each backslash written as roff writes it.
  fileprivate var replacingBackslashes: String {
    split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\e")
  }
}
