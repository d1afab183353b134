/// A word of fish's command line as it is typed, which may stop within quotes.
enum FishToken {
  /// The word without its quotes and backslashes.
  static func unquoted(_ token: String) -> String {
    var word = String.UnicodeScalarView()
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in token.unicodeScalars {
      if isEscaped {
        // Within quotes a backslash is itself before all but a few.
        if let quote, scalar != quote, scalar != "\\", quote == "'" || scalar != "$" { word.append("\\") }
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if scalar == quote {
        quote = nil
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
      } else {
        word.append(scalar)
      }
    }
    return String(word)
  }
}
