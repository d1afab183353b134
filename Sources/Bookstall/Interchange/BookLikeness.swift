/// Tells books that look alike without being the same for certain; a reader decides, an import never does.
enum BookLikeness {
  /// Equal for titles that may be one title: vowels and doubled letters don't count, so that most slips of the pen fall
  /// together.
  static func hash(of title: LooseTitle) -> UInt32 {
    var hash: UInt32 = 0x811C_9DC5
    var previous: UInt8 = 0
    var count = 0
    for byte in title.bytes where !isLeftOut(byte) && byte != previous {
      hash = (hash ^ UInt32(byte)) &* 0x0100_0193
      previous = byte
      count += 1
    }
    if count > 1 { return hash }
    // Hardly more than vowels: then they count.
    for byte in title.bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash
  }

  private static func isLeftOut(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"), UInt8(ascii: "u"):
      true
    default: false
    }
  }

  /// Whether a reader should have a look at the two.
  static func areAlike(_ one: BookRecord, _ other: BookRecord) -> Bool {
    guard let title = one.book.title, let otherTitle = other.book.title,
      let work = WorkKey(title: title, author: one.book.author),
      let otherWork = WorkKey(title: otherTitle, author: other.book.author)
    else { return false }
    // Two subtitles tell two books apart.
    if work.shortTitle != nil, otherWork.shortTitle != nil, work.title != otherWork.title,
      work.shortTitle == otherWork.shortTitle
    {
      return false
    }
    if BookMatching.areVolumes(one.series, other.series) { return false }
    let (loose, otherLoose) = (LooseTitle(title, work), LooseTitle(otherTitle, otherWork))
    return digits(loose) == digits(otherLoose) && isNear(loose.bytes, otherLoose.bytes)
      && authorsMayBeOne(work.author, otherWork.author)
  }

  /// The numbers of a title, among them a last word of Roman digits; they are significant.
  private static func digits(_ title: LooseTitle) -> [UInt8] {
    let last = title.bytes.split(separator: 0x20).last ?? []
    let isRoman = last.allSatisfy { "ivxlc".utf8.contains($0) }
    return title.bytes.filter { (0x30...0x39).contains($0) } + (isRoman ? Array(last) : [])
  }

  /// Nobody named, one last name, or one that differs by a letter or two.
  private static func authorsMayBeOne(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one.isEmpty || other.isEmpty || one == other { return true }
    let (last, otherLast) = (one.prefix { $0 != 0x20 }, other.prefix { $0 != 0x20 })
    if last == otherLast { return one.count == last.count || other.count == otherLast.count }
    return one.dropFirst(last.count) == other.dropFirst(otherLast.count)
      && isNear(Array(last), Array(otherLast))
  }

  /// Whether as few letters differ as slips of the pen leave; short words have no room for one.
  private static func isNear(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    let length = min(one.count, other.count)
    let limit = length >= 12 ? 2 : length >= 5 ? 1 : 0
    if one == other { return true }
    guard limit > 0, abs(one.count - other.count) <= limit else { return false }
    let start = zip(one, other).prefix { $0 == $1 }.count
    let end = zip(one.dropFirst(start).reversed(), other.dropFirst(start).reversed()).prefix { $0 == $1 }
      .count
    // What is left in the middle holds all differences.
    return max(one.count, other.count) - start - end <= limit
  }
}

/// A title as it is compared for a likeness: without article, subtitle and remarks in parentheses.
struct LooseTitle {
  /// Words with blanks between them, as in `ComparisonKey`.
  let bytes: [UInt8]

  /// Takes the key of the same title, which mostly is the loose title already.
  init(_ title: String, _ work: WorkKey) {
    let plain = work.shortTitle ?? work.title
    guard let open = title.utf8.firstIndex(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: "[") }),
      open > title.startIndex
    else {
      bytes = plain
      return
    }
    // A number in parentheses is most likely a volume.
    let remark = title.utf8[open...]
    let bare = TitleSeries.split(title).title
    let isVolume = bare == title && remark.contains { (0x30...0x39).contains($0) }
    guard !isVolume, let short = WorkKey(title: String(title[..<open]), author: nil) else {
      bytes = plain
      return
    }
    bytes = short.shortTitle ?? short.title
  }
}
