/// A book's title and first author as they are compared with another book's.
struct WorkKey: Hashable, Sendable {
  /// Without the series behind it and the article before it.
  let title: [UInt8]
  /// The title before its subtitle; nil without a subtitle, or with one that is a volume.
  let shortTitle: [UInt8]?
  /// Last name and first initial; empty when nobody is named.
  let author: [UInt8]

  /// Nil for a book without a title.
  init?(title: String?, author: String?) {
    guard let title else { return nil }
    let bare = TitleSeries.split(title).title
    let full = WorkKey.withoutArticle(ComparisonKey(bare)).bytes
    // A title of punctuation alone is still a title.
    self.title = full.isEmpty ? Array(bare.utf8) : full
    shortTitle = WorkKey.shortTitle(of: bare)
    self.author = WorkKey.authorKey(author ?? "")
  }

  private static func shortTitle(of title: String) -> [UInt8]? {
    guard let (head, tail) = parted(title) else { return nil }
    let subtitle = ComparisonKey(tail)
    let isVolume = subtitle.words.contains { word in word.contains { (0x30...0x39).contains($0) } }
    guard let first = subtitle.words.first, !isVolume, !volumeWords.contains(first) else { return nil }
    let short = withoutArticle(ComparisonKey(head)).bytes
    return short.isEmpty ? nil : short
  }

  /// Parts `Title: Subtitle` and `Title - Subtitle` at the first mark.
  private static func parted(_ title: String) -> (head: String, tail: String)? {
    let scalars = title.unicodeScalars
    var previous: Unicode.Scalar = "x"
    for index in scalars.indices {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      let isDash = scalar == "-" || scalar == "–" || scalar == "—"
      if scalar == ":" || (isDash && previous == " " && next < scalars.endIndex && scalars[next] == " ") {
        return (String(scalars[..<index]), String(scalars[next...]))
      }
      previous = scalar
    }
    return nil
  }

  private static func withoutArticle(_ key: ComparisonKey) -> ComparisonKey {
    guard key.words.count > 1, let first = key.words.first, articles.contains(first) else { return key }
    return ComparisonKey(words: Array(key.words.dropFirst()))
  }

  /// Last name and first initial, so that `H. G. Wells`, `Wells, H.G.` and `Herbert George Wells` are one.
  static func authorKey(_ author: String) -> [UInt8] {
    var name = author
    if let comma = author.utf8.firstIndex(of: UInt8(ascii: ",")) {
      let after = TextNormalisation.line(String(author[author.utf8.index(after: comma)...])) ?? ""
      let before = String(author[..<comma])
      name = PersonNames.isSuffix(after) ? before : after + " " + before
    }
    var words = ComparisonKey(name).words
    while words.count > 1, let last = words.last, PersonNames.isSuffix(String(decoding: last, as: UTF8.self))
    {
      words.removeLast()
    }
    if nobody.contains(Array(words.joined(separator: [0x20]))) { return [] }
    guard words.count > 1, let first = words.first, let last = words.last else { return words.first ?? [] }
    let initial = first.prefix(1) + first.dropFirst().prefix { $0 & 0xC0 == 0x80 }
    return last + [0x20] + initial
  }

  private static func set(_ words: String) -> Set<[UInt8]> {
    Set(words.split(separator: ",").map { Array($0.utf8) })
  }

  static let articles = set(
    "the,a,an,der,die,das,ein,eine,le,la,les,un,une,el,los,las,il,lo,gli,o,os,as,de,het")
  private static let volumeWords = set("vol,volume,part,book,band,teil,tome,tomo,parte,libro,livre,buch")
  private static let nobody = set(
    "anonymous,anon,unknown,unknown author,various,various authors,n a,na,none,author unknown")
}
