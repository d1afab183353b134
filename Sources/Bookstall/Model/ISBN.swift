/// International Standard Book Numbers, always kept as thirteen digits.
package enum ISBN {
  /// What a cell that should hold an ISBN turned out to hold.
  package enum Reading: Hashable, Sendable {
    case blank
    /// Thirteen digits, the check digit right.
    case valid(String)
    /// A ten-digit number that had lost its leading zero; the check digit fits with it.
    case repaired(String)
    /// A number that a spreadsheet rounded, such as `9.78E+12`; the digits are gone.
    case rounded
    /// Anything else: a wrong check digit, a placeholder, another kind of id.
    case invalid
  }

  /// The thirteen digits of a valid ISBN-13 or ISBN-10, or nil; takes hyphens, `="…"` and brackets.
  package static func normalised13(_ text: String) -> String? {
    guard case .valid(let digits) = reading(text) else { return nil }
    return digits
  }

  /// Tells what a cell holds, and repairs a lost leading zero.
  package static func reading(_ text: String) -> Reading {
    guard let values = values(in: text) else {
      return isRounded(text) ? .rounded : readingAmongWords(text)
    }
    switch values.count {
    case 0:
      return .blank
    case 9:
      return thirteen(fromTen: [0] + values).map { .repaired($0) } ?? .invalid
    case 10:
      return thirteen(fromTen: values).map { .valid($0) } ?? .invalid
    case 13:
      return isValid(thirteen: values) ? .valid(string(values)) : .invalid
    default:
      return readingAmongWords(text)
    }
  }

  /// The first valid number of a cell with words or further numbers beside it, such as `ISBN 0-306-40615-2 (pbk.)`.
  private static func readingAmongWords(_ text: String) -> Reading {
    // No cell with a number in it is longer.
    guard text.utf8.count <= 200 else { return .invalid }
    let isNumeral: (Unicode.Scalar) -> Bool = {
      ("0"..."9").contains($0) || $0 == "X" || $0 == "x" || $0 == "-"
        || ("\u{2010}"..."\u{2015}").contains($0)
    }
    // Blanks part the groups of one number as well as numbers, so the longer piece is tried first.
    let kinds: [(Unicode.Scalar) -> Bool] = [{ isNumeral($0) || $0 == " " }, isNumeral]
    for isPart in kinds {
      for piece in text.unicodeScalars.split(whereSeparator: { !isPart($0) }) {
        var piece = piece
        // What is left of a word before the number, as of `ISBN-13 `, is none of its digits.
        while let last = piece.last, last == " " || last == "-" { piece.removeLast() }
        guard let values = values(in: String(piece)), values.count == 10 || values.count == 13 else {
          continue
        }
        if values.count == 10, let digits = thirteen(fromTen: values) { return .valid(digits) }
        if isValid(thirteen: values) { return .valid(string(values)) }
      }
    }
    return .invalid
  }

  /// The digits, with X as 10, once dressing is stripped; nil where anything else stands among them.
  private static func values(in text: String) -> [UInt8]? {
    var values: [UInt8] = []
    var scalars = Substring(text).unicodeScalars
    // A spreadsheet may have made the cell a floating-point number.
    if text.utf8.count == 15, text.hasSuffix(".0") { scalars.removeLast(2) }
    for scalar in scalars {
      switch scalar {
      case "0"..."9":
        values.append(UInt8(scalar.value - 0x30))
      case "X", "x":
        values.append(10)
      case "=", "\"", "'", "[", "]", "-", "\u{2010}"..."\u{2015}", "\u{2212}", "\u{200B}"..."\u{200F}",
        "\u{FEFF}":
        continue
      default:
        guard scalar.properties.isWhitespace else { return nil }
      }
      if values.count > 13 { return values }
    }
    return values
  }

  private static func thirteen(fromTen values: [UInt8]) -> String? {
    var sum = 0
    for (index, value) in values.enumerated() {
      guard value < 10 || index == 9 else { return nil }
      sum += Int(value) * (10 - index)
    }
    guard values.count == 10, sum % 11 == 0 else { return nil }
    var digits: [UInt8] = [9, 7, 8] + values.prefix(9)
    digits.append(checkDigit(ofTwelve: digits))
    return isPlaceholder(digits) ? nil : string(digits)
  }

  private static func isValid(thirteen values: [UInt8]) -> Bool {
    // 978 and 979 are the only prefixes of books; other thirteen digits are barcodes of other goods.
    guard values.count == 13, !values.contains(10), values.starts(with: [9, 7]),
      values[2] == 8 || values[2] == 9
    else { return false }
    return checkDigit(ofTwelve: Array(values.prefix(12))) == values[12] && !isPlaceholder(values)
  }

  private static func checkDigit(ofTwelve digits: [UInt8]) -> UInt8 {
    var sum = 0
    for (index, digit) in digits.enumerated() { sum += Int(digit) * (index % 2 == 0 ? 1 : 3) }
    return UInt8((10 - sum % 10) % 10)
  }

  /// Numbers that people and programs put in for want of a real one, and whose check digit happens to fit.
  private static func isPlaceholder(_ digits: [UInt8]) -> Bool {
    digits.dropFirst(3).dropLast().allSatisfy { $0 == 0 }
  }

  /// Whether a text is a number in scientific notation and nothing else.
  private static func isRounded(_ text: String) -> Bool {
    let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x45 || $0 == 0x65 }
    guard parts.count == 2, let mantissa = parts.first, let exponent = parts.last, !mantissa.isEmpty else {
      return false
    }
    let digits: ClosedRange<UInt8> = 0x30...0x39
    return mantissa.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
      && exponent.first == UInt8(ascii: "+") && exponent.dropFirst().allSatisfy(digits.contains)
  }

  private static func string(_ digits: [UInt8]) -> String {
    String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
  }
}
