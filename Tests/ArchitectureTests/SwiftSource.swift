/// One word, literal or sign of Swift code.
struct Token {
  enum Kind {
    case word
    case text
    case sign
  }

  let kind: Kind
  /// The word or the sign; a literal has its marks but not its contents.
  let text: String
  /// Counted from 1.
  let line: Int
  /// Whether white space or the file's start stands before it.
  let followsSpace: Bool
}

/// A Swift file, cut into tokens and comments.
struct SwiftSource {
  /// The path from the root.
  let path: String
  let lineCount: Int
  let tokens: [Token]
  /// The comments, line by line.
  let comments: [Int: String]

  init(path: String = "Sample.swift", text: String) {
    var lexer = SwiftLexer(text)
    lexer.readCode(endingWith: nil)
    self.path = path
    tokens = lexer.tokens
    comments = lexer.comments
    lineCount = text.utf8.count { $0 == 0x0A } + (text.isEmpty || text.hasSuffix("\n") ? 0 : 1)
  }

  /// Whether a line has a documentation comment.
  func isDocumentation(_ line: Int) -> Bool {
    comments[line]?.hasPrefix("///") ?? false
  }

  /// Whether a comment stands on the line or next to it.
  func hasReason(_ line: Int) -> Bool {
    (line - 1...line + 1).contains { comments[$0] != nil }
  }

  /// Where a sequence of tokens begins, each time.
  func occurrences(of words: [String]) -> [Int] {
    tokens.indices.filter { start in
      start + words.count <= tokens.count && words.indices.allSatisfy { tokens[start + $0].text == words[$0] }
    }
  }
}
