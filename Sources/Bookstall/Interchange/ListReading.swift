/// How a service parts the entries of a list within one cell.
enum ListStyle: Sendable {
  /// `gothic, sea`
  case commas
  /// `Gothic fiction | Sea stories`
  case bars
  /// `gothic|||||sea`, as Openreads writes.
  case fiveBars
  /// `Gothic; Sea`, where a backslash takes a semicolon, a comma or a backslash for what it is.
  case semicolons
  /// `["Gothic", "Sea"]` or `Gothic, Sea`
  case arrayOrCommas
  /// Whatever people type: semicolons or bars part the entries, else commas; links behind them are dropped.
  case typed

  /// The entries, each on one line and none blank.
  func items(of cell: String) -> [String] {
    switch self {
    case .commas: ListStyle.parts(of: cell, at: UInt8(ascii: ","))
    case .bars: ListStyle.parts(of: cell, at: UInt8(ascii: "|"))
    case .fiveBars: cell.split(separator: "|||||").compactMap { TextNormalisation.line(String($0)) }
    case .semicolons:
      BackslashList.parts(of: cell, at: UInt8(ascii: ";")).compactMap {
        TextNormalisation.line(BackslashList.plain($0))
      }
    case .arrayOrCommas:
      ListStyle.array(cell) ?? ListStyle.parts(of: cell, at: UInt8(ascii: ","))
    case .typed:
      ListStyle.array(cell) ?? ListStyle.typedParts(of: PageLinks.removed(from: cell))
    }
  }

  private static func parts(of cell: String, at separator: UInt8) -> [String] {
    cell.utf8.split(separator: separator).compactMap { TextNormalisation.line(String(Substring($0))) }
  }

  private static func typedParts(of cell: String) -> [String] {
    for separator in ["\n", ";", "|"] where cell.contains(separator) {
      let parts = cell.split(separator: separator).compactMap { TextNormalisation.line(String($0)) }
      if parts.count > 1 { return parts }
    }
    return parts(of: cell, at: UInt8(ascii: ","))
  }

  private static func array(_ cell: String) -> [String]? {
    guard cell.utf8.first(where: { $0 > 0x20 }) == UInt8(ascii: "["),
      let elements = (try? JSON(cell))?.elements
    else { return nil }
    return elements.compactMap { $0.text.flatMap(TextNormalisation.line) }
  }
}

/// Lists whose separators lose their meaning behind a backslash.
enum BackslashList {
  /// The parts between separators that are not escaped, backslashes still in them.
  static func parts(of text: String, at separator: UInt8) -> [String] {
    var parts: [[UInt8]] = [[]]
    var isEscaped = false
    for byte in text.utf8 {
      if byte == separator, !isEscaped {
        parts.append([])
        continue
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      parts[parts.count - 1].append(byte)
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The text without the backslashes that escape; one at the very end stands for itself.
  static func plain(_ text: String) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
        continue
      }
      isEscaped = false
      bytes.append(byte)
    }
    if isEscaped { bytes.append(UInt8(ascii: "\\")) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
