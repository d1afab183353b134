/// Unfolds DEFLATE data (RFC 1951) piece by piece, in bounded memory whatever the data say.
///
/// The format is small and fixed, so this is written here rather than bound to a C library: no build needs
/// one more system package, and every access is checked.
struct Inflater {
  /// The data are cut off or contradict themselves.
  struct Damage: Error {}

  private enum Phase {
    case blockStart
    case stored(left: Int)
    case coded(literals: HuffmanTable, distances: HuffmanTable)
    case end
  }

  private var bits: BitReader
  private var phase = Phase.blockStart
  private var isLastBlock = false
  /// What may still be referred to, and behind it what was not handed out yet.
  private var output: [UInt8] = []
  private var handedOut = 0

  private static let window = 32_768
  private static let piece = 65_536

  init(_ data: ArraySlice<UInt8>) {
    bits = BitReader(data)
  }

  /// The next bytes, hardly more than 64 KiB; empty at the end.
  mutating func next() throws(Damage) -> [UInt8] {
    if handedOut > Inflater.window {
      output.removeFirst(handedOut - Inflater.window)
      handedOut = Inflater.window
    }
    loop: while output.count - handedOut < Inflater.piece {
      switch phase {
      case .blockStart: try startBlock()
      case .stored(let left): try copyStored(left)
      case .coded(let literals, let distances): try unfold(literals, distances)
      case .end: break loop
      }
    }
    defer { handedOut = output.count }
    return Array(output[handedOut...])
  }

  private mutating func startBlock() throws(Damage) {
    if isLastBlock {
      phase = .end
      return
    }
    isLastBlock = try bits.take(1) == 1
    switch try bits.take(2) {
    case 0:
      bits.skipToByte()
      let length = try bits.take(16)
      guard try bits.take(16) == length ^ 0xFFFF else { throw Damage() }
      phase = .stored(left: length)
    case 1: phase = .coded(literals: .fixedLiterals, distances: .fixedDistances)
    case 2: phase = try readTables()
    default: throw Damage()
    }
  }

  private mutating func copyStored(_ left: Int) throws(Damage) {
    let count = min(left, Inflater.piece - (output.count - handedOut))
    for _ in 0..<count { output.append(UInt8(truncatingIfNeeded: try bits.take(8))) }
    phase = left > count ? .stored(left: left - count) : .blockStart
  }

