internal import CSV

/// Where in a text a word of ASCII may begin, by a look at sixty-four or sixteen places and a few bytes behind each.
///
/// A few places more are let through than begin the word; none is left out.
struct PlainBeginning: Sendable {
  private typealias Bytes = SIMD16<UInt8>

  /// The bytes that a look at places needs behind the last of them.
  static let reach = 5

  /// The bit that tells the cases of ASCII letters apart.
  private static let caseBit: UInt8 = 0x20

  /// A byte that is compared after bits are set; where all are, any byte is equal.
  private struct Sign {
    let bits: SIMD16<UInt8>
    let byte: SIMD16<UInt8>

    /// nil for any byte at all.
    init(_ byte: UInt8?) {
      bits = SIMD16(repeating: byte == nil ? 0xFF : PlainBeginning.caseBit)
      self.byte = SIMD16(repeating: byte.map { $0 | PlainBeginning.caseBit } ?? 0xFF)
    }

    @inline(__always)
    func lanes(of bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> { (bytes | bits) .== byte }
  }

  private let first: Sign
  private let second: Sign
  private let third: Sign
  /// A byte further on, as far as `reach` allows, and where it stands.
  private let far: Sign
  private let farPlace: Int
  /// The least of the bytes that begin two-byte letters which fold to the first one, and how many there are above it.
  private let lead: Bytes
  private let leadSpan: Bytes
  /// What begins three-byte letters and signs that fold to the first one.
  private let accented = Bytes(repeating: 0xE1)
  private let letterlike: Bytes
  private let fullWidth = Bytes(repeating: 0xEF)
  private let fullWidthUpper: Bytes
  private let fullWidthLower: Bytes

  /// - Parameter word: Folded bytes, at least one.
  init(_ word: [UInt8]) {
    let byte = word[0]
    first = Sign(byte)
    second = Sign(word.count > 1 ? word[1] : nil)
    third = Sign(word.count > 2 ? word[2] : nil)
    farPlace = min(word.count - 1, PlainBeginning.reach)
    far = Sign(word[farPlace])
    let leads = PlainBeginning.leads(of: byte)
    lead = Bytes(repeating: leads?.lowerBound ?? 0xFF)
    leadSpan = Bytes(repeating: leads.map { $0.upperBound - $0.lowerBound } ?? 0)
    // The signs for kelvin and ångström, and the crossed-out ones of comparison.
    letterlike = Bytes(repeating: Array("ak<=>".utf8).contains(byte) ? 0xE2 : 0xE1)
    // In two rows of 0x40: U+FF01 stands for U+0021.
    let isLetter = (0x61...0x7A).contains(byte)
    let upper = isLetter ? byte & ~PlainBeginning.caseBit : byte
    fullWidthUpper = Bytes(repeating: upper < 0x60 ? upper &+ 0x60 : 0xFF)
    fullWidthLower = Bytes(repeating: byte >= 0x60 ? byte &+ 0x20 : 0xFF)
  }

  /// The first bytes of the two-byte scalars that fold to something with a byte of ASCII in it.
  private static func leads(of byte: UInt8) -> ClosedRange<UInt8>? {
    // The Greek question mark, which is Unicode's semicolon.
    if byte == 0x3B { return 0xCD...0xCD }
    // Of other signs there are none, and the table need not be made for words that begin with them.
    guard (0x61...0x7A).contains(byte) else { return nil }
    var leads: ClosedRange<UInt8>?
    for value in UInt32(0x80)..<0x250 where FoldedScalars.has(byte, in: FoldedScalars.entry(value)) {
      let lead = UInt8(0xC0 | value >> 6)
      leads = (leads?.lowerBound ?? lead)...lead
    }
    return leads
  }

  /// The places among sixty-four, from an address on, at which the word may begin.
  ///
  /// Most texts have nothing beyond ASCII for that long, and then a letter is itself or its capital.
  @inline(__always)
  func block(at place: UnsafeRawPointer) -> FoldedNeedle.Block {
    let bytes = (
      place.loadUnaligned(as: Bytes.self), (place + 16).loadUnaligned(as: Bytes.self),
      (place + 32).loadUnaligned(as: Bytes.self), (place + 48).loadUnaligned(as: Bytes.self)
    )
    let behind = (place + 48 + PlainBeginning.reach).loadUnaligned(as: Bytes.self)
    if (bytes.0 | bytes.1 | bytes.2 | bytes.3 | behind).lanesBeyondASCII.hasAny {
      return (lanes(at: place), lanes(at: place + 16), lanes(at: place + 32), lanes(at: place + 48))
    }
    return (
      plainLanes(bytes.0, place), plainLanes(bytes.1, place + 16), plainLanes(bytes.2, place + 32),
      plainLanes(bytes.3, place + 48)
    )
  }

  /// The places at which the word may begin where nothing lies beyond ASCII.
  @inline(__always)
  private func plainLanes(_ bytes: Bytes, _ place: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    first.lanes(of: bytes) .& second.lanes(of: (place + 1).loadUnaligned(as: Bytes.self))
      .& far.lanes(of: (place + farPlace).loadUnaligned(as: Bytes.self))
  }

  /// The places among sixteen, from an address on, at which the word may begin.
  @inline(__always)
  func lanes(at place: UnsafeRawPointer) -> SIMDMask<SIMD16<Int8>> {
    let bytes = place.loadUnaligned(as: SIMD16<UInt8>.self)
    let next = (place + 1).loadUnaligned(as: SIMD16<UInt8>.self)
    let nextButOne = (place + 2).loadUnaligned(as: SIMD16<UInt8>.self)
    // What lies beyond ASCII may fold to the letter that is wanted there, or to nothing.
    let third = third.lanes(of: nextButOne) .| nextButOne.lanesBeyondASCII
    let plain = first.lanes(of: bytes) .& (second.lanes(of: next) .& third .| next.lanesBeyondASCII)
    // A two-byte letter is followed by the second letter, or by the third if it folds to two.
    let accents = ((bytes &- lead) .<= leadSpan) .& (third .| second.lanes(of: nextButOne))
    let wide =
      (bytes .== fullWidth) .& ((nextButOne .== fullWidthUpper) .| (nextButOne .== fullWidthLower))
    return plain .| accents .| wide .| (bytes .== accented) .| (bytes .== letterlike)
  }
}
