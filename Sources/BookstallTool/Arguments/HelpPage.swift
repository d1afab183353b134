/// The help of one command, made from its declaration alone.
struct HelpPage {
  /// The root, then the subcommands down to the one described.
  let path: [any ParsableCommand.Type]
  /// Whether the page has also what people don't need, as `--help-hidden` wants.
  var showsHidden = false

  private static let indent = "  "
  /// Where descriptions begin.
  private static let column = 26
  /// Below this width a description stands under its label.
  private static let leastForColumns = 60
  private static let leastWidth = 20

  private var configuration: CommandConfiguration {
    path.last?.configuration ?? CommandConfiguration(commandName: "", abstract: "")
  }

  /// The names from the root down, as they are typed.
  private var name: String { path.map { $0.configuration.commandName }.joined(separator: " ") }

  /// The whole page, wrapped to the width.
  func text(width: Int) -> String {
    let width = max(width, Self.leastWidth)
    let parameters = ownParameters.filter(isShown)
    var sections = [overview(width: width), usage(prefix: "USAGE: ", width: width)]
    sections.append(
      section("ARGUMENTS", parameters.filter { $0.isPositional && !$0.help.abstract.isEmpty }, width: width))
    let help = Parameter(form: .flag { _ in }, names: ["-h", "--help"], help: "Show help information.")
    let version = Parameter(form: .flag { _ in }, names: ["--version"], help: "Show the version.")
    let builtIn = path.count == 1 ? [version, help] : [help]
    sections.append(section("OPTIONS", parameters.filter { !$0.isPositional } + builtIn, width: width))
    sections.append(subcommands(width: width))
    return sections.filter { !$0.isEmpty }.joined(separator: "\n") + ending(width: width)
  }

  /// The overview and the list of subcommands: what a bare command prints.
  func shortText(width: Int) -> String {
    let width = max(width, Self.leastWidth)
    return overview(width: width) + "\n" + subcommands(width: width) + ending(width: width)
  }

  /// A titled list in the same two columns.
  static func list(_ title: String, rows: [(label: String, text: String)], width: Int) -> String {
    let areShort = rows.allSatisfy { $0.label.count <= 4 }
    return wrapped(title + ":", width: max(width, leastWidth)).joined(separator: "\n") + "\n"
      + rows.map {
        row(
          $0.label, $0.text, width: max(width, leastWidth),
          column: areShort && width < leastForColumns ? 8 : nil)
      }.joined()
  }

  /// The usage line behind the prefix, wrapped under the command's name.
  func usage(prefix: String, width: Int) -> String {
    let hanging = String(repeating: " ", count: prefix.count + name.count + 1)
    let parts = (configuration.usage.map { [$0] } ?? usageParts).flatMap(Self.bracketed)
    guard width >= Self.leastForColumns || !parts.contains(where: { hanging.count + $0.count > width }) else {
      return narrowUsage(prefix: prefix, parts, width: max(width, Self.leastWidth))
    }
    // A part is never broken at a space inside its brackets.
    let lines = wrapped(parts, width: max(width - hanging.count, 24))
    let text = lines.joined(separator: "\n" + hanging)
    return prefix + name + (text.isEmpty ? "" : " " + text) + "\n"
  }

  /// The usage where its parts find no room beside the name: under it, and broken within where they must.
  private func narrowUsage(prefix: String, _ parts: [String], width: Int) -> String {
    let hanging = "    "
    let words = parts.flatMap { part in
      part.count + hanging.count <= width
        ? [part] : part.replacing("|", with: "| ").split(separator: " ").map(String.init)
    }
    let lines = wrapped(words, width: width - hanging.count).map { hanging + $0 }
    return (wrapped(prefix + name, width: width) + lines).joined(separator: "\n") + "\n"
  }

  /// A parameter that has no description is there for the sake of an error message alone.
  private func isShown(_ parameter: Parameter) -> Bool {
    !parameter.help.isHidden || showsHidden && !parameter.help.abstract.isEmpty
  }

  /// The parameters of the command without the ones it shares with the root.
  private var ownParameters: [Parameter] {
    guard let command = path.last else { return [] }
    let all = command.init().parameters
    guard path.count > 1, let root = path.first else { return all }
    let shared = Set(root.init().parameters.flatMap(\.names))
    return all.filter { shared.isDisjoint(with: $0.names) }
  }

  private func ending(width: Int) -> String {
    guard let root = path.first?.configuration.commandName else { return "" }
    let sentence =
      path.count == 1
      ? "See '\(root) help <command>' for a command's own options."
      : "See '\(root) --help' for the options that every command has."
    let topics = path.count == 1 ? configuration.topics : []
    let list = topics.isEmpty ? "" : "Topics of help: \(topics.joined(separator: ", "))."
    return "\n" + Self.indented(sentence, width: width) + Self.indented(list, width: width)
  }

