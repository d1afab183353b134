/// A calendar day, month or year as the reader wrote it, without clock or time zone.
package struct Day: Hashable, Comparable, Sendable {
  /// Packed as year × 10,000 + month × 100 + day; month or day 0 where unknown.
  private let packed: Int32

  /// The year, 1 to 9999.
  package var year: Int { Int(packed / 10_000) }
  /// The month 1 to 12, or nil where only the year is known.
  package var month: Int? { packed / 100 % 100 == 0 ? nil : Int(packed / 100 % 100) }
  /// The day of the month, or nil where only year and month are known.
  package var day: Int? { packed % 100 == 0 ? nil : Int(packed % 100) }

  /// Accepts real days of the Gregorian calendar only.
  package init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard (1...9999).contains(year) else { return nil }
    if let month {
      guard (1...12).contains(month) else { return nil }
      if let day, !(1...Day.length(ofMonth: month, year: year)).contains(day) { return nil }
    } else if day != nil {
      return nil
    }
    packed = Int32(year * 10_000 + (month ?? 0) * 100 + (day ?? 0))
  }

  /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and nothing else.
  package init?(_ text: String) {
    var text = text
    let day: Day? = text.withUTF8 { bytes in
      func number(_ range: Range<Int>) -> Int? {
        var value = 0
        for index in range {
          guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
          value = value * 10 + Int(bytes[index] - 0x30)
        }
        return value
      }
      let dash = UInt8(ascii: "-")
      switch bytes.count {
      case 4:
        return number(0..<4).flatMap { Day(year: $0) }
      case 7:
        guard bytes[4] == dash, let year = number(0..<4), let month = number(5..<7) else { return nil }
        return Day(year: year, month: month)
      case 10:
        guard bytes[4] == dash, bytes[7] == dash, let year = number(0..<4), let month = number(5..<7),
          let day = number(8..<10)
        else { return nil }
        return Day(year: year, month: month, day: day)
      default:
        return nil
      }
    }
    guard let day else { return nil }
    self = day
  }

  /// `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
  package var text: String {
    let length = month == nil ? 4 : day == nil ? 7 : 10
    // Digit by digit, from the last one, since an export writes hundreds of thousands of these.
    return String(unsafeUninitializedCapacity: length) { text in
      var rest = length == 4 ? packed / 10_000 : length == 7 ? packed / 100 : packed
      for place in (0..<length).reversed() {
        if place == 4 || place == 7 {
          text[place] = UInt8(ascii: "-")
        } else {
          text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
          rest /= 10
        }
      }
      return length
    }
  }

  package static func < (left: Day, right: Day) -> Bool { left.packed < right.packed }

  private static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
