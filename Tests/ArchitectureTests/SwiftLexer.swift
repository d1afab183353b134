/// Cuts Swift code into tokens, so that no rule is misled by a comment or a literal.
struct SwiftLexer {
  private(set) var tokens: [Token] = []
  private(set) var comments: [Int: String] = [:]
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  /// Reads code to its end, or to the parenthesis that ends an interpolation.
  mutating func readCode(endingWith end: UInt8?) {
    var depth = 0
    var followsSpace = true
    while position < bytes.count {
      let byte = bytes[position]
      if byte == end, depth == 0 { return }
      switch byte {
      case 0x0A, 0x20, 0x09, 0x0D:
        skip(1)
        followsSpace = true
        continue
      case UInt8(ascii: "/") where peek("//"):
        readLineComment()
        continue
      case UInt8(ascii: "/") where peek("/*"):
        readBlockComment()
        continue
      case UInt8(ascii: "\""):
        readLiteral(hashes: 0, followsSpace)
      case UInt8(ascii: "#") where opensRawLiteral:
        let hashes = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        skip(hashes)
        readLiteral(hashes: hashes, followsSpace)
      case UInt8(ascii: "`"):
        readQuotedName(followsSpace)
      case let byte where SwiftLexer.isWord(byte):
        readWord(followsSpace)
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") { depth -= 1 }
        tokens.append(
          Token(kind: .sign, text: String(Unicode.Scalar(byte)), line: line, followsSpace: followsSpace))
        skip(1)
      }
      followsSpace = false
    }
  }

  private mutating func readWord(_ followsSpace: Bool) {
    let start = position
    while position < bytes.count, SwiftLexer.isWord(bytes[position]) { position += 1 }
    add(.word, bytes[start..<position], followsSpace)
  }

  /// A name between backquotes, which may be a sentence.
  private mutating func readQuotedName(_ followsSpace: Bool) {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "`") { position += 1 }
    position = min(position + 1, bytes.count)
    add(.word, bytes[start..<position], followsSpace)
  }

  private mutating func readLineComment() {
    let start = position
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
    comments[line, default: ""] += String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func readBlockComment() {
    var depth = 0
    repeat {
      comments[line] = comments[line] ?? "/*"
      if peek("/*") {
        depth += 1
        skip(2)
      } else if peek("*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func readLiteral(hashes: Int, _ followsSpace: Bool) {
    let fence = String(repeating: "#", count: hashes)
    let marks = peek("\"\"\"") ? "\"\"\"" : "\""
    tokens.append(Token(kind: .text, text: marks, line: line, followsSpace: followsSpace))
    skip(marks.utf8.count)
    while position < bytes.count, !peek(marks + fence) {
      if peek("\\" + fence + "(") {
        skip(2 + hashes)
        readCode(endingWith: UInt8(ascii: ")"))
        skip(1)
      } else {
        // What is escaped can't end the literal.
        skip(peek("\\" + fence) ? 2 + hashes : 1)
      }
    }
    skip(marks.utf8.count + hashes)
  }

  private mutating func add(_ kind: Token.Kind, _ text: ArraySlice<UInt8>, _ followsSpace: Bool) {
    tokens.append(
      Token(kind: kind, text: String(decoding: text, as: UTF8.self), line: line, followsSpace: followsSpace))
  }

  private mutating func skip(_ count: Int) {
    let end = min(position + count, bytes.count)
    while position < end {
      if bytes[position] == 0x0A { line += 1 }
      position += 1
    }
  }

  private func peek(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  private var opensRawLiteral: Bool {
    bytes[position...].first { $0 != UInt8(ascii: "#") } == UInt8(ascii: "\"")
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
    default: false
    }
  }
}