  /// A text in lines that begin with the usual indent.
  static func indented(_ text: String, width: Int) -> String {
    wrapped(text, width: width - indent.count).map { indent + $0 + "\n" }.joined()
  }

  /// A command line as it can be typed: where it is too long, it goes on behind a backslash.
  private static func example(_ text: String, width: Int) -> String {
    guard indent.count + text.count > width else { return indent + text + "\n" }
    let further = indent + indent
    let words = parts(text)
    let hasRoom = words.allSatisfy { further.count + $0.count <= width }
    let lines = wrapped(words, width: width - indent.count - (hasRoom ? 4 : 2))
    let (last, start) = (lines.last ?? "", lines.dropLast())
    let next = hasRoom ? further : indent
    return (start.map { $0 + " \\\n" + next } + [last + "\n"]).reduce(indent, +)
  }

  private var usageParts: [String] {
    let parameters = ownParameters.filter(isShown)
    if !configuration.subcommands.isEmpty { return ["<subcommand>"] }
    let positionals = parameters.filter(\.isPositional).map { parameter in
      let label = parameter.label + (parameter.isRepeating ? "..." : "")
      return parameter.isRequired ? label : "[\(label)]"
    }
    let options = parameters.filter { !$0.isPositional }
    if options.count > 12 { return positionals + ["[<options>]"] }
    return positionals
      + options.map {
        "[\($0.label)\($0.offNames.map { "|" + $0 }.joined())]" + ($0.isRepeating ? "..." : "")
      }
  }

  /// Splits at the spaces outside of quotes.
  private static func parts(_ text: String) -> [String] {
    var parts = [""]
    var quote: Character?
    for character in text {
      if quote == nil, character == "\"" || character == "'" {
        quote = character
      } else if character == quote {
        quote = nil
      }
      if character == " ", quote == nil {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  /// Splits at the spaces outside of square brackets.
  private static func bracketed(_ text: String) -> [String] {
    var parts = [""]
    var depth = 0
    for character in text {
      if character == "[" { depth += 1 } else if character == "]" { depth -= 1 }
      if character == " ", depth == 0 {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return parts
  }

  private func overview(width: Int) -> String {
    var text = wrapped("OVERVIEW: " + configuration.abstract, width: width).joined(separator: "\n") + "\n"
    if !configuration.examples.isEmpty {
      text += "\n" + configuration.examples.map { Self.example($0, width: width) }.joined()
    }
    for paragraph in configuration.discussion {
      text += "\n" + wrapped(paragraph, width: width).joined(separator: "\n") + "\n"
    }
    return text
  }

  private func subcommands(width: Int) -> String {
    let rows = configuration.subcommands.map { $0.configuration }.filter { showsHidden || !$0.isHidden }.map {
      configuration in
      Self.row(
        ([configuration.commandName] + configuration.aliases).joined(separator: ", "),
        configuration.abstract, width: width)
    }
    return rows.isEmpty ? "" : "SUBCOMMANDS:\n" + rows.joined()
  }

  private func section(_ title: String, _ parameters: [Parameter], width: Int) -> String {
    guard !parameters.isEmpty else { return "" }
    let rows = parameters.map { parameter in
      var label = (parameter.names.isEmpty ? parameter.label : parameter.names.joined(separator: ", "))
      if !parameter.offNames.isEmpty { label += "/" + parameter.offNames.joined(separator: ", ") }
      if !parameter.names.isEmpty, !parameter.placeholder.isEmpty { label += " <\(parameter.placeholder)>" }
      let facts = [
        parameter.choices.isEmpty ? nil : "values: \(parameter.choices.joined(separator: ", "))",
        parameter.defaultText.map { "default: \($0)" },
      ].compactMap { $0 }.joined(separator: "; ")
      return Self.row(label, parameter.help.abstract + (facts.isEmpty ? "" : " (\(facts))"), width: width)
    }
    return "\(title):\n" + rows.joined()
  }

  /// A label and its description in the second column; a long label has a line of its own.
  private static func row(_ label: String, _ description: String, width: Int, column: Int? = nil) -> String {
    guard width >= leastForColumns || column != nil else {
      let below = indent + indent + indent
      let labels = wrapped(label, width: width - indent.count).map { indent + $0 + "\n" }
      let lines = wrapped(description, width: width - below.count).map { below + $0 + "\n" }
      return (labels + lines).joined()
    }
    let column = column ?? self.column
    let padding = String(repeating: " ", count: column)
    let head = indent + label
    let lines = wrapped(description, width: max(width - column, 14))
    guard let first = lines.first else { return head + "\n" }
    let gap = column - head.count
    let start = gap > 0 ? head + padding.prefix(gap) + first : head + "\n" + padding + first
    return ([start] + lines.dropFirst().map { padding + $0 }).joined(separator: "\n") + "\n"
  }
}
