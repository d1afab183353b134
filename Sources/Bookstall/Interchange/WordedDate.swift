/// A date with its month in words, such as `March 3, 2024` or `domingo, 18 de diciembre de 2022 15:19:56`.
struct WordedDate: Hashable, Sendable {
  let day: Day
  /// Hour, minute and second where the text tells them.
  let clock: Clock?

  /// A time of day without a zone.
  struct Clock: Hashable, Sendable {
    var hour: Int
    var minute: Int
    var second: Int
  }

  /// Reads a whole text.
  ///
  /// Words that no date has make it none; `allowsOtherWords` passes over them, for languages that are not
  /// known here.
  init?(_ text: String, allowsOtherWords: Bool = false) {
    guard text.utf8.count <= 200 else { return nil }
    var reader = WordedDateReader(allowsOtherWords: allowsOtherWords)
    guard reader.read(text), let day = reader.day else { return nil }
    self.day = day
    clock = reader.clock
  }

  /// The date and the time as ISO 8601 writes them without a zone.
  var text: String {
    guard let clock else { return day.text }
    let parts = [clock.hour, clock.minute, clock.second].map { $0 < 10 ? "0\($0)" : String($0) }
    return day.text + "T" + parts.joined(separator: ":")
  }
}

/// One walk over the words and numbers of a date.
private struct WordedDateReader {
  let allowsOtherWords: Bool
  private var numbers: [(value: Int, width: Int)] = []
  private var month: Int?
  private var times: [Int] = []
  private var isAfternoon: Bool?

  init(allowsOtherWords: Bool) {
    self.allowsOtherWords = allowsOtherWords
  }

  var day: Day? {
    var numbers = numbers
    if let month {
      guard let place = numbers.firstIndex(where: { $0.width == 4 }) else { return nil }
      let year = numbers.remove(at: place).value
      guard numbers.count <= 1, numbers.allSatisfy({ $0.width <= 2 }) else { return nil }
      return Day(year: year, month: month, day: numbers.first?.value)
    }
    // 2022年12月18日: the order is always this one.
    guard hasCharacters, numbers.count == 3, numbers[0].width == 4 else { return nil }
    return Day(year: numbers[0].value, month: numbers[1].value, day: numbers[2].value)
  }

  private var hasCharacters = false

  var clock: WordedDate.Clock? {
    guard (2...3).contains(times.count), var hour = times.first else { return nil }
    if let isAfternoon, (1...12).contains(hour) { hour = hour % 12 + (isAfternoon ? 12 : 0) }
    let second = times.count == 3 ? times[2] : 0
    guard (0...23).contains(hour), (0...59).contains(times[1]), (0...60).contains(second) else { return nil }
    return WordedDate.Clock(hour: hour, minute: times[1], second: second)
  }

  /// False where the text holds what no date has.
  mutating func read(_ text: String) -> Bool {
    // A zone in parentheses is no part of the calendar day.
    let text = text.lowercased().prefix { $0 != "(" }
    var scalars = Substring(text).unicodeScalars
    while let scalar = scalars.first {
      if ("0"..."9").contains(scalar) {
        guard readNumber(&scalars) else { return false }
      } else if scalar.properties.isAlphabetic {
        let word = String(scalars.prefix { $0.properties.isAlphabetic })
        scalars = scalars.dropFirst(word.unicodeScalars.count)
        guard take(word) || allowsOtherWords else { return false }
      } else {
        scalars.removeFirst()
        guard allowsOtherWords || scalar.properties.isWhitespace || [",", ".", "/", "-"].contains(scalar)
        else {
          return false
        }
      }
    }
    return true
  }

  private mutating func readNumber(_ scalars: inout Substring.UnicodeScalarView) -> Bool {
    let digits = scalars.prefix { ("0"..."9").contains($0) }
    scalars = scalars.dropFirst(digits.count)
    guard digits.count <= 4, let value = Int(String(digits)) else { return false }
    let isTime = scalars.first == ":" || (!times.isEmpty && timeGoesOn)
    timeGoesOn = scalars.first == ":"
    if timeGoesOn { scalars.removeFirst() }
    if isTime { times.append(value) } else { numbers.append((value, digits.count)) }
    return true
  }

  private var timeGoesOn = false

  private mutating func take(_ word: String) -> Bool {
    switch word {
    case "am", "上午", "午前", "오전":
      isAfternoon = false
      return true
    case "pm", "下午", "午後", "오후":
      isAfternoon = true
      return true
    case "年", "月", "日", "년", "월", "일":
      hasCharacters = true
      return true
    case "st", "nd", "rd", "th", "er", "of", "de", "the", "at", "t", "z", "г", "года": return true
    default: break
    }
    if let found = WordedDateReader.months[word] {
      guard month == nil || allowsOtherWords else { return false }
      month = month ?? found
      return true
    }
    return WordedDateReader.weekdays.contains { $0.hasPrefix(word) && word.utf8.count >= 3 }
  }

  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// The months in the languages of the readers' shops; English ones also by their first three letters.
  private static let months: [String: Int] = {
    var months: [String: Int] = [:]
    for line in lines.split(separator: "\n") {
      for (index, names) in line.split(separator: " ").enumerated() {
        for name in names.split(separator: "/") where months[String(name)] == nil {
          months[String(name)] = index + 1
        }
      }
    }
    return months
  }()

  private static let lines = """
    january/jan february/feb march/mar april/apr may june/jun july/jul august/aug september/sep/sept \
    october/oct november/nov december/dec
    januar februar märz april mai juni juli august september oktober november dezember
    janvier février mars avril mai juin juillet août septembre octobre novembre décembre
    enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre octubre noviembre diciembre/dic
    января февраля марта апреля мая июня июля августа сентября октября ноября декабря
    gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
    janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
    januari februari maart april mei juni juli augustus september oktober november december
    """
}
