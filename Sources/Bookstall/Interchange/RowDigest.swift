/// A 64-bit number for the bytes of a row, the same in every run.
///
/// Two rows with one digest are taken for one row, so every bit of every byte counts.
struct RowDigest {
  private var state: UInt64

  /// Begins with what the rows of a file have in common: how they are to be read.
  ///
  /// The number stands for this way of reading; it changes when rows are read differently from before.
  init(context: [String]) {
    state = 1
    for text in context {
      var text = text
      text.withUTF8 { mix($0) }
    }
  }

  /// The digest of one row.
  func digest(of row: UnsafeBufferPointer<UInt8>) -> UInt64 {
    digest(of: RowDigest.hash(row, seed: 0))
  }

  /// The digest of a row whose bytes were hashed before the context was known.
  func digest(of hash: UInt64) -> UInt64 { RowDigest.folded(state ^ hash, 0x9E37_79B9_7F4A_7C15) }

  /// The hash of the bytes alone.
  static func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt64 { hash(bytes, seed: 0) }

  private mutating func mix(_ bytes: UnsafeBufferPointer<UInt8>) {
    state = RowDigest.hash(bytes, seed: state)
  }

  // Two halves of a product of 128 bits folded into one number carry every bit of both factors on.
  private static func folded(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = (one ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: other ^ 0xE703_7ED1_A0B4_28DB)
    return product.high ^ product.low
  }

  private static func hash(_ bytes: UnsafeBufferPointer<UInt8>, seed: UInt64) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var state = folded(seed, UInt64(truncatingIfNeeded: raw.count))
    var offset = 0
    while offset &+ 16 <= raw.count {
      let one = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
      let other = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: offset &+ 8, as: UInt64.self))
      state = folded(state ^ one, other ^ 0x8EBC_6AF0_9C88_C6E3)
      offset &+= 16
    }
    var rest: (one: UInt64, other: UInt64) = (0, 0)
    var shift: UInt64 = 0
    while offset < raw.count {
      let byte = UInt64(raw[offset])
      if shift < 64 { rest.one |= byte << shift } else { rest.other |= byte << (shift &- 64) }
      shift &+= 8
      offset &+= 1
    }
    return folded(state ^ rest.one, rest.other ^ 0x5899_65CC_7537_4CC3)
  }
}
