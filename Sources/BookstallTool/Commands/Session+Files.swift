import Bookstall
import Glibc
import Presentation

extension Session {
  /// The review that a file, or standard input by `-`, holds; nil where it is blank.
  func review(from path: String) throws -> String? {
    if path == "-", console.inputIsTTY { note("Reading the review from the terminal, Ctrl-D ends.") }
    return TextNormalisation.paragraphs(try Session.text(ofFile: path))
  }

  /// The whole text of a file, or of standard input by `-`.
  static func text(ofFile path: String) throws -> String {
    var bytes: [UInt8] = []
    do {
      let source = try ByteSource(path: path)
      while case let piece = try source.read(), !piece.isEmpty { bytes += piece }
    } catch let error as ImportError {
      throw Failure(error, path: path)
    }
    if let place = firstInvalidByte(in: bytes) {
      let hex = String(bytes[place], radix: 16, uppercase: true)
      throw Failure(
        "'\(SafeText.line(path))' is not valid UTF-8: byte 0x\(hex) at position \(place + 1). "
          + "Convert it first.",
        .cannotRead)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Day {
  /// The day on the calendar of the user's time zone.
  static var today: Day? {
    var now = time(nil)
    var parts = tm()
    localtime_r(&now, &parts)
    return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }
}
