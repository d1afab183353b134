/// The words by which other services name a reading status.
package enum StatusWords {
  /// The status that a cell names, or nil; case, hyphens and underscores don't matter.
  package static func status(_ text: String) -> ReadingStatus? {
    guard let line = TextNormalisation.line(text) else { return nil }
    // The longest word of the table has 17 bytes, so longer text needs no folding.
    guard line.utf8.count <= 20 else { return nil }
    let folded = line.lowercased().utf8.map { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") ? 0x20 : $0 }
    return table[String(decoding: folded, as: UTF8.self)]
  }

  private static let table: [String: ReadingStatus] = [
    "to read": .toRead, "want to read": .toRead, "wants to read": .toRead, "planned": .toRead,
    "not started": .toRead, "not begun": .toRead, "wish": .toRead, "wishlist": .toRead, "tbr": .toRead,
    "currently reading": .reading, "reading": .reading, "in progress": .reading, "is reading": .reading,
    "read": .read, "already read": .read, "finished": .read, "done": .read, "completed": .read,
    "did not finish": .didNotFinish, "dnf": .didNotFinish, "abandoned": .didNotFinish,
    "stopped": .didNotFinish, "stopped reading": .didNotFinish, "give up": .didNotFinish,
    "dropped": .didNotFinish,
    "paused": .paused, "pause": .paused, "on hold": .paused,
  ]
}
