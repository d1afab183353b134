internal import CSQLite

/// The texts bound for one run of a statement, side by side in memory of their own.
///
/// Where SQLite copies a bound text, each costs it an allocation and its end, which is more than the copy itself. What
/// is bound from here must be bound anew, or cleared, before `removeAll` is called or the object ends.
package final class BoundTexts {
  private var blocks: [UnsafeMutablePointer<CChar>] = []
  /// Where the next text goes, in the last block that is in use.
  private var block = 0
  private var used = 0

  /// As many bytes are allocated at once.
  private static let blockSize = 1 << 16
  /// Longer texts are left to SQLite: their copy costs more than its allocation.
  private static let longest = 1 << 11

  /// Makes a place that takes no memory until there is a text.
  package init() {}

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Frees the place for the next run.
  package func removeAll() {
    block = 0
    used = 0
  }

  /// Copies a text; nil for one that is too long or empty.
  fileprivate func copy(_ text: UnsafeBufferPointer<CChar>) -> UnsafePointer<CChar>? {
    guard let start = text.baseAddress, !text.isEmpty, text.count <= BoundTexts.longest else { return nil }
    if used + text.count > BoundTexts.blockSize {
      block += 1
      used = 0
    }
    if block == blocks.count { blocks.append(.allocate(capacity: BoundTexts.blockSize)) }
    let place = blocks[block] + used
    place.initialize(from: start, count: text.count)
    used += text.count
    return UnsafePointer(place)
  }
}

extension Statement {
  /// Binds a text with all its bytes, kept in `texts` until the statement has run.
  package func bind(_ value: String, at index: Int32, in texts: BoundTexts) throws(SQLiteError) {
    var value = value
    let code = value.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters -> Int32? in
        // Without a destructor SQLite takes the bytes for ones that outlive the run, as these do.
        texts.copy(characters).map { sqlite3_bind_text(handle, index, $0, Int32(characters.count), nil) }
      }
    }
    if let code { try check(code) } else { try bind(value, at: index) }
  }
}
