/// The bytes with a meaning of their own.
enum ASCII {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let quote = UInt8(ascii: "\"")

  static func isLineEnd(_ byte: UInt8) -> Bool { byte == lineFeed || byte == carriageReturn }
}

/// The offset of the line that follows a line end; CR LF counts as one end.
func lineStart(afterLineEndAt offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
  let next = offset &+ 1
  guard bytes[offset] == ASCII.carriageReturn, next < bytes.count, bytes[next] == ASCII.lineFeed else {
    return next
  }
  return next &+ 1
}

/// Finds the first of three bytes, eight bytes at a step.
struct ByteSearch {
  private let first: UInt8
  private let second: UInt8
  private let third: UInt8
  private let firstPattern: UInt64
  private let secondPattern: UInt64
  private let thirdPattern: UInt64

  init(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    self.first = first
    self.second = second
    self.third = third
    firstPattern = UInt64(first) &* WordBytes.ones
    secondPattern = UInt64(second) &* WordBytes.ones
    thirdPattern = UInt64(third) &* WordBytes.ones
  }

  /// The offset of the first hit at or after `start`, or the number of bytes when there is none.
  @inline(__always)
  func offset(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var offset = start
    if let base = bytes.baseAddress {
      let raw = UnsafeRawPointer(base)
      while offset &+ 8 <= count {
        let word = WordBytes.load(raw, at: offset)
        let hits =
          WordBytes.zeros(in: word ^ firstPattern) | WordBytes.zeros(in: word ^ secondPattern)
          | WordBytes.zeros(in: word ^ thirdPattern)
        if hits != 0 { return offset &+ (hits.trailingZeroBitCount &>> 3) }
        offset &+= 8
      }
    }
    while offset < count {
      let byte = bytes[offset]
      if byte == first || byte == second || byte == third { return offset }
      offset &+= 1
    }
    return count
  }
}

/// Eight bytes looked at as one number, the first byte lowest.
enum WordBytes {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highBits: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func load(_ bytes: UnsafeRawPointer, at offset: Int) -> UInt64 {
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// A word whose lowest set bit marks the first zero byte; bits above that one may lie.
  @inline(__always)
  static func zeros(in word: UInt64) -> UInt64 {
    (word &- ones) & ~word & highBits
  }

  /// The first byte that is NUL or not ASCII at or after `start`, or the number of bytes.
  static func offsetOfNULOrNonASCII(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let count = bytes.count
    var offset = start
    if let base = bytes.baseAddress {
      let raw = UnsafeRawPointer(base)
      while offset &+ 8 <= count {
        let word = load(raw, at: offset)
        let hits = zeros(in: word) | (word & highBits)
        if hits != 0 { return offset &+ (hits.trailingZeroBitCount &>> 3) }
        offset &+= 8
      }
    }
    while offset < count, bytes[offset] != 0, bytes[offset] < 0x80 { offset &+= 1 }
    return offset
  }
}
