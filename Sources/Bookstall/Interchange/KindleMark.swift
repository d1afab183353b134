/// What Kindle says of one clipping: `Your Highlight on page 9 | Location 100-101 | Added on …`.
package struct KindleMark: Hashable, Sendable {
  /// What was clipped.
  package enum Kind: String, Sendable {
    case highlight
    case note
    case bookmark
  }

  /// The line as it stands, without the dash before it.
  package let line: String
  /// Nil in a language that is not known here.
  package let kind: Kind?
  /// The page of the printed edition, where the line names one.
  package let page: Int?
  /// A place or a range of places, such as `100-101`.
  package let location: String?
  /// Date and time as the device told them, such as `2022-12-18T15:19:56`.
  package let addedAt: String?

  /// Reads the second line of a clipping; nil without its dash.
  package init?(_ text: String) {
    guard let line = TextNormalisation.line(text), line.hasPrefix("- "),
      let rest = TextNormalisation.line(String(line.dropFirst(2)))
    else { return nil }
    self.line = rest
    let parts = rest.split(separator: "|").map { $0.lowercased() }
    kind = parts.first.flatMap(KindleMark.kind)
    var page: Int?
    var location: String?
    var addedAt: String?
    for (place, part) in parts.enumerated() {
      if place > 0, place == parts.count - 1 {
        addedAt = WordedDate(part, allowsOtherWords: true)?.text
      } else if let number = KindleMark.number(in: part) {
        if KindleMark.pageWords.contains(where: { part.contains($0) }) {
          page = Int(number.prefix { $0 != "-" })
        } else {
          location = location ?? number
        }
      }
    }
    self.page = page
    self.location = location
    self.addedAt = addedAt
  }

  /// Parts `Title (Author)` at the last parenthesis that is whole; without one there is no author.
  package static func parted(_ heading: String) -> (title: String, author: String?) {
    guard heading.hasSuffix(")") else { return (heading, nil) }
    let bytes = Array(heading.utf8)
    var depth = 0
    for index in bytes.indices.reversed() {
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      if bytes[index] == UInt8(ascii: "(") { depth -= 1 }
      guard depth == 0 else { continue }
      let title = TextNormalisation.line(String(decoding: bytes[..<index], as: UTF8.self))
      let inside = String(decoding: bytes[(index + 1)...].dropLast(), as: UTF8.self)
      guard let title, let author = TextNormalisation.line(inside) else { break }
      return (title, author)
    }
    return (heading, nil)
  }

  private static func kind(_ text: String) -> Kind? {
    kinds.first { $0.words.contains { text.contains($0) } }?.kind
  }

  /// Kindle's words in the languages of its shops; a note comes last, since its word is part of others.
  private static let kinds: [(kind: Kind, words: [String])] = [
    (
      .highlight,
      [
        "highlight", "markierung", "surlignement", "subrayado", "destacado", "evidenziazione", "destaque",
        "markering", "ハイライト", "标注", "標註", "하이라이트", "выделенный",
      ]
    ),
    (
      .bookmark,
      [
        "bookmark", "lesezeichen", "signet", "marcador", "segnalibro", "bladwijzer", "ブックマーク", "书签",
        "закладка",
      ]
    ),
    (.note, ["note", "notiz", "nota", "notitie", "メモ", "笔记", "筆記", "메모", "заметка"]),
  ]

  private static let pageWords = ["page", "seite", "página", "pagina", "ページ", "页", "頁", "페이지", "страниц"]

  /// The first number, or range of numbers, of a text.
  private static func number(in text: String) -> String? {
    let bytes = text.utf8.drop { !(0x30...0x39).contains($0) }
    let digits = bytes.prefix { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    guard !digits.isEmpty, digits.count <= 24 else { return nil }
    return String(Substring(digits))
  }
}
