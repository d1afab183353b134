public import FoundationEssentials

extension Data: PersistentValue {
  /// The bytes as they are.
  public var sqlValue: SQLValue { .blob([UInt8](self)) }

  /// Reads bytes; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .blob(let bytes) = sqlValue else { return nil }
    self.init(bytes)
  }
}

extension Date: PersistentValue {
  /// The moment in UTC to the millisecond, as ISO 8601 writes it: `2024-02-29T12:00:00.000Z`.
  ///
  /// Such texts sort by time, and every SQLite tool reads them. What is below a millisecond is rounded off: round
  /// with `roundedToMilliseconds` first where memory and store must be equal. Moments outside the years 0 to 9999 have
  /// no such text; they become a NaN, which no column takes and no condition.
  public var sqlValue: SQLValue {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    guard milliseconds >= Date.first, milliseconds < Date.end else {
      return .real(.nan)
    }
    let (day, time) = Int64(milliseconds).floorDivided(by: 86_400_000)
    let (year, month, dayOfMonth) = Date.civil(day)
    return .text(
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(padded(time / 3_600_000, 2)):"
        + "\(padded(time / 60_000 % 60, 2)):\(padded(time / 1000 % 60, 2)).\(padded(time % 1000, 3))Z")
  }

  /// Reads `2024-02-29T12:00:00Z` with or without three digits of a fraction; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    let bytes = Array(text.utf8)
    let form = Array((bytes.count == 20 ? "0000-00-00T00:00:00Z" : "0000-00-00T00:00:00.000Z").utf8)
    guard bytes.count == form.count else { return nil }
    var numbers: [Int64] = [0]
    for (byte, sample) in zip(bytes, form) {
      if sample == UInt8(ascii: "0") {
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int64(byte - 0x30)
      } else {
        guard byte == sample else { return nil }
        numbers.append(0)
      }
    }
    let milliseconds = numbers[6]
    let day = Date.day(numbers[0], numbers[1], numbers[2])
    // A day such as 30 February would come back as another one.
    guard Date.civil(day) == (numbers[0], numbers[1], numbers[2]), numbers[3] < 24, numbers[4] < 60,
      numbers[5] < 60
    else { return nil }
    let seconds = day * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
    self.init(timeIntervalSince1970: Double(seconds * 1000 + milliseconds) / 1000)
  }

  /// The moment as a store keeps it.
  public var roundedToMilliseconds: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded() / 1000)
  }

  /// The first millisecond of the year 0 and that of the year 10,000, counted from 1970.
  private static let first = -62_167_219_200_000.0
  private static let end = 253_402_300_800_000.0

  /// The day of the Gregorian calendar, continued backwards, that lies so many days after 1970 began.
  private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    // Years that begin in March have their leap day at the end.
    let (era, dayOfEra) = (days + 719_468).floorDivided(by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (
      yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth, dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  /// How many days after 1970 began a day of that calendar lies.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let (era, yearOfEra) = (month <= 2 ? year - 1 : year).floorDivided(by: 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, and what is left, which is never negative.
  fileprivate func floorDivided(by divisor: Int64) -> (Int64, Int64) {
    let rest = self % divisor
    return rest < 0 ? (self / divisor - 1, rest + divisor) : (self / divisor, rest)
  }
}
