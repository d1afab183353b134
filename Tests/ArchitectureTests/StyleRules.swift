/// The limits and habits that every Swift file keeps.
enum StyleRules {
  static let longestFile = 350
  static let longestFunction = 60

  static func longFiles(_ source: SwiftSource) -> [String] {
    source.lineCount > longestFile ? ["\(source.path): \(source.lineCount) lines"] : []
  }

  static func longFunctions(_ source: SwiftSource) -> [String] {
    source.declarations.filter { ($0.isFunction || $0.keyword == "var") && $0.lineCount > longestFunction }
      .map { "\(source.path):\($0.firstLine): \($0.name) has \($0.lineCount) lines" }
  }

  /// Names of files and folders that say nothing, so that anything ends up in them.
  static func attics(_ path: String) -> [String] {
    let words: Set = ["util", "utils", "utilities", "helper", "helpers", "common", "extensions", "misc"]
    let isAttic = path.split(separator: "/").contains { part in
      let name = part.split(separator: ".").first ?? part
      return name.camelCaseWords.contains { words.contains($0) }
    }
    return isAttic ? [path] : []
  }

  /// What may end the program or switches the compiler's checks off, without a comment beside it that says why.
  static func unexplainedDangers(_ source: SwiftSource) -> [String] {
    var found: [(line: Int, name: String)] = []
    let calls = [
      ["fatalError"], ["preconditionFailure"], ["@", "unchecked"], ["nonisolated", "(", "unsafe", ")"],
    ]
    for words in calls {
      for index in source.occurrences(of: words) { found.append((source.tokens[index].line, words.joined())) }
    }
    for (before, token) in zip(source.tokens, source.tokens.dropFirst()) {
      // A sign that clings to what is before it: `try!`, `as!`, `value!`, `Value!`.
      let clings = token.text == "!" && !token.followsSpace
      let endsExpression = before.kind != .sign || [")", "]", "?"].contains(before.text)
      if clings, endsExpression { found.append((token.line, "\(before.text)!")) }
    }
    return found.filter { !source.hasReason($0.line) }.map { "\(source.path):\($0.line): \($0.name)" }
  }

  /// Comments that put work off.
  static func postponements(_ source: SwiftSource) -> [String] {
    source.comments.sorted { $0.key < $1.key }
      .filter { _, text in ["TO" + "DO", "FIX" + "ME"].contains { text.contains($0) } }
      .map { "\(source.path):\($0.key): \($0.value)" }
  }

  /// Types named like a module or like one of the standard library's.
  static func shadowingTypes(_ source: SwiftSource) -> [String] {
    let library: Set = [
      "Array", "Character", "Collection", "Dictionary", "Double", "Error", "Int", "Iterator", "Never",
      "Optional",
      "Range", "Result", "Sequence", "Set", "String", "Task", "Void",
    ]
    let taken = library.union(Module.all.map(\.name))
    return source.declarations
      .filter { $0.isType && $0.keyword != "extension" && $0.containers.isEmpty && taken.contains($0.name) }
      .map { "\(source.path):\($0.firstLine): \($0.name)" }
  }
}

extension StringProtocol {
  /// The words of a name such as `TextHelpers` or `BookStore+Finding`, in small letters.
  fileprivate var camelCaseWords: [String] {
    var words = [""]
    for character in self {
      if character.isUppercase || !character.isLetter { words.append("") }
      words[words.count - 1] += character.lowercased()
    }
    return words
  }
}
