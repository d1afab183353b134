/// What a key means when snacks are browsed.
enum BrowsingKey: Equatable {
  case left
  case right
  case up
  case down
  case pageUp
  case pageDown
  case enter
  case close

  /// What the keyboard's keys mean here; letters come several at once when somebody types fast.
  static func all(in key: Key) -> [BrowsingKey] {
    switch key {
    case .text(let letters): letters.compactMap(BrowsingKey.init(letter:))
    case .left, .wordLeft, .backTab: [.left]
    case .right, .wordRight, .tab: [.right]
    case .up: [.up]
    case .down: [.down]
    case .pageUp: [.pageUp]
    case .pageDown: [.pageDown]
    case .enter, .newLine: [.enter]
    case .escape, .endOfInput: [.close]
    default: []
    }
  }

  private init?(letter: Character) {
    switch letter {
    case " ": self = .pageDown
    case "b": self = .pageUp
    case "q", "Q": self = .close
    case "h", "p": self = .left
    case "l", "n": self = .right
    case "k": self = .up
    case "j": self = .down
    default: return nil
    }
  }
}

/// Where the reader is among things that are shown one at a time, and may be opened.
struct SnackBrowser: Equatable {
  /// How many things there are.
  let count: Int
  /// Whether Enter opens a detail.
  let opens: Bool
  private(set) var place = 0
  private(set) var isOpen = false
  /// The first line shown of what is taller than the screen.
  private(set) var firstLine = 0
  private(set) var hasEnded = false

  init(count: Int, opens: Bool) {
    self.count = count
    self.opens = opens
  }

  /// Does what the key says; `height` and `lines` are those of the screen and of what is shown on it.
  mutating func press(_ key: BrowsingKey, height: Int = .max, lines: Int = 0) {
    switch key {
    case .left: move(to: place - 1)
    case .right: move(to: place + 1)
    case .up: scroll(to: firstLine - 1, height: height, lines: lines)
    case .down: scroll(to: firstLine + 1, height: height, lines: lines)
    case .pageUp: scroll(to: firstLine - max(1, height - 2), height: height, lines: lines)
    case .pageDown: scroll(to: firstLine + max(1, min(height, lines) - 2), height: height, lines: lines)
    case .enter: if isOpen || opens { toggle() }
    case .close: if isOpen { toggle() } else { hasEnded = true }
    }
  }

  /// Ends, whatever is open.
  mutating func leave() { hasEnded = true }

  private mutating func move(to place: Int) {
    guard (0..<count).contains(place) else { return }
    self.place = place
    firstLine = 0
  }

  private mutating func toggle() {
    isOpen.toggle()
    firstLine = 0
  }

  private mutating func scroll(to line: Int, height: Int, lines: Int) {
    firstLine = max(0, min(line, lines - height))
  }

  /// What stands on the last line: where the reader is and which keys help, in so many cells.
  ///
  /// Where there is little room the way out stays longest.
  func status(isASCII: Bool, isTall: Bool, cells: Int = .max) -> String {
    let (left, right, dot) = isASCII ? ("<", ">", " - ") : ("‹", "›", " · ")
    let place = "\(left) \(place + 1)/\(count) \(right)"
    let leaving = isOpen ? "q or Enter closes" : "q leaves"
    let opening = opens && !isOpen ? ["Enter opens"] : []
    let scrolling = isTall ? ["up/down scroll"] : []
    let forms = [
      isOpen ? [place, leaving] + scrolling : [place] + opening + scrolling + [leaving],
      [place] + opening + [leaving], [place, leaving], [leaving],
      [isOpen ? "q closes" : "q leaves"],
    ].map { $0.joined(separator: dot) }
    return forms.first { $0.count <= cells } ?? "q"
  }
}
