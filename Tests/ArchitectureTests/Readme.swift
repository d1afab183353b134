import TestSupport

/// A Markdown text, as far as the rules look into it.
struct Readme {
  let text: String
  let lines: [Substring]

  init(_ text: String) {
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  var lineCount: Int { lines.last?.isEmpty == true ? lines.count - 1 : lines.count }

  /// The contents of the fenced blocks of one language, each with its last line break.
  func blocks(_ language: String) -> [String] {
    var blocks: [String] = []
    var isInside = false
    for line in lines {
      if isInside, line == "```" {
        isInside = false
      } else if isInside {
        blocks[blocks.count - 1] += line + "\n"
      } else if line == "```\(language)" {
        isInside = true
        blocks.append("")
      }
    }
    return blocks
  }

  /// The scripts of the project's own that a reader is told to run, in order of mention.
  var setUpCommands: [String] {
    blocks("sh").flatMap { $0.split(separator: "\n") }
      .map { String($0.split(separator: "#").first ?? "").trimmed }
      .filter { $0.hasPrefix(".dev/") || $0.hasPrefix("./") || $0.hasPrefix("bash ") || $0.hasPrefix("sh ") }
  }

  /// The links into the repository.
  var relativeLinks: [String] {
    text.ranges(of: "](").compactMap { range in
      let target = text[range.upperBound...].prefix { $0 != ")" && $0 != "#" }
      return target.isEmpty || target.contains("://") ? nil : String(target)
    }
  }

  /// The steps of a terminal session: what is typed after `$ ` and what is printed.
  static func steps(of session: String) -> [(command: String, output: String)] {
    var steps: [(command: String, output: String)] = []
    for line in session.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix("$ ") {
        steps.append((String(line.dropFirst(2)), ""))
      } else if !steps.isEmpty {
        steps[steps.count - 1].output += line + "\n"
      }
    }
    return steps
  }

  /// The modules of a drawing: a name in each line, and after `sees` what it imports.
  static func modules(inDrawing drawing: String) -> [String: Set<String>] {
    var modules: [String: Set<String>] = [:]
    for line in drawing.split(separator: "\n") {
      let words = line.split { !$0.isLetter }.map(String.init)
      guard let name = words.first else { continue }
      let seen = line.firstRange(of: " sees ").map { line[$0.upperBound...].split { !$0.isLetter } } ?? []
      modules[name] = Set(seen.map(String.init))
    }
    return modules
  }

  /// The names under SUBCOMMANDS in the root's help, without aliases.
  static func commands(inHelp help: String) -> [String] {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    guard let heading = lines.firstIndex(of: "SUBCOMMANDS:") else { return [] }
    return lines[(heading + 1)...].prefix { !$0.isEmpty }
      .filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }
      .map { line in String(line.trimmed.prefix { $0 != " " && $0 != "," }) }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: String {
    let start = drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
