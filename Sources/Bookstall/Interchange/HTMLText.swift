internal import CSV
internal import Glibc

/// Turns the small HTML of reviews into plain text and back.
package enum HTMLText {
  /// The text of a review: line breaks and blocks as newlines, known tags gone, entities decoded once.
  ///
  /// Anything else with a `<`, such as `<3` or `2 < 3`, is text.
  package static func text(_ html: String) -> String {
    var html = html
    return html.withUTF8 { bytes in
      guard let start = bytes.baseAddress,
        memchr(start, Int32(UInt8(ascii: "<")), bytes.count) != nil
          || memchr(start, Int32(UInt8(ascii: "&")), bytes.count) != nil
      else { return nil }
      var reader = HTMLReader(bytes)
      return reader.text()
    } ?? html
  }

  /// The plainest HTML for a text, all on one line.
  package static func html(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in
      var result: [UInt8] = []
      result.reserveCapacity(bytes.count + 64)
      var copied = 0
      var index = endOfPlainBytes(in: bytes, from: 0)
      while index < bytes.count {
        let escape: StaticString
        switch bytes[index] {
        case UInt8(ascii: "&"): escape = "&amp;"
        case UInt8(ascii: "<"): escape = "&lt;"
        case UInt8(ascii: ">"): escape = "&gt;"
        default: escape = "<br/>"
        }
        result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<index]))
        escape.withUTF8Buffer { result.append(contentsOf: $0) }
        copied = index + 1
        index = endOfPlainBytes(in: bytes, from: copied)
      }
      result.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
      return String(decoding: result, as: UTF8.self)
    }
  }

  /// The next byte that HTML writes in another way, or the number of bytes; looks at sixteen at a time.
  private static func endOfPlainBytes(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var place = start
    if let base = UnsafeRawBufferPointer(bytes).baseAddress {
      while place + 16 <= bytes.count {
        let here = base.loadUnaligned(fromByteOffset: place, as: SIMD16<UInt8>.self)
        let isSpecial =
          here.lanes(equalTo: UInt8(ascii: "&")) .| here.lanes(equalTo: UInt8(ascii: "<"))
          .| here.lanes(equalTo: UInt8(ascii: ">")) .| here.lanes(equalTo: UInt8(ascii: "\n"))
        if isSpecial.hasAny { break }
        place += 16
      }
    }
    while place < bytes.count, !"&<>\n".utf8.contains(bytes[place]) { place += 1 }
    return place
  }
}

/// One walk over the bytes of an HTML text.
private struct HTMLReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var output: [UInt8] = []
  /// Newlines owed between the block that ended and whatever comes next.
  private var owedNewlines = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    output.reserveCapacity(bytes.count)
  }

  mutating func text() -> String {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "<"), let tag = tag() {
        apply(tag)
        index = tag.end
      } else if byte == UInt8(ascii: "&"), let entity = HTMLEntity(in: bytes, at: index) {
        append(contentsOf: Array(String(entity.scalar).utf8))
        index = entity.end
      } else if owedNewlines > 0, isSpace(byte) {
        // White space between two blocks belongs to the source's layout, not to its text.
        index += 1
      } else {
        let start = index
        repeat { index += 1 } while index < bytes.count && !isMark(bytes[index])
        append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<index]))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func append(contentsOf more: some Collection<UInt8>) {
    if owedNewlines > 0 {
      output += repeatElement(UInt8(ascii: "\n"), count: owedNewlines)
      owedNewlines = 0
    }
    output += more
  }

  private mutating func apply(_ tag: Tag) {
    switch tag.kind {
    case .lineBreak:
      append(contentsOf: CollectionOfOne(UInt8(ascii: "\n")))
    case .block(let newlines):
      if !output.isEmpty { owedNewlines = max(owedNewlines, newlines) }
    case .inline:
      break
    }
  }

  private func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}

extension HTMLReader {
  private enum Kind {
    case lineBreak
    /// Stands apart from its neighbours by that many newlines.
    case block(Int)
    case inline
  }

  private struct Tag {
    var kind: Kind
    /// The index behind the `>`.
    var end: Int
  }

  /// The known tag that begins at the current `<`, if one does.
  private func tag() -> Tag? {
    var cursor = index + 1
    if cursor < bytes.count, bytes[cursor] == UInt8(ascii: "/") { cursor += 1 }
    // The letters as one number, which is quicker to look up than a text; no known name is longer.
    var name: UInt128 = 0
    var length = 0
    while cursor < bytes.count, length < 11, let letter = letterOrDigit(bytes[cursor]) {
      name = name << 8 | UInt128(letter)
      length += 1
      cursor += 1
    }
    guard let kind = HTMLReader.kinds[name] else { return nil }
    var hasAttribute = false
    var hasOtherText = false
    // Where attributes run on this long, it is text that happens to hold a `<`; the limit keeps the walk
    // linear.
    let limit = min(bytes.count, cursor + 4096)
    let afterName = cursor
    while cursor < limit {
      switch bytes[cursor] {
      case UInt8(ascii: ">"):
        // `<b and c>` is a comparison: real attributes have a `=`.
        return hasOtherText && !hasAttribute ? nil : Tag(kind: kind, end: cursor + 1)
      case UInt8(ascii: "<"): return nil
      case UInt8(ascii: "="): hasAttribute = true
      case UInt8(ascii: "/"), 0x20, 0x09...0x0D: break
      default:
        if cursor == afterName { return nil }
        hasOtherText = true
      }
      cursor += 1
    }
    return nil
  }

  private func letterOrDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39, 0x61...0x7A: byte
    case 0x41...0x5A: byte + 0x20
    default: nil
    }
  }

  /// The known tags by the letters of their names.
  private static let kinds = Dictionary(
    uniqueKeysWithValues: names.map { name, kind in
      (name.utf8.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }, kind)
    })

  private static let names: [(String, Kind)] = [
    ("br", .lineBreak), ("div", .block(1)), ("li", .block(1)), ("ul", .block(1)), ("ol", .block(1)),
    ("p", .block(2)), ("i", .inline), ("b", .inline), ("em", .inline), ("strong", .inline), ("u", .inline),
    ("s", .inline), ("a", .inline), ("span", .inline), ("blockquote", .inline), ("spoiler", .inline),
    ("strike", .inline), ("del", .inline), ("sub", .inline), ("sup", .inline),
  ]
}
