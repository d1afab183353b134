/// Bytes to look for, without regard to the case of ASCII letters.
struct Needle: Sendable {
  /// The bytes in lower case.
  let bytes: [UInt8]
  private let first: SIMD16<UInt8>
  private let last: SIMD16<UInt8>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    first = SIMD16(repeating: (bytes.first ?? 0) | 0x20)
    last = SIMD16(repeating: (bytes.last ?? 0) | 0x20)
  }

  /// The first place of the bytes from a place on, or nil.
  ///
  /// Sixteen places at once are asked for the first and the last byte; few of them need a closer look.
  func place(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let reach = bytes.count - 1
    guard reach >= 0, start >= 0, text.count - start > reach,
      let base = UnsafeRawPointer(text.baseAddress)
    else { return nil }
    let end = text.count - reach
    let bit = SIMD16<UInt8>(repeating: 0x20)
    var place = start
    while place + 16 <= end {
      let here = (base + place).loadUnaligned(as: SIMD16<UInt8>.self) | bit
      let there = (base + place + reach).loadUnaligned(as: SIMD16<UInt8>.self) | bit
      let likely = (here .== first) .& (there .== last)
      if let found = found(in: base, at: place, likely) { return found }
      place += 16
    }
    let (head, tail) = (first[0], last[0])
    while place < end {
      if base.load(fromByteOffset: place, as: UInt8.self) | 0x20 == head,
        base.load(fromByteOffset: place + reach, as: UInt8.self) | 0x20 == tail, stands(in: base, at: place)
      {
        return place
      }
      place += 1
    }
    return nil
  }

  @inline(__always)
  private func found(in base: UnsafeRawPointer, at place: Int, _ likely: SIMDMask<SIMD16<Int8>>) -> Int? {
    let halves = unsafeBitCast(likely, to: SIMD2<UInt64>.self)
    if halves[0] | halves[1] == 0 { return nil }
    for half in 0..<2 {
      var marks = halves[half]
      while marks != 0 {
        let index = marks.trailingZeroBitCount >> 3
        let candidate = place + 8 * half + index
        if stands(in: base, at: candidate) { return candidate }
        marks &= ~(0xFF << UInt64(8 * index))
      }
    }
    return nil
  }

  /// Whether the bytes stand at a place that has room for them.
  private func stands(in base: UnsafeRawPointer, at place: Int) -> Bool {
    for index in bytes.indices
    where Needle.lowered(base.load(fromByteOffset: place + index, as: UInt8.self)) != bytes[index] {
      return false
    }
    return true
  }

  /// Whether the text goes on with the bytes at a place.
  func stands(in text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
    guard text.count - place >= bytes.count, let base = UnsafeRawPointer(text.baseAddress) else {
      return bytes.isEmpty
    }
    return stands(in: base, at: place)
  }

  @inline(__always)
  static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
}
