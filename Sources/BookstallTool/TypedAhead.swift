/// What somebody typed while nobody read lines, edited as the terminal would have done it.
///
/// Whoever types fast has typed for the command, also while it asked the terminal about itself key by key.
struct TypedAhead: Equatable {
  /// The lines that were ended, with their ends.
  private(set) var lines: [UInt8] = []
  /// The beginning of the next line.
  private(set) var begun: [UInt8] = []
  /// Whether the input ends there.
  private(set) var endsInput = false

  private static let endOfInput: UInt8 = 0x04

  /// Reads the bytes that keys sent.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while let byte = rest.first {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): endLine()
      case TypedAhead.endOfInput:
        endsInput = true
        return
      case 0x08, 0x7F: removeScalar()
      case 0x15: begun = []
      case 0x17: removeWord()
      case 0x1B:
        // Keys such as the arrows mean nothing where lines are read.
        rest = rest.dropFirst(TypedAhead.sequenceLength(rest))
        continue
      case UInt8(ascii: "\t"), 0x20...: begun.append(byte)
      default: break
      }
      rest = rest.dropFirst()
    }
  }

  private mutating func endLine() {
    lines += begun + [UInt8(ascii: "\n")]
    begun = []
  }

  private mutating func removeScalar() {
    while let last = begun.popLast(), last & 0xC0 == 0x80 {}
  }

  private mutating func removeWord() {
    while begun.last == 0x20 { begun.removeLast() }
    while let last = begun.last, last != 0x20 { begun.removeLast() }
  }

  private static func sequenceLength(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.indices.lazy.compactMap { KeySequence.length(of: Array(bytes[bytes.startIndex...$0])) }.first
      ?? bytes.count
  }
}
