/// Turns the bytes of a terminal into keys; characters, sequences and pastes may come in pieces.
struct KeyDecoder {
  private var pending: [UInt8] = []
  /// What was pasted so far; nil outside of a paste.
  private var pasted: [UInt8]?

  /// Longer than any sequence that a terminal sends as a key.
  private static let longestSequence = 64

  /// Whether an escape waits for what follows; alone it is the key itself.
  var awaitsMore: Bool { pasted == nil && pending.first == 0x1B }

  /// The keys that are complete with these bytes.
  mutating func take(_ bytes: [UInt8]) -> [Key] {
    var keys = KeyRun()
    for byte in bytes {
      if pasted != nil {
        if let text = takePasted(byte) { keys.append(.paste(text)) }
        continue
      }
      if pending == KeyDecoder.twoEscapes { takeAfterTwoEscapes(byte, &keys) }
      pending.append(byte)
      if pending == KeyDecoder.twoEscapes { continue }
      if pending[0] == 0x1B {
        if let length = KeySequence.length(of: pending), length <= KeyDecoder.longestSequence {
          if pending == KeySequence.pasteStart { pasted = [] }
          if let key = KeySequence.key(pending) { keys.append(key) }
          pending.removeAll()
        } else if pending.count > KeyDecoder.longestSequence, !KeySequence.isReply(pending) {
          pending.removeAll()
        }
      } else if byte < 0x80 {
        // A character that broke off before is no character.
        pending.removeAll()
        if let key = KeySequence.key(control: byte) {
          keys.append(key)
        } else if byte >= 0x20, byte != 0x7F {
          keys.append(text: [byte])
        }
      } else {
        takeBeyondASCII(&keys)
      }
    }
    return keys.keys
  }

  /// What waits, when nothing has followed it: the escape key, once or twice, or nothing that is a key.
  mutating func finish() -> [Key] {
    defer { pending.removeAll() }
    return pending == [0x1B] ? [.escape] : pending == KeyDecoder.twoEscapes ? [.escape, .escape] : []
  }

  private static let twoEscapes: [UInt8] = [0x1B, 0x1B]

  /// Some terminals put an escape before the sequence of a key with Alt; all else are two keys and what follows.
  private mutating func takeAfterTwoEscapes(_ byte: UInt8, _ keys: inout KeyRun) {
    if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
      pending.removeFirst()
    } else {
      pending.removeAll()
      keys.append(.escape)
      keys.append(.escape)
    }
  }

  private mutating func takeBeyondASCII(_ keys: inout KeyRun) {
    let length = KeyDecoder.length(startingWith: pending[0])
    guard length > 0 else { return pending.removeAll() }
    if pending.count > 1, let last = pending.last, last & 0xC0 != 0x80 {
      // The character before broke off, and this byte may begin the next.
      pending = [last]
      if KeyDecoder.length(startingWith: last) == 0 { pending.removeAll() }
      return
    }
    guard pending.count == length else { return }
    keys.append(text: pending)
    pending.removeAll()
  }

  private static func length(startingWith byte: UInt8) -> Int {
    switch byte {
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  /// Adds a byte to the paste; the text when the paste has ended.
  private mutating func takePasted(_ byte: UInt8) -> String? {
    pasted?.append(byte)
    let end = KeySequence.pasteEnd
    guard byte == end.last, let bytes = pasted, bytes.suffix(end.count).elementsEqual(end) else { return nil }
    pasted = nil
    return EditedText.breaksAsLineFeeds(String(decoding: bytes.dropLast(end.count), as: UTF8.self))
  }
}

/// Keys in a row; neighbouring characters are one key.
private struct KeyRun {
  private(set) var keys: [Key] = []

  mutating func append(_ key: Key) { keys.append(key) }

  mutating func append(text bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    // The controls beyond ASCII are no more text than the others.
    if let scalar = text.unicodeScalars.first, (0x80..<0xA0).contains(scalar.value) { return }
    if case .text(let before) = keys.last {
      keys[keys.count - 1] = .text(before + text)
    } else {
      keys.append(.text(text))
    }
  }
}
