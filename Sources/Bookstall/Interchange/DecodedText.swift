internal import CSV

/// A source's bytes as UTF-8, of which the first may be looked at before they are taken.
final class DecodedText {
  private var decoder: TextDecoder
  private var ahead: [UInt8]?

  /// What the bytes were taken for, final at their end.
  var report: TextDecodingReport { decoder.report }

  init(encoding: TextEncoding?, read: @escaping () throws -> [UInt8]) {
    decoder = TextDecoder(encoding: encoding, read: read)
  }

  /// The mark of a text's end on old systems, held back until it is known to be one.
  private var heldBack: [UInt8] = []
  private static let endMark: UInt8 = 0x1A

  /// The first piece of the text, which `nextChunk` will hand out again.
  func beginning() throws -> [UInt8] {
    if let ahead { return ahead }
    let chunk = try decodedChunk()
    ahead = chunk
    return chunk
  }

  /// The next piece; empty at the end.
  func nextChunk() throws -> [UInt8] {
    if let chunk = ahead {
      ahead = nil
      return chunk
    }
    return try decodedChunk()
  }

  /// The next piece without a mark at the very end of the text.
  private func decodedChunk() throws -> [UInt8] {
    while true {
      var chunk: [UInt8]
      do {
        chunk = try decoder.nextChunk()
      } catch CSVError.recordTooLong(let line, let limit) {
        throw ImportError.recordTooLong(line: line, limit: limit)
      }
      if chunk.isEmpty { return [] }
      chunk = heldBack.isEmpty ? chunk : heldBack + chunk
      heldBack = []
      if chunk.last == DecodedText.endMark {
        chunk.removeLast()
        heldBack = [DecodedText.endMark]
      }
      if !chunk.isEmpty { return chunk }
    }
  }

  /// All that is left, if it is no more than `limit` bytes.
  func rest(limit: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    while true {
      let chunk = try nextChunk()
      if chunk.isEmpty { return bytes }
      bytes += chunk
      if bytes.count > limit { return nil }
    }
  }
}
