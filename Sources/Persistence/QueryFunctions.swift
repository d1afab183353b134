internal import SQLite

/// The SQL functions by which queries say what SQL has no words for; they never stand in a schema.
enum QueryFunctions {
  /// The number of characters of a text, as Swift counts them.
  static let characterCount = "persistence_character_count"
  /// Whether a regular expression, the second value, finds something in a text.
  static let matches = "persistence_matches"
  /// Bytes as a JSON array of numbers.
  static let numbers = "persistence_numbers"
  /// A JSON array of numbers as bytes.
  static let bytes = "persistence_bytes"

  /// Whether a text is a regular expression.
  static func isPattern(_ text: String) -> Bool { (try? Regex(text)) != nil }

  /// Makes the functions known to a connection.
  static func add(to connection: Connection) {
    connection.addTextFunction(Folding.functionName, lowersASCII: true) { $0.folded }
    connection.addFunction(characterCount, of: 1) { values in
      guard case .text(let text) = values[0] else { return .null }
      return .integer(Int64(text.count))
    }
    let expressions = RegexCache()
    connection.addFunction(matches, of: 2) { values in
      guard case .text(let text) = values[0], case .text(let pattern) = values[1],
        let expression = expressions[pattern]
      else { return .null }
      return .integer(text.contains(expression) ? 1 : 0)
    }
    connection.addFunction(numbers, of: 1) { values in
      guard case .blob(let bytes) = values[0] else { return .null }
      return .text("[\(bytes.map(String.init).joined(separator: ","))]")
    }
    connection.addFunction(bytes, of: 1) { values in
      guard case .text(let json) = values[0] else { return .null }
      return .blob(json.utf8.split { $0 < 0x30 || $0 > 0x39 }.compactMap { UInt8(Substring($0)) })
    }
  }
}

/// Regular expressions that were made of their patterns already, which takes longer than a match.
private final class RegexCache {
  // A class, since the function that SQLite calls shares it with itself from call to call.
  private var known: [String: Regex<AnyRegexOutput>] = [:]

  subscript(pattern: String) -> Regex<AnyRegexOutput>? {
    if let expression = known[pattern] { return expression }
    // A program that makes ever new patterns starts over rather than grow.
    if known.count >= 64 { known.removeAll() }
    let expression = try? Regex(pattern)
    known[pattern] = expression
    return expression
  }
}
