/// Sixteen bytes looked at together.
///
/// Only the comparison of one vector with another is an instruction of the machine: the standard library's comparisons
/// with a number go lane by lane, and so does its `any`. The casts of bits are between types of the same sixteen bytes,
/// for which any bits will do.
extension SIMD16<UInt8> {
  /// The lanes that hold a byte.
  @inlinable @inline(__always)
  package func lanes(equalTo byte: UInt8) -> SIMDMask<SIMD16<Int8>> { self .== SIMD16(repeating: byte) }

  /// The lanes whose bytes lie outside of a range.
  @inlinable @inline(__always)
  package func lanes(outside range: ClosedRange<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    // Counted from the lowest on, those inside are the smallest numbers.
    self &- SIMD16(repeating: range.lowerBound)
      .> SIMD16(repeating: range.upperBound &- range.lowerBound)
  }

  /// The lanes whose bytes are no ASCII.
  @inlinable @inline(__always)
  package var lanesBeyondASCII: SIMDMask<SIMD16<Int8>> {
    unsafeBitCast(self, to: SIMD16<Int8>.self) .< SIMD16<Int8>(repeating: 0)
  }
}

extension SIMDMask where Storage == SIMD16<Int8> {
  /// Whether any of the sixteen lanes is set.
  @inlinable @inline(__always)
  package var hasAny: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// The first result that is not nil of asking for the lanes that are set.
  @inlinable @inline(__always)
  package func first<Result>(_ result: (_ lane: Int) throws -> Result?) rethrows -> Result? {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    for half in 0..<2 {
      var marks = halves[half]
      while marks != 0 {
        let lane = marks.trailingZeroBitCount >> 3
        if let result = try result(8 * half + lane) { return result }
        marks &= ~(0xFF << UInt64(8 * lane))
      }
    }
    return nil
  }
}
