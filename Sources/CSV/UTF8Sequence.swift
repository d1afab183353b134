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
