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
  /// Ctrl-C.
  case interrupt
  /// Ctrl-Z.
  case suspend
}

/// Turns the bytes of a terminal into keys; an escape sequence may come in pieces.
struct BrowsingKeys {
  private var pending: [UInt8] = []

  /// Whether an escape waits for what follows; alone it is the key itself.
  var hasPending: Bool { !pending.isEmpty }

  /// The keys that are complete with these bytes.
  mutating func take(_ bytes: [UInt8]) -> [BrowsingKey] {
    var keys: [BrowsingKey] = []
    for byte in bytes {
      if pending.isEmpty, byte != 0x1B {
        if let key = BrowsingKeys.key(byte) { keys.append(key) }
        continue
      }
      pending.append(byte)
      if pending.count == 1 || pending.count == 2 && (byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O"))
      {
        continue
      }
      // A sequence ends with a letter or a tilde; digits and semicolons stand before it.
      guard byte >= 0x40 || pending.count == 2 else { continue }
      if let key = BrowsingKeys.key(sequence: pending) { keys.append(key) }
      pending.removeAll()
    }
    return keys
  }

  /// The escape key, when nothing has followed an escape.
  mutating func finish() -> BrowsingKey? {
    defer { pending.removeAll() }
    return pending == [0x1B] ? .close : nil
  }

  private static func key(_ byte: UInt8) -> BrowsingKey? {
    switch byte {
    case 0x03: .interrupt
    case 0x1A: .suspend
    case 0x0A, 0x0D: .enter
    case UInt8(ascii: " "): .pageDown
    case UInt8(ascii: "b"): .pageUp
    case UInt8(ascii: "q"), UInt8(ascii: "Q"), 0x04: .close
    case UInt8(ascii: "h"), UInt8(ascii: "p"): .left
    case UInt8(ascii: "l"), UInt8(ascii: "n"): .right
    case UInt8(ascii: "k"): .up
    case UInt8(ascii: "j"): .down
    default: nil
    }
  }

  private static func key(sequence: [UInt8]) -> BrowsingKey? {
    switch String(decoding: sequence.dropFirst(2), as: UTF8.self) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "5~": .pageUp
    case "6~": .pageDown
    default: nil
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
    case .interrupt: hasEnded = true
    case .suspend: break
    }
  }

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

  /// What stands on the last line: where the reader is and which keys help.
  func status(isASCII: Bool, isTall: Bool) -> String {
    let (left, right, dot) = isASCII ? ("<", ">", " - ") : ("‹", "›", " · ")
    var words = ["\(left) \(place + 1)/\(count) \(right)"]
    if opens { words.append(isOpen ? "q or Enter closes" : "Enter opens") }
    if isTall { words.append("up/down scroll") }
    if !isOpen { words.append("q leaves") }
    return words.joined(separator: dot)
  }
}
