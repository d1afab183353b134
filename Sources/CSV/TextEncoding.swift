/// A way to write text as bytes.
public enum TextEncoding: Sendable, Hashable, CaseIterable {
  /// UTF-8; pure ASCII is UTF-8 too.
  case utf8
  /// UTF-8 in which single bytes that do not fit are Windows-1252, as in LibraryThing's exports.
  case utf8WithWindows1252
  /// Windows-1252, which holds the printable part of ISO-8859-1.
  case windows1252
  /// UTF-16, the low byte first.
  case utf16LittleEndian
  /// UTF-16, the high byte first.
  case utf16BigEndian
  /// UTF-32, the lowest byte first.
  case utf32LittleEndian
  /// UTF-32, the highest byte first.
  case utf32BigEndian

  /// Finds an encoding by one of its common names; case, `-`, `_` and blanks do not matter.
  ///
  /// Nil for a name it does not know. `utf-16` and `utf-32` mean little-endian.
  public init?(name: String) {
    let plain = name.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    switch plain {
    case "utf8", "ascii", "usascii": self = .utf8
    case "utf8+windows1252": self = .utf8WithWindows1252
    case "windows1252", "cp1252", "1252", "ansi", "latin1", "l1", "iso88591": self = .windows1252
    case "utf16", "utf16le", "ucs2": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    case "utf32", "utf32le": self = .utf32LittleEndian
    case "utf32be": self = .utf32BigEndian
    default: return nil
    }
  }

  /// The usual name, such as `UTF-8` or `Windows-1252`.
  public var name: String {
    switch self {
    case .utf8: "UTF-8"
    case .utf8WithWindows1252: "UTF-8+Windows-1252"
    case .windows1252: "Windows-1252"
    case .utf16LittleEndian: "UTF-16LE"
    case .utf16BigEndian: "UTF-16BE"
    case .utf32LittleEndian: "UTF-32LE"
    case .utf32BigEndian: "UTF-32BE"
    }
  }

  /// The byte-order mark; empty for Windows-1252, which has none.
  var byteOrderMark: [UInt8] {
    switch self {
    case .utf8, .utf8WithWindows1252: [0xEF, 0xBB, 0xBF]
    case .windows1252: []
    case .utf16LittleEndian: [0xFF, 0xFE]
    case .utf16BigEndian: [0xFE, 0xFF]
    case .utf32LittleEndian: [0xFF, 0xFE, 0, 0]
    case .utf32BigEndian: [0, 0, 0xFE, 0xFF]
    }
  }
}
