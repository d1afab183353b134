/// Where text that people wrote is shown, which decides what may harm there.
package enum TextMedium: Sendable {
  /// Control characters and those that turn the direction of text are shown as signs.
  case terminal
  /// The page's markup isolates direction, drops control characters and shows overrides of direction as signs, so that
  /// the text stays as it is stored.
  case page

  /// A text for one line; nil where it is missing or blank.
  func line(_ text: String?) -> String? {
    guard let text else { return nil }
    switch self {
    case .terminal:
      let line = TextLayout.squeezed(SafeText.line(text))
      return line.isEmpty ? nil : line
    case .page:
      return text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }

  /// A text of any number of lines without the blank ones around it; nil where nothing is left.
  func paragraphs(_ text: String?) -> String? {
    guard let text else { return nil }
    guard self == .terminal else { return line(text) }
    let lines = SafeText.paragraphs(text).split(separator: "\n", omittingEmptySubsequences: false)
    let isFilled = { (line: Substring) in !line.allSatisfy(\.isWhitespace) }
    guard let first = lines.firstIndex(where: isFilled), let last = lines.lastIndex(where: isFilled) else {
      return nil
    }
    return lines[first...last].joined(separator: "\n")
  }
}
