/// A type, extension, function or property as it stands in a file.
struct Declaration {
  let keyword: String
  let name: String
  /// Its attributes and modifiers, such as `package` and `static`.
  let modifiers: [String]
  /// The labels of its parameters, such as `_:in:`; empty without parameters.
  let labels: String
  /// What stands between its name and its body, such as a list of conformances.
  let conformances: [String]
  /// The line of its first attribute or modifier.
  let firstLine: Int
  /// The line of its keyword, where a function's length is counted from: a table of cases above a test is not its body.
  let keywordLine: Int
  /// The line of its body's closing brace, or of its keyword.
  var lastLine: Int
  /// The types around it, the innermost last.
  let containers: [Declaration]
  let isDocumented: Bool

  var isExported: Bool { modifiers.contains("public") || modifiers.contains("package") }
  var isType: Bool { Declaration.typeKeywords.contains(keyword) }
  var isFunction: Bool { ["func", "init", "deinit", "subscript"].contains(keyword) }
  var lineCount: Int { lastLine - keywordLine + 1 }

  /// The name with its labels, by which a requirement and its witness are the same.
  var signature: String { name + labels }

  static let typeKeywords: Set<String> = ["struct", "enum", "class", "protocol", "actor", "extension"]
  static let memberKeywords: Set<String> = [
    "func", "init", "deinit", "subscript", "var", "let", "typealias", "associatedtype",
  ]
}

extension SwiftSource {
  /// All declarations of types and members, those inside functions too.
  var declarations: [Declaration] {
    var finder = DeclarationFinder(source: self)
    finder.run()
    return finder.found
  }
}

/// Finds declarations by their keywords and follows braces to where they end.
private struct DeclarationFinder {
  let source: SwiftSource
  private(set) var found: [Declaration] = []
  /// What the open braces belong to: an index in `found`, or nil for a closure or statement.
  private var scopes: [(declaration: Int?, parentheses: Int, pending: Int?)] = []
  private var parentheses = 0
  /// The declaration whose body the next brace would open.
  private var pending: Int?

  init(source: SwiftSource) {
    self.source = source
  }

  mutating func run() {
    for index in source.tokens.indices {
      switch source.tokens[index].text {
      case "(", "[": parentheses += 1
      case ")", "]": parentheses -= 1
      case "{": open()
      case "}": close(at: source.tokens[index].line)
      default: note(index)
      }
    }
  }

  private mutating func open() {
    let isBody = parentheses == 0
    scopes.append((isBody ? pending : nil, parentheses, isBody ? nil : pending))
    parentheses = 0
    pending = nil
  }

  private mutating func close(at line: Int) {
    guard let scope = scopes.popLast() else { return }
    if let index = scope.declaration { found[index].lastLine = line }
    parentheses = scope.parentheses
    pending = scope.pending
  }

  private mutating func note(_ index: Int) {
    let token = source.tokens[index]
    let isKnown =
      Declaration.typeKeywords.contains(token.text) || Declaration.memberKeywords.contains(token.text)
    guard token.kind == .word, parentheses == 0, isKnown else { return }
    let start = startOfDeclaration(before: index)
    guard start == 0 || source.tokens[start - 1].line < source.tokens[start].line || startsAfterBrace(start)
    else { return }
    let words = source.tokens[start..<index].map(\.text)
    // `class` before another keyword is a modifier, and `import struct` declares nothing.
    guard !words.contains("import") else { return }
    let isNamed = !["init", "deinit", "subscript"].contains(token.text)
    let name = isNamed ? nameFollowing(index) : token.text
    let tail = index + (isNamed ? 2 : 1)
    found.append(
      Declaration(
        keyword: token.text, name: name, modifiers: words, labels: labels(of: index, from: tail),
        conformances: conformances(from: tail), firstLine: source.tokens[start].line, keywordLine: token.line,
        lastLine: token.line,
        containers: scopes.compactMap { $0.declaration.map { found[$0] } },
        isDocumented: source.isDocumentation(source.tokens[start].line - 1)))
    pending = found.count - 1
  }

  private func startsAfterBrace(_ start: Int) -> Bool {
    ["{", "}", ";"].contains(source.tokens[start - 1].text)
  }

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "fileprivate", "private", "static", "final", "class", "override",
    "mutating", "nonmutating", "convenience", "required", "indirect", "lazy", "weak", "unowned", "dynamic",
    "nonisolated", "prefix", "postfix", "infix", "import",
  ]

  /// Steps back over modifiers and attributes.
  private func startOfDeclaration(before index: Int) -> Int {
    var start = index
    while start > 0 {
      let previous = start - 1
      let text = source.tokens[previous].text
      if DeclarationFinder.modifiers.contains(text) {
        start = previous
      } else if previous > 0, source.tokens[previous - 1].text == "@" {
        start = previous - 1
      } else if text == ")", let opening = openingParenthesis(of: previous), opening > 0,
        DeclarationFinder.modifiers.contains(source.tokens[opening - 1].text)
          || (opening > 1 && source.tokens[opening - 2].text == "@")
      {
        start = opening
      } else {
        break
      }
    }
    return start
  }

  private func openingParenthesis(of closing: Int) -> Int? {
    var depth = 0
    for index in stride(from: closing, through: 0, by: -1) {
      if source.tokens[index].text == ")" { depth += 1 }
      if source.tokens[index].text == "(" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private func nameFollowing(_ keyword: Int) -> String {
    guard source.tokens.indices.contains(keyword + 1) else { return "" }
    var name = source.tokens[keyword + 1].text
    // Operators such as `==` are several signs.
    var index = keyword + 2
    while source.tokens[keyword + 1].kind == .sign, index < source.tokens.count,
      !source.tokens[index].followsSpace, source.tokens[index].text != "("
    {
      name += source.tokens[index].text
      index += 1
    }
    return name
  }

  /// The first word of each parameter in the parentheses that follow.
  private func labels(of keyword: Int, from start: Int) -> String {
    guard ["func", "init", "subscript"].contains(source.tokens[keyword].text),
      let opening = header(from: start).first(where: { source.tokens[$0].text == "(" })
    else { return "" }
    var labels = ""
    var depth = 0
    for index in opening..<source.tokens.count {
      let text = source.tokens[index].text
      if ["(", "[", "<"].contains(text) { depth += 1 }
      if [")", "]"].contains(text) || (text == ">" && source.tokens[index - 1].text != "-") { depth -= 1 }
      if depth == 0 { break }
      let isFirst = depth == 1 && ["(", ","].contains(source.tokens[index - 1].text)
      if source.tokens[index].kind == .word, isFirst { labels += text + ":" }
    }
    return "(\(labels))"
  }

  private func conformances(from start: Int) -> [String] {
    let tokens = header(from: start).map { source.tokens[$0] }
    guard let colon = tokens.firstIndex(where: { $0.text == ":" }) else { return [] }
    return tokens[(colon + 1)...].filter { $0.kind == .word }.map(\.text)
  }

  /// The tokens up to the body, or to the end of a line outside parentheses.
  private func header(from start: Int) -> Range<Int> {
    var end = start
    while end < source.tokens.count, !["{", "=", "}"].contains(source.tokens[end].text) { end += 1 }
    return min(start, end)..<end
  }
}
