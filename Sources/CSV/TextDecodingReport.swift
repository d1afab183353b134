/// What a `TextDecoder` took the bytes for and what it had to change.
package struct TextDecodingReport: Sendable, Hashable {
  /// Why the encoding was taken.
  package enum Basis: Sendable, Hashable {
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
  package internal(set) var encoding: TextEncoding

  /// Why the encoding was taken.
  package internal(set) var basis: Basis

  /// Bytes or code units that are no text in the encoding, read as Windows-1252 or as U+FFFD.
  ///
  /// In a file guessed to be all Windows-1252 these are its bytes beyond ASCII.
  package internal(set) var replaced = LineTally()

  /// NULs, which were dropped.
  package internal(set) var nuls = LineTally()
}

/// How often something was met, and on which lines.
package struct LineTally: Sendable, Hashable {
  /// How many lines are kept.
  package static let lineLimit = 100

  /// How often it was met in all.
  package private(set) var count = 0

  /// The first physical lines it was met on, from 1 and ascending.
  package private(set) var lines: [Int] = []

  /// Makes a tally of nothing.
  package init() {}

  mutating func add(line: Int) {
    count += 1
    if lines.last != line && lines.count < Self.lineLimit { lines.append(line) }
  }
}
