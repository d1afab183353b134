internal import SQLite

/// The texts of one row as the bytes that are stored; valid inside the closure that it was lent to.
package struct StoredTexts: ~Copyable {
  typealias Text = UnsafeBufferPointer<UInt8>?

  private enum Source: ~Copyable {
    case record(RecordView)
    case row(Int64?, UnsafeMutableBufferPointer<Text>)
  }

  private let source: Source

  init(_ record: consuming RecordView) {
    source = .record(record)
  }

  init(key: Int64?, _ texts: UnsafeMutableBufferPointer<Text>) {
    source = .row(key, texts)
  }

  /// The integer in the column of keys; nil for what is none.
  package var key: Int64? {
    switch source {
    case .record(let record): record.integer(at: 0)
    case .row(let key, _): key
    }
  }

  /// The bytes of all of the row's values one after the other, in which those of its texts stand; nil where they are not
  /// at hand.
  ///
  /// What doesn't stand here stands in none of the texts, and to ask for them takes longer.
  package var whole: UnsafeBufferPointer<UInt8>? {
    switch source {
    case .record(let record): record.whole
    case .row: nil
    }
  }

  /// The bytes of the text at a place, 0 for the first column asked for; nil for what is no text.
  ///
  /// They are gone when the closure ends. Another program may have written bytes that are no UTF-8.
  package func bytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
    switch source {
    case .record(let record): record.textBytes(at: place &+ 1)
    case .row(_, let texts): texts[place]
    }
  }
}