  private mutating func unfold(_ literals: HuffmanTable, _ distances: HuffmanTable) throws(Damage) {
    while output.count - handedOut < Inflater.piece {
      let symbol = try literals.symbol(&bits)
      if symbol < 256 {
        output.append(UInt8(truncatingIfNeeded: symbol))
        continue
      }
      if symbol == 256 {
        phase = .blockStart
        return
      }
      let place = symbol - 257
      guard place < Inflater.lengths.count else { throw Damage() }
      let length = Inflater.lengths[place].base + (try bits.take(Inflater.lengths[place].bits))
      let code = try distances.symbol(&bits)
      guard code < Inflater.distances.count else { throw Damage() }
      let distance = Inflater.distances[code].base + (try bits.take(Inflater.distances[code].bits))
      guard distance <= output.count, distance <= Inflater.window else { throw Damage() }
      // Byte by byte, since a match may reach into itself.
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private static let codeLengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readTables() throws(Damage) -> Phase {
    let literalCount = try bits.take(5) + 257
    let distanceCount = try bits.take(5) + 1
    let codeCount = try bits.take(4) + 4
    var codeLengths = Array(repeating: UInt8(0), count: 19)
    for place in Inflater.codeLengthOrder.prefix(codeCount) {
      codeLengths[place] = UInt8(truncatingIfNeeded: try bits.take(3))
    }
    let codes = try HuffmanTable(lengths: codeLengths[...])
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try codes.symbol(&bits)
      switch symbol {
      case 0..<16: lengths.append(UInt8(truncatingIfNeeded: symbol))
      case 16:
        guard let last = lengths.last else { throw Damage() }
        lengths += repeatElement(last, count: try bits.take(2) + 3)
      case 17: lengths += repeatElement(0, count: try bits.take(3) + 3)
      default: lengths += repeatElement(0, count: try bits.take(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Damage() }
    return .coded(
      literals: try HuffmanTable(lengths: lengths[..<literalCount]),
      distances: try HuffmanTable(lengths: lengths[literalCount...]))
  }

  /// The shortest length or distance of each code, and how many more bits tell the rest.
  private static func ranges(first: Int, bits: [Int]) -> [(base: Int, bits: Int)] {
    var base = first
    return bits.map { count in
      defer { base += 1 << count }
      return (base, count)
    }
  }

  private static let lengths: [(base: Int, bits: Int)] =
    ranges(
      first: 3, bits: [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5])
    + [(258, 0)]

  private static let distances = ranges(
    first: 1,
    bits: [
      0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
    ])
}

/// Bits from bytes, the lowest first.
private struct BitReader {
  private let data: ArraySlice<UInt8>
  private var position: Int
  private var held: UInt64 = 0
  private var count = 0

  init(_ data: ArraySlice<UInt8>) {
    self.data = data
    position = data.startIndex
  }

  /// Up to 15 bits without taking them; those beyond the end are 0.
  mutating func peek() -> Int {
    fill()
    return Int(held & 0x7FFF)
  }

  mutating func skip(_ bits: Int) throws(Inflater.Damage) {
    guard bits <= count else { throw Inflater.Damage() }
    held >>= UInt64(bits)
    count -= bits
  }

  mutating func take(_ bits: Int) throws(Inflater.Damage) -> Int {
    fill()
    let value = Int(held & (1 << UInt64(bits) - 1))
    try skip(bits)
    return value
  }

  mutating func skipToByte() {
    held >>= UInt64(count % 8)
    count -= count % 8
  }

  private mutating func fill() {
    while count <= 48, position < data.endIndex {
      held |= UInt64(data[position]) << UInt64(count)
      position += 1
      count += 8
    }
  }
}

/// The symbol for each beginning of 15 bits.
private struct HuffmanTable {
  /// Symbol × 16 + length; 0 where no code begins so.
  private var entries = Array(repeating: UInt16(0), count: 1 << 15)

  /// Makes the codes of the lengths given, 0 meaning a symbol without a code.
  init(lengths: ArraySlice<UInt8>) throws(Inflater.Damage) {
    var counts = Array(repeating: 0, count: 16)
    for length in lengths { counts[Int(length & 15)] += 1 }
    counts[0] = 0
    var nextCodes = Array(repeating: 0, count: 16)
    var code = 0
    for length in 1...15 {
      code = (code + counts[length - 1]) << 1
      nextCodes[length] = code
      guard code + counts[length] <= 1 << length else { throw Inflater.Damage() }
    }
    for (symbol, length) in lengths.enumerated() where length > 0 {
      let length = Int(length & 15)
      let reversed = HuffmanTable.reversed(nextCodes[length], length)
      nextCodes[length] += 1
      for index in stride(from: reversed, to: 1 << 15, by: 1 << length) {
        entries[index] = UInt16(symbol << 4 | length)
      }
    }
  }

  func symbol(_ bits: inout BitReader) throws(Inflater.Damage) -> Int {
    let entry = entries[bits.peek()]
    guard entry != 0 else { throw Inflater.Damage() }
    try bits.skip(Int(entry & 15))
    return Int(entry >> 4)
  }

  private static func reversed(_ code: Int, _ length: Int) -> Int {
    var code = code
    var reversed = 0
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    return reversed
  }

  private init(valid lengths: [UInt8]) {
    self = (try? HuffmanTable(lengths: lengths[...])) ?? HuffmanTable()
  }

  private init() {}

  static let fixedLiterals = HuffmanTable(
    valid: Array(repeating: 8, count: 144) + Array(repeating: 9, count: 112) + Array(repeating: 7, count: 24)
      + Array(repeating: 8, count: 8))
  static let fixedDistances = HuffmanTable(valid: Array(repeating: 5, count: 30))
}
