/// What the first bytes of a file tell about its encoding.
struct EncodingGuess {
  let encoding: TextEncoding
  let basis: TextDecodingReport.Basis
  let byteOrderMarkLength: Int

  /// Settles the encoding; a named one stands, but a mark tells the byte order of UTF-16 and UTF-32.
  init(fromStartOf bytes: [UInt8], named: TextEncoding?) {
    // UTF-32LE before UTF-16LE, whose mark is the beginning of the other's.
    let candidates: [TextEncoding] =
      switch named {
      case nil: [.utf8, .utf32LittleEndian, .utf32BigEndian, .utf16LittleEndian, .utf16BigEndian]
      case .utf16LittleEndian, .utf16BigEndian: [.utf16LittleEndian, .utf16BigEndian]
      case .utf32LittleEndian, .utf32BigEndian: [.utf32LittleEndian, .utf32BigEndian]
      case .utf8, .utf8WithWindows1252: [.utf8]
      case .windows1252: []
      }
    let marked = candidates.first { bytes.starts(with: $0.byteOrderMark) }
    byteOrderMarkLength = marked?.byteOrderMark.count ?? 0
    if let named {
      encoding = marked == .utf8 ? named : marked ?? named
      basis = .named
    } else if let marked {
      encoding = marked
      basis = .byteOrderMark
    } else {
      encoding =
        Self.utf32(byNULsIn: bytes) ?? Self.utf16(byNULsIn: bytes) ?? Self.eightBitEncoding(of: bytes)
      basis = .guessed
    }
  }

  private static func eightBitEncoding(of bytes: [UInt8]) -> TextEncoding {
    let tally = bytes.withUnsafeBufferPointer { SequenceTally(of: $0) }
    // One valid sequence among many bytes that are none is chance: ß and a closing quote, for instance.
    let isWindows1252 = tally.invalid > 0 && tally.invalid >= 16 * tally.valid
    return isWindows1252 ? .windows1252 : .utf8
  }

  /// UTF-32 when nearly every fourth byte, and the one next to it, is NUL, and the others are not.
  private static func utf32(byNULsIn bytes: [UInt8]) -> TextEncoding? {
    var nuls = [0, 0, 0, 0]
    let head = bytes.prefix(1024)
    for (offset, byte) in head.enumerated() where byte == 0 { nuls[offset % 4] += 1 }
    let units = head.count / 4
    guard units >= 2 else { return nil }
    let (most, few) = (units - units / 10, units / 10)
    if nuls[2] >= most, nuls[3] >= most, nuls[0] <= few { return .utf32LittleEndian }
    if nuls[0] >= most, nuls[1] >= most, nuls[3] <= few { return .utf32BigEndian }
    return nil
  }

  /// UTF-16 when a quarter of the first code units has a NUL on one side and hardly any on the other.
  ///
  /// The header tells best: its letters are Latin where those of the rows need not be.
  private static func utf16(byNULsIn bytes: [UInt8]) -> TextEncoding? {
    var even = 0
    var odd = 0
    for (offset, byte) in bytes.prefix(1024).enumerated() where byte == 0 {
      if offset.isMultiple(of: 2) { even += 1 } else { odd += 1 }
    }
    let enough = max(min(bytes.count, 1024) / 8, 2)
    if odd >= enough && even <= odd / 10 { return .utf16LittleEndian }
    if even >= enough && odd <= even / 10 { return .utf16BigEndian }
    return nil
  }
}

/// How many sequences of several bytes are UTF-8, and how many bytes are not.
private struct SequenceTally {
  var valid = 0
  var invalid = 0

  init(of bytes: UnsafeBufferPointer<UInt8>) {
    var offset = WordBytes.offsetOfNULOrNonASCII(in: bytes, from: 0)
    while offset < bytes.count {
      switch UTF8Sequence(in: bytes, at: offset) {
      case .valid(let length):
        if bytes[offset] >= 0x80 { valid += 1 }
        offset += length
      case .invalid:
        invalid += 1
        offset += 1
      case .cutOff: return
      }
      offset = WordBytes.offsetOfNULOrNonASCII(in: bytes, from: offset)
    }
  }
}
