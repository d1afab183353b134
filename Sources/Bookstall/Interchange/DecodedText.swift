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

  /// The first piece of the text, which `nextChunk` will hand out again.
  func beginning() throws -> [UInt8] {
    if let ahead { return ahead }
    let chunk = try decoder.nextChunk()
    ahead = chunk
    return chunk
  }

  /// The next piece; empty at the end.
  func nextChunk() throws -> [UInt8] {
    if let chunk = ahead {
      ahead = nil
      return chunk
    }
    return try decoder.nextChunk()
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
