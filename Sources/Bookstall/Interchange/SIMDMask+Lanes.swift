extension SIMDMask where Storage == SIMD16<Int8> {
  /// Whether any of the sixteen lanes is set.
  ///
  /// The standard library's `any` looks at one lane after the other.
  var hasAny: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }
}
