public import FoundationEssentials

extension UUID {
  /// A new version 7 UUID: 48 bits of the time in milliseconds, the rest random, so that keys sort by their making.
  public static func version7(at date: Date = Date()) -> UUID {
    var generator = SystemRandomNumberGenerator()
    return UUID(milliseconds: milliseconds(of: date), high: generator.next(), low: generator.next())
  }

  /// The milliseconds since 1970; dates beyond 48 bits, and those that are no number, count as the nearest end.
  fileprivate static func milliseconds(of date: Date) -> UInt64 {
    let exact = date.timeIntervalSince1970 * 1000
    return UInt64(max(0, min(exact.isNaN ? 0 : exact, 0xffff_ffff_ffff)))
  }

  /// A UUID of 48 bits of milliseconds, the 12 lowest bits of `high` and the 62 lowest of `low`.
  fileprivate init(milliseconds: UInt64, high: UInt64, low: UInt64) {
    func byte(_ value: UInt64, _ shift: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: value >> shift) }
    self.init(
      uuid: (
        byte(milliseconds, 40), byte(milliseconds, 32), byte(milliseconds, 24), byte(milliseconds, 16),
        byte(milliseconds, 8), byte(milliseconds, 0),
        0x70 | byte(high, 8) & 0x0f, byte(high, 0),
        0x80 | byte(low, 56) & 0x3f, byte(low, 48), byte(low, 40), byte(low, 32), byte(low, 24),
        byte(low, 16),
        byte(low, 8), byte(low, 0)
      ))
  }

  /// The 36 characters of RFC 9562 in lower case.
  public var canonicalText: String {
    withUnsafeBytes(of: uuid) { bytes in
      String(unsafeUninitializedCapacity: 36) { text in
        var position = 0
        for (index, byte) in bytes.enumerated() {
          if index == 4 || index == 6 || index == 8 || index == 10 {
            text[position] = UInt8(ascii: "-")
            position += 1
          }
          text[position] = UUID.hexadecimalDigit(byte >> 4)
          text[position + 1] = UUID.hexadecimalDigit(byte & 0x0f)
          position += 2
        }
        return position
      }
    }
  }

  /// Reads the 36 canonical characters, in either case; nil for anything else.
  public init?(canonicalText text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36 else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      var position = 0
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          guard text[position] == UInt8(ascii: "-") else { return false }
          position += 1
        }
        let high = UUID.hexadecimalValue(text[position])
        let low = UUID.hexadecimalValue(text[position + 1])
        guard high < 16, low < 16 else { return false }
        bytes[index] = high << 4 | low
        position += 2
      }
      return true
    }
    guard isValid else { return nil }
    self.init(uuid: bytes)
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }

  /// 16 for a character that is no digit.
  private static func hexadecimalValue(_ digit: UInt8) -> UInt8 {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: 16
    }
  }
}

/// Makes version 7 UUIDs of which each is larger than the one before.
///
/// For very many at once: in order they fill an index from its end, and random bits are fetched from the system once
/// per millisecond only; within one, the 74 random bits count up, as RFC 9562 allows.
package struct UUIDSequence: Sendable {
  private var milliseconds: UInt64 = 0
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// A sequence that begins anywhere.
  package init() {}

  /// The next UUID; a clock that stands still or goes back doesn't matter.
  package mutating func next(at date: Date = Date()) -> UUID {
    let now = UUID.milliseconds(of: date)
    if now > milliseconds {
      var generator = SystemRandomNumberGenerator()
      milliseconds = now
      high = generator.next() & 0xfff
      low = generator.next() & UUIDSequence.lowBits
    } else {
      low = (low + 1) & UUIDSequence.lowBits
      if low == 0 { high = (high + 1) & 0xfff }
      if low == 0, high == 0 { milliseconds += 1 }
    }
    return UUID(milliseconds: milliseconds, high: high, low: low)
  }

  private static let lowBits: UInt64 = (1 << 62) - 1
}
