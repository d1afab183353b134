/// What a terminal would show of some output: cells of text, and how each is drawn.
struct Screen {
  /// One character with its colours, as the numbers of the escape sequence have them: `2;255;0;0`.
  struct Cell {
    var character: Character
    var look: Look
  }

  struct Look {
    var isBold = false
    var foreground: String?
    var background: String?
  }

  let lines: [[Cell]]

  /// Reads text with SGR sequences; any other sequence stays in the text.
  init(_ output: String) {
    var lines: [[Cell]] = []
    var look = Look()
    for line in output.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
    {
      var cells: [Cell] = []
      for (index, piece) in line.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated() {
        var text = piece
        if index > 0, let end = piece.firstIndex(of: "m") {
          look.apply(piece[..<end].split(separator: ";"))
          text = piece[piece.index(after: end)...]
        }
        cells += text.map { Cell(character: $0, look: look) }
      }
      lines.append(cells)
    }
    if lines.last?.isEmpty == true { lines.removeLast() }
    self.lines = lines
  }

  /// The lines as text without colours.
  var text: [String] { lines.map { String($0.map(\.character)) } }

  /// The cells of the first line that has a text.
  func line(with text: String) -> [Cell]? {
    lines.first { String($0.map(\.character)).contains(text) }
  }
}

extension Screen.Look {
  mutating func apply(_ codes: [Substring]) {
    var codes = codes[...]
    if codes.isEmpty { self = Screen.Look() }
    while let code = codes.popFirst() {
      switch code {
      case "0": self = Screen.Look()
      case "1": isBold = true
      case "22": isBold = false
      case "39": foreground = nil
      case "49": background = nil
      case "38", "48":
        let count = codes.first == "2" ? 4 : 2
        let colour = codes.prefix(count).joined(separator: ";")
        codes = codes.dropFirst(count)
        if code == "38" { foreground = colour } else { background = colour }
      default:
        let number = Int(code) ?? 0
        if (30...37).contains(number) || (90...97).contains(number) { foreground = String(code) }
        if (40...47).contains(number) || (100...107).contains(number) { background = String(code) }
      }
    }
  }
}
