/// Reads the dates of one file as the calendar days written there, without clock or time zone.
///
/// `5/6/2023` means June in some files and May in others, so show it every date cell first (`observe`): one
/// value with a part above 12 decides for the whole file.
package struct DateReading: Sendable {
  /// Which part of `5/6/2023` comes first.
  package enum Order: Sendable {
    case dayFirst
    case monthFirst
  }

  /// How dates are read that could be meant in two ways, as a table of refused rows says it.
  package enum Decision: String, Sendable {
    case dayFirst = "d/m/y"
    case monthFirst = "m/d/y"
    /// Nothing tells, so that the month is taken to come first, and dates with hyphens are not guessed.
    case inDoubt = "m/d/y?"
    /// The file has both, so that no such date is guessed.
    case neither = "d/m/y or m/d/y"
  }

  /// What is taken until a cell decides otherwise.
  package var orderInDoubt: Order {
    didSet { isHinted = true }
  }
  /// Whether anything beside the cells has told the order.
  private var isHinted = false
  /// The first cell that could be meant in two ways.
  private var ambiguous: String?
  /// Whether there is a date whose order matters.
  private var isOpen = false
  private var sawDayFirst = false
  private var sawMonthFirst = false

  /// A reading that takes the given order until a cell decides otherwise.
  package init(inDoubt order: Order) {
    orderInDoubt = order
  }

  /// What decides how a date is read.
  var context: String { "\(orderInDoubt) \(sawDayFirst) \(sawMonthFirst)" }

  /// How a date is read that could be meant in two ways; nil where none has turned up.
  var decision: Decision? {
    guard sawDayFirst || sawMonthFirst || isOpen else { return nil }
    if sawDayFirst, sawMonthFirst { return .neither }
    if sawDayFirst { return .dayFirst }
    if sawMonthFirst { return .monthFirst }
    return orderInDoubt == .dayFirst ? .dayFirst : isHinted ? .monthFirst : .inDoubt
  }

  /// Takes what a table of refused rows says of its file.
  mutating func take(_ decision: Decision) {
    if decision == .inDoubt {
      orderInDoubt = .monthFirst
      isHinted = false
      return
    }
    sawDayFirst = decision != .monthFirst
    sawMonthFirst = decision != .dayFirst
  }

  /// What is to be said, once and of the first row concerned, where nothing has told the order of a date.
  mutating func takeDoubt(in fields: [String]) -> ImportWarning? {
    guard let ambiguous, fields.contains(ambiguous) else { return nil }
    self.ambiguous = nil
    if isHinted || sawDayFirst || sawMonthFirst { return nil }
    return .ambiguousDates(text: ambiguous, isDayFirst: orderInDoubt == .dayFirst)
  }

  /// Whether a cell is a date that could be meant in two ways, in a file that has both or doesn't tell.
  func isUndecided(_ cell: String) -> Bool {
    DateReading.parts(of: cell).map { $0.closingYear != nil && order(of: $0) == nil } ?? false
  }

  /// Learns the order of day and month from a cell.
  package mutating func observe(_ cell: String) {
    guard let parts = DateReading.parts(of: cell), parts.isOpenToDoubt else { return }
    isOpen = true
    if ambiguous == nil, !parts.isUndecidable, max(parts.first, parts.second) <= 12,
      parts.first != parts.second
    {
      ambiguous = cell
    }
    if parts.first > 12 { sawDayFirst = true }
    if parts.second > 12 { sawMonthFirst = true }
  }

  /// Takes `YYYY/MM/DD`, ISO with or without a time, partial dates, `d.m.yyyy`, `m/d/yy` and `d/m/yy`, and
  /// dates with the month in words.
  package func day(_ cell: String) -> CellReading<Day> {
    if TextNormalisation.isBlank(cell) || cell == "[]" { return .blank }
    guard let parts = DateReading.parts(of: cell) else {
      guard let worded = WordedDate(cell) else { return .unreadable }
      return .value(worded.day)
    }
    return day(parts).map { .value($0) } ?? .unreadable
  }

  private func day(_ parts: Parts) -> Day? {
    switch parts.count {
    case 1:
      return parts.firstWidth == 4 ? Day(year: parts.first) : nil
    case 2:
      if parts.firstWidth == 4 { return Day(year: parts.first, month: parts.second) }
      return parts.lastWidth == 4 ? Day(year: parts.second, month: parts.first) : nil
    default:
      if parts.firstWidth == 4 { return Day(year: parts.first, month: parts.second, day: parts.third) }
      guard let year = parts.closingYear else { return nil }
      guard let order = order(of: parts) else { return nil }
      return order == .dayFirst
        ? Day(year: year, month: parts.second, day: parts.first)
        : Day(year: year, month: parts.first, day: parts.second)
    }
  }

  /// Nil where the value itself doesn't tell, in a file that holds both orders, or between hyphens neither: no date is
  /// guessed.
  private func order(of parts: Parts) -> Order? {
    if !parts.isOpenToDoubt || parts.first > 12 { return .dayFirst }
    if parts.second > 12 { return .monthFirst }
    if parts.isUndecidable, !isHinted, !sawDayFirst, !sawMonthFirst { return nil }
    if sawDayFirst && sawMonthFirst && parts.first != parts.second { return nil }
    if sawDayFirst { return .dayFirst }
    return sawMonthFirst ? .monthFirst : orderInDoubt
  }
}

