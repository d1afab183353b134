/// How a run of text looks; nil is the terminal's own colour.
package struct Style: Hashable, Sendable {
  /// The colour of the letters.
  package var foreground: Colour?
  /// The colour of the cells behind them.
  package var background: Colour?
  /// Whether the letters are heavy.
  package var isBold: Bool

  /// The terminal's own look unless said otherwise.
  package init(foreground: Colour? = nil, background: Colour? = nil, isBold: Bool = false) {
    self.foreground = foreground
    self.background = background
    self.isBold = isBold
  }

  /// The terminal's own look.
  package static let plain = Style()
}

/// One line of text in runs of one style each.
package struct StyledText: Hashable, Sendable {
  /// Neighbouring text of one style.
  package struct Run: Hashable, Sendable {
    /// What is written; never empty.
    package var text: String
    /// How all of it looks.
    package var style: Style
  }

  /// The runs from left to right; neighbours differ in style.
  package private(set) var runs: [Run] = []

  /// An empty line.
  package init() {}

  /// A line of one style.
  package init(_ text: String, _ style: Style = .plain) {
    append(text, style)
  }

  /// The text without its looks.
  package var text: String {
    runs.reduce(into: "") { $0 += $1.text }
  }

  /// Adds text at the end; a run of the same style grows.
  package mutating func append(_ text: String, _ style: Style = .plain) {
    if text.isEmpty { return }
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  /// Adds the runs of another line at the end.
  package mutating func append(_ other: StyledText) {
    for run in other.runs { append(run.text, run.style) }
  }

  /// Cells of the whole line.
  package func cells(by width: CellWidth) -> Int {
    runs.reduce(0) { $0 + width.cells(in: $1.text) }
  }

  /// The line without spaces at its end that nothing shows of.
  package func trimmed() -> StyledText {
    var result = self
    while var last = result.runs.last, last.style.background == nil {
      while last.text.utf8.last == UInt8(ascii: " ") { last.text.removeLast() }
      result.runs.removeLast()
      if last.text.isEmpty { continue }
      result.runs.append(last)
      break
    }
    return result
  }
}
