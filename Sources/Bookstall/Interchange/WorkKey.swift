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
    let full = WorkKey.withoutArticle(ComparisonKey(bare))
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
    let short = withoutArticle(ComparisonKey(head))
    return short.isEmpty ? nil : short
  }

  /// Parts `Title: Subtitle` and `Title - Subtitle` at the first mark.
  private static func parted(_ title: String) -> (head: String, tail: String)? {
    // Most titles have none, and bytes are quick to look through.
    let mayHaveMark = title.utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "-") || $0 >= 0x80 }
    guard mayHaveMark else { return nil }
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

  private static func withoutArticle(_ key: ComparisonKey) -> [UInt8] {
    let bytes = key.bytes
    // No article is longer.
    guard let end = bytes.prefix(longestArticle + 1).firstIndex(of: 0x20), articles.contains(bytes[..<end])
    else {
      return bytes
    }
    return Array(bytes[(end + 1)...])
  }

  /// Last name and first initial, so that `H. G. Wells`, `Wells, H.G.` and `Herbert George Wells` are one.
  static func authorKey(_ author: String) -> [UInt8] {
    var name = author
    if let comma = author.utf8.firstIndex(of: UInt8(ascii: ",")) {
      let after = TextNormalisation.line(String(author[author.utf8.index(after: comma)...])) ?? ""
      let before = String(author[..<comma])
      name = PersonNames.isSuffix(after) ? before : after + " " + before
    }
    let whole = ComparisonKey(name).bytes
    var key = whole[...]
    while let space = key.lastIndex(of: 0x20), suffixes.contains(key[(space + 1)...]) { key = key[..<space] }
    if nobody.contains(key) { return [] }
    guard let space = key.lastIndex(of: 0x20), let first = key.first else { return Array(key) }
    let initial = [first] + key.dropFirst().prefix { $0 & 0xC0 == 0x80 }
    return key[(space + 1)...] + [0x20] + initial
  }

  private static func set(_ words: String) -> Set<ArraySlice<UInt8>> {
    Set(words.split(separator: ",").map { Array($0.utf8)[...] })
  }

  static let articles = set(
    "the,a,an,der,die,das,ein,eine,le,la,les,un,une,el,los,las,il,lo,gli,o,os,as,de,het")
  private static let longestArticle = articles.map(\.count).max() ?? 0
  private static let suffixes = Set(PersonNames.suffixes.map { Array($0.utf8)[...] })
  private static let volumeWords = set("vol,volume,part,book,band,teil,tome,tomo,parte,libro,livre,buch")
  private static let nobody = set(
    "anonymous,anon,unknown,unknown author,various,various authors,n a,na,none,author unknown")
}