extension DateReading {
  /// The one to three numbers of a date, before anyone knows which is which.
  private struct Parts {
    var first = 0
    var second = 0
    var third = 0
    var count = 0
    var firstWidth = 0
    var lastWidth = 0
    var separator: UInt8 = 0

    /// Whether day and month could change places; with points the day always comes first.
    var isOpenToDoubt: Bool {
      count == 3 && firstWidth <= 2 && closingYear != nil && separator != UInt8(ascii: ".")
    }

    /// Whether nothing but the rest of the file could tell day from month: either order is as common between hyphens.
    var isUndecidable: Bool { isOpenToDoubt && separator == UInt8(ascii: "-") && first != second }

    /// The last part as a year; of two digits, 69 to 99 are of the last century.
    var closingYear: Int? {
      switch lastWidth {
      case 4: third
      case 2: third + (third < 69 ? 2000 : 1900)
      default: nil
      }
    }

    mutating func append(_ number: Int, width: Int) {
      switch count {
      case 0:
        first = number
        firstWidth = width
      case 1: second = number
      default: third = number
      }
      lastWidth = width
      count += 1
    }
  }

  private static func parts(of cell: String) -> Parts? {
    guard var text = TextNormalisation.line(cell) else { return nil }
    // LibraryThing puts its dates into brackets.
    if text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]") {
      text = String(text.dropFirst().dropLast())
    }
    return text.withUTF8 { bytes in
      var parts = Parts()
      var index = 0
      while index < bytes.count {
        var number = 0
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]), index - start < 5 {
          number = number * 10 + Int(bytes[index] - 0x30)
          index += 1
        }
        guard (1...4).contains(index - start) else { return nil }
        parts.append(number, width: index - start)
        guard index < bytes.count else { return parts }
        if parts.count == 3 { return isTime(bytes[index...]) ? parts : nil }
        let separator = bytes[index]
        guard
          separator == UInt8(ascii: "/") || separator == UInt8(ascii: "-") || separator == UInt8(ascii: "."),
          parts.separator == 0 || parts.separator == separator
        else { return nil }
        parts.separator = separator
        index += 1
      }
      return nil
    }
  }

  /// Whether the rest of a cell is the time of day, which is not kept.
  private static func isTime(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard let mark = rest.first, mark == 0x20 || mark == UInt8(ascii: "T") || mark == UInt8(ascii: "t"),
      let next = rest.dropFirst().first
    else { return false }
    return (0x30...0x39).contains(next)
  }
}
