/// What stands at an offset in bytes that may be UTF-8.
enum UTF8Sequence {
  /// A scalar of this many bytes.
  case valid(length: Int)
  /// A byte that starts no scalar, or whose scalar does not go on as it must.
  case invalid
  /// The beginning of a scalar, cut off by the end of the bytes.
  case cutOff

  /// Strict: no surrogates, no overlong forms, nothing above U+10FFFF.
  init(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    let first = bytes[offset]
    if first < 0x80 {
      self = .valid(length: 1)
      return
    }
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF } else if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF } else if first == 0xF4 { second = 0x80...0x8F }
    default:
      self = .invalid
      return
    }
    for step in 1..<length {
      guard offset &+ step < bytes.count else {
        self = .cutOff
        return
      }
      let allowed = step == 1 ? second : 0x80...0xBF
      guard allowed.contains(bytes[offset &+ step]) else {
        self = .invalid
        return
      }
    }
    self = .valid(length: length)
  }
}

/// The upper half of Windows-1252.
enum Windows1252 {
  /// 0x80 to 0x9F; the five bytes without a character are U+FFFD, not control characters.
  private static let upperControls: [UInt16] = [
    0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD,
    0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178,
  ]

  /// The character of any byte.
  static func scalar(for byte: UInt8) -> Unicode.Scalar {
    guard 0x80...0x9F ~= byte else { return Unicode.Scalar(byte) }
    return Unicode.Scalar(upperControls[Int(byte) - 0x80]) ?? "\u{FFFD}"
  }
}
