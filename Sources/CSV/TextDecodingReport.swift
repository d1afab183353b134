/// What a `TextDecoder` took the bytes for and what it had to change.
public struct TextDecodingReport: Sendable, Hashable {
  /// Why the encoding was taken.
  public enum Basis: Sendable, Hashable {
    /// The caller named it.
    case named
    /// A byte-order mark says so.
    case byteOrderMark
    /// The bytes look like it.
    case guessed
  }

  /// The encoding assumed; final once the input has been read to its end.
  ///
  /// A guess of UTF-8 becomes `utf8WithWindows1252` or `windows1252` when bytes turn up that are not UTF-8.
  public internal(set) var encoding: TextEncoding

  /// Why the encoding was taken.
  public internal(set) var basis: Basis

  /// Bytes or code units that are no text in the encoding, read as Windows-1252 or as U+FFFD.
  ///
  /// In a file guessed to be all Windows-1252 these are its bytes beyond ASCII.
  public internal(set) var replaced = LineTally()

  /// NULs, which were dropped.
  public internal(set) var nuls = LineTally()
}

/// How often something was met, and on which lines.
public struct LineTally: Sendable, Hashable {
  /// How many lines are kept.
  public static let lineLimit = 100

  /// How often it was met in all.
  public private(set) var count = 0

  /// The first physical lines it was met on, from 1 and ascending.
  public private(set) var lines: [Int] = []

  /// Makes a tally of nothing.
  public init() {}

  mutating func add(line: Int) {
    count += 1
    if lines.last != line && lines.count < Self.lineLimit { lines.append(line) }
  }
}
