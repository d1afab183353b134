internal import Persistence

/// Folds texts byte by byte, as `folded` does scalar by scalar, but without making strings.
enum ByteFolding {
  /// Calls the closure with the folded bytes of a text.
  static func withFolded<Result>(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    // The longest that becomes of a scalar are the nine bytes of a Korean syllable of three.
    let capacity = 3 * text.count + 64
    let result: Result? = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { buffer in
      fold(text, into: buffer).map { body(UnsafeBufferPointer(rebasing: buffer[..<$0])) }
    }
    if let result { return result }
    return Array(String(decoding: text, as: UTF8.self).folded.utf8).withUnsafeBufferPointer(body)
  }

  /// The number of bytes written, or nil where the text is no UTF-8 or there was too little room.
  private static func fold(
    _ text: UnsafeBufferPointer<UInt8>, into result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int? {
    var count = 0
    var place = 0
    while place < text.count {
      guard result.count - count >= 16 else { return nil }
      let byte = text[place]
      if byte < 0x80 {
        result[count] = FoldedNeedle.lowered(byte)
        count += 1
        place += 1
        continue
      }
      guard let (value, length) = UTF8Bytes.scalar(at: place, in: text) else { return nil }
      switch FoldedScalars.entry(value) {
      case FoldedScalars.itself:
        for index in 0..<length { result[count + index] = text[place + index] }
        count += length
      case FoldedScalars.other:
        count += append(value, at: count, to: result)
      case let entry:
        let folded = Int(entry >> 24)
        for index in 0..<folded {
          result[count + index] = UInt8(truncatingIfNeeded: entry >> UInt32(8 * index))
        }
        count += folded
      }
      place += length
    }
    return count
  }

  /// Calls the closure with the folded bytes of a scalar.
  static func withFolded<Result>(
    _ value: UInt32, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { buffer in
      let count = append(value, at: 0, to: buffer)
      return body(UnsafeBufferPointer(rebasing: buffer[..<count]))
    }
  }

  /// Folds a scalar that has no entry of its own.
  private static func append(
    _ value: UInt32, at count: Int, to result: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    if (0xAC00...0xD7A3).contains(value) {
      let syllable = value - 0xAC00
      var length = 0
      func append(_ part: UInt32) {
        result[count + length] = 0xE1
        result[count + length + 1] = UInt8(0x80 | part >> 6 & 0x3F)
        result[count + length + 2] = UInt8(0x80 | part & 0x3F)
        length += 3
      }
      append(0x1100 + syllable / 588)
      append(0x1161 + syllable % 588 / 28)
      if syllable % 28 != 0 { append(0x11A7 + syllable % 28) }
      return length
    }
    var length = 0
    for byte in Unicode.Scalar(value).map({ String($0).folded.utf8 }) ?? "".utf8 where length < 16 {
      result[count + length] = byte
      length += 1
    }
    return length
  }
}

/// What scalars fold to: up to three bytes, the first the lowest, and how many there are above them.
///
/// The tables are made when a text first needs them; most texts need the first of them alone.
enum FoldedScalars {
  /// The entry of what doesn't change.
  static let itself: UInt32 = 0xFF00_0000
  /// The entry of what the tables have no room for.
  static let other: UInt32 = 0xFE00_0000

  @inline(__always)
  static func entry(_ value: UInt32) -> UInt32 {
    switch value {
    // Russian's small letters but for one, without a look at a table.
    case 0x430..<0x439, 0x43A..<0x450: itself
    case 0..<0x250: latin[Int(value)]
    case 0x3400..<0xA000, 0x1F000..<0x1FB00: itself
    case 0x2000..<0x2200: signs[Int(value - 0x2000)]
    case 0x3000..<0x3400: kana[Int(value - 0x3000)]
    case 0xAC00..<0xD7A4: other
    case 0x250..<0x530: letters[Int(value - 0x250)]
    case 0x1E00..<0x2000: accents[Int(value - 0x1E00)]
    case 0xFE00..<0x1_0000: forms[Int(value - 0xFE00)]
    default: other
    }
  }

  /// Whether a byte is among those of an entry.
  static func has(_ byte: UInt8, in entry: UInt32) -> Bool {
    entry < other && (0..<entry >> 24).contains { UInt8(truncatingIfNeeded: entry >> (8 * $0)) == byte }
  }

  private static let latin = entries(0..<0x250)
  private static let letters = entries(0x250..<0x530)
  private static let accents = entries(0x1E00..<0x2000)
  private static let signs = entries(0x2000..<0x2200)
  private static let kana = entries(0x3000..<0x3400)
  private static let forms = entries(0xFE00..<0x1_0000)

  private static func entries(_ values: Range<UInt32>) -> [UInt32] {
    values.map { value in
      guard let scalar = Unicode.Scalar(value) else { return other }
      let text = String(scalar)
      let bytes = Array(text.folded.utf8)
      if bytes.elementsEqual(text.utf8) { return itself }
      guard bytes.count <= 3 else { return other }
      return bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) } | UInt32(bytes.count) << 24
    }
  }
}

/// Reads scalars from bytes of UTF-8.
enum UTF8Bytes {
  /// The scalar at a place and its length, or nil where the bytes are none.
  @inline(__always)
  static func scalar(at place: Int, in text: UnsafeBufferPointer<UInt8>) -> (value: UInt32, length: Int)? {
    let lead = text[place]
    let length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0
    guard length > 0, place + length <= text.count else { return nil }
    if length == 1 { return (UInt32(lead), 1) }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for index in 1..<length {
      let byte = text[place + index]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    switch length {
    case 3 where value < 0x800 || value & 0xFFFF_F800 == 0xD800: return nil
    case 4 where value < 0x1_0000 || value > 0x10_FFFF: return nil
    default: return (value, length)
    }
  }

  /// The scalar that ends before a place, or nil where the bytes are none.
  static func scalar(before end: Int, in text: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar? {
    var start = end - 1
    while start > 0, end - start < 4, text[start] & 0xC0 == 0x80 { start -= 1 }
    guard let (value, length) = scalar(at: start, in: text), start + length == end else { return nil }
    return Unicode.Scalar(value)
  }
}
