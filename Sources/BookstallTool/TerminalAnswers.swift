import Bookstall
import Presentation

/// What a terminal says of itself when it is asked.
struct TerminalAnswers: Equatable {
  /// The colour of its ground; nil where it doesn't tell.
  var background: RGB?
  /// Whether it draws sixel pictures.
  var hasSixel = false
  /// Whether everything was answered, so that nothing more is to come.
  var isComplete = false

  /// The ground's colour (OSC 11), then the kind of terminal (DA1), which every terminal answers.
  static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

  init() {}

  /// Reads answers that may have come with something else between them, or in part.
  init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    for part in text.split(separator: "\u{1B}") {
      if part.hasPrefix("]11;") { background = TerminalAnswers.colour(part.dropFirst(4)) ?? background }
      if part.hasPrefix("[?"), let end = part.firstIndex(of: "c") {
        let numbers = part[part.index(part.startIndex, offsetBy: 2)..<end].split(separator: ";")
        guard numbers.allSatisfy({ Int($0) != nil }) else { continue }
        isComplete = true
        // The attributes count from VT220 on; what a VT100 says there means other things.
        hasSixel =
          numbers.first.flatMap { Int($0) }.map { $0 >= 60 } == true && numbers.dropFirst().contains("4")
      }
    }
  }

  /// Whether letters are dark or light on that ground; nil where the terminal doesn't tell.
  var theme: Theme? {
    background.map { colour in
      let light = 2126 * Int(colour.red) + 7152 * Int(colour.green) + 722 * Int(colour.blue)
      return light > 10_000 * 128 ? .light : .dark
    }
  }

  /// `rgb:1e1e/1e1e/1e1e`, with one to four digits for each colour, or `#1e1e1e`.
  private static func colour(_ text: Substring) -> RGB? {
    let digits = text.prefix { $0 != "\u{7}" && $0 != "\\" }
    if digits.hasPrefix("rgb") {
      let parts = digits.drop { $0 != ":" }.dropFirst().split(separator: "/").prefix(3).compactMap(level)
      return parts.count == 3 ? RGB(red: parts[0], green: parts[1], blue: parts[2]) : nil
    }
    guard digits.hasPrefix("#"), digits.count == 7 else { return nil }
    return UInt32(digits.dropFirst(), radix: 16).map { RGB($0) }
  }

  private static func level(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.count), let value = Int(digits, radix: 16) else { return nil }
    let most = (1 << (4 * digits.count)) - 1
    return UInt8((value * 255 + most / 2) / most)
  }

  /// The bytes without the answers that are whole: what somebody typed while the terminal was asked.
  static func withoutAnswers(_ bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    var place = 0
    while place < bytes.count {
      var end = place + 1
      if bytes[place] == 0x1B {
        while end <= bytes.count, KeySequence.length(of: Array(bytes[place..<end])) == nil { end += 1 }
        end = min(end, bytes.count)
      }
      let piece = Array(bytes[place..<end])
      let isAttributes = piece.starts(with: "\u{1B}[?".utf8) && piece.last == UInt8(ascii: "c")
      // What is only begun goes on where the rest is read.
      let isAnswer = KeySequence.isReply(piece) && KeySequence.length(of: piece) != nil || isAttributes
      if !isAnswer { rest += piece }
      place = end
    }
    return rest
  }

  // MARK: Keeping

  private static let lifetime = 24 * 60 * 60.0

  /// The answers that were kept for a kind of terminal less than a day ago.
  init?(kept bytes: [UInt8], terminal: String, now: Int) {
    guard let json = try? JSON(bytes: bytes), json["terminal"]?.text == terminal,
      let saved = json["saved"]?.number, (0...TerminalAnswers.lifetime).contains(Double(now) - saved)
    else { return nil }
    background = json["background"]?.text.flatMap { TerminalAnswers.colour($0[...]) }
    hasSixel = json["sixel"] == .bool(true)
    isComplete = true
  }

  /// The answers as they are kept.
  func bytes(terminal: String, now: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(
      .object([
        JSON.Member(name: "terminal", value: .string(terminal)),
        JSON.Member(name: "saved", value: .number(String(now))),
        JSON.Member(
          name: "background", value: background.map { .string(TerminalAnswers.text(of: $0)) } ?? .null),
        JSON.Member(name: "sixel", value: .bool(hasSixel)),
      ]), into: &bytes)
    return bytes
  }

  /// `#1e1e1e`.
  static func text(of colour: RGB) -> String {
    [colour.red, colour.green, colour.blue].reduce("#") { text, level in
      text + (level < 16 ? "0" : "") + String(level, radix: 16)
    }
  }
}
