import FoundationEssentials

/// Dates, identities and ratings as bytes, without a string in between: exports write millions of them.
extension BookJSON {
  /// Appends `YYYY`, `YYYY-MM` or `YYYY-MM-DD` with the separator given.
  static func append(_ day: Day, separator: UInt8, into bytes: inout [UInt8]) {
    append(day.year, width: 4, into: &bytes)
    guard let month = day.month else { return }
    bytes.append(separator)
    append(month, width: 2, into: &bytes)
    guard let date = day.day else { return }
    bytes.append(separator)
    append(date, width: 2, into: &bytes)
  }

  /// Appends the 36 characters in lower case.
  static func append(_ uuid: UUID, into bytes: inout [UInt8]) {
    withUnsafeBytes(of: uuid.uuid) { octets in
      for (index, octet) in octets.enumerated() {
        if index == 4 || index == 6 || index == 8 || index == 10 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(JSONWriter.hexDigit(octet >> 4))
        bytes.append(JSONWriter.hexDigit(octet & 0xF))
      }
    }
  }

  private static func append(_ number: Int, width: Int, into bytes: inout [UInt8]) {
    var divisor = width == 4 ? 1000 : 10
    while divisor > 0 {
      bytes.append(0x30 + UInt8(number / divisor % 10))
      divisor /= 10
    }
  }
}
