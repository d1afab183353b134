import Persistence
import Testing

@testable import Bookstall

@Suite("Searching the store")
struct SearchTests {
  private let store: BookStore

  init() throws {
    store = try BookStore()
    try add(
      "The Left Hand of Darkness", "Ursula K. Le Guin", review: "The last crossing of the ICE.\nFriendship!")
    try add("驴打滚的故事", "老舍", genre: "文学")
    try add("Élan", "Mélanie Straße") { $0.tags = ["Winter tale"] }
    try add("Notice", nil, genre: "Horror") {
      $0.book.privateNotes = "lent to Ann"
      $0.contributors = [Contributor(name: "Jane Roe", role: "Translator")]
    }
    try add("C++ at 30", "A. U. Thor")
    try add("Melani\u{301}e again — “Ice”", "Δημήτρης", review: "한국어와 がくせい")
  }

  private func add(
    _ title: String, _ author: String?, genre: String = "Fantasy", review: String? = nil,
    _ change: (inout BookRecord) -> Void = { _ in }
  ) throws {
    var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: title))
    (record.book.author, record.book.genre, record.book.review) = (author, genre, review)
    change(&record)
    _ = try store.add(record)
  }

  @Test(arguments: [
    ("ice friendship", [1]), ("FRIEND ice", [1]), ("驴打", [2]), ("打滚", [2]), ("melanie", [6, 3]),
    ("MÉLANIE", [6, 3]), ("strasse", [3]), ("STRAßE", [3]), ("winter elan", [3]), ("lent", [4]), ("roe", [4]),
    ("horror notice", [4]), ("ice", [6, 1]), ("文学", [2]), ("δημη", [6]), ("ΔΗΜΉΤΡΗΣ", [6]), ("한국", [6]),
    ("かくせい", [6]), ("ice hand", [1]), ("otic", [4]), ("hand hand", [1]), ("ice melanie horror", []),
    ("left 驴", []), ("", []), ("“ice", [6, 1]), ("c++", [5]), ("C++ thor", [5]), ("u.", [5, 1]),
    ("guin.", [1]), ("le guin,", [1]), ("frien*", [1]), ("(ice)", [6, 1]), ("?ice!", [6, 1]),
    ("ice…", [6, 1]),
    ("驴打滚。", [2]), ("《驴打滚》", [2]), ("老舍，故事", [2]), ("ＩＣＥ", [6, 1]), ("“ＩＣＥ”！", [6, 1]), ("left-hand", [1]),
    ("u.k.", []), ("k. le guin", [1]), ("U. K. Le Guin", [1]), ("<hand>", [1]), ("'hand'", [1]),
    ("hand;darkness", [1]),
    ("\"", []),
    ("***", []), ("—", [6]), ("\"left hand\"", [1]), ("\"hand left\"", []), ("\"left  hand, of\"", [1]),
    ("\"last crossing\" guin", [1]), ("“of the ice friend”", [1]), ("\"eft hand\"", [1]), ("\"left han", [1]),
    ("«crossing of»", [1]), ("\"lef hand\"", []), ("\"mélanie again\"", [6]), ("「驴打滚 故事」", []),
    ("「驴打滚的 故事」", [2]),
    ("'\"", []), ("\"\"", []), ("\" \"", []),
  ])
  func `all words are found in any order, by their beginnings`(text: String, ids: [Int64]) throws {
    #expect(try store.search(SearchWords([text])).hits == ids)
  }

  @Test func `inside of words is looked at only when no book has the words at their start`() throws {
    // "Notice" has it inside, but others begin with it.
    #expect(!(try store.search(SearchWords(["ice"])).hits.contains(4)))
    #expect(try store.search(SearchWords(["riendshi"])).words.inside)
  }

  @Test func `the names of series are searched`() throws {
    try add("x", "y") { $0.series = [SeriesPlace(name: "Hainish Cycle", number: "4")] }
    #expect(try store.search(SearchWords(["hainish x"])).hits == [7])
    #expect(try store.search(SearchWords(["\"hainish cyc\""])).hits == [7])
    #expect(try store.search(SearchWords(["cycle"])).missing.isEmpty)
  }

  @Test(arguments: [
    ("1/2", ["1/2"]), ("(1/2),", ["1/2"]), ("a.b c:d/e’f", ["a.b", "c", "d/e’f"]),
    ("well-known", ["well-known"]), ("\"1/2  x\"", ["\"1/2  x\""]), ("x--y", ["x--y"]), ("-x/", ["x"]),
  ])
  func `words are named as they were typed`(text: String, words: [String]) {
    #expect(SearchWords([text]).texts == words)
  }

  @Test func `titles go before authors, and these before other texts`() throws {
    try add("x", "y", review: "quill")
    try add("x", "Quill", review: "")
    try add("Quill", "y")
    try add("y", "y", genre: "Quill")
    #expect(try store.search(SearchWords(["quill"])).hits == [9, 8, 10, 7])
  }

  @Test func `the words that no book has are named`() throws {
    #expect(try store.search(SearchWords(["ice zebra", "Qua"])).missing == ["zebra", "Qua"])
    #expect(try store.search(SearchWords(["hand melanie"])).missing == [])
  }

  @Test func `records come in the order of the hits`() throws {
    var titles: [String?] = []
    try store.forEachHit(of: try store.search(SearchWords(["ice"]))) { titles.append($0.book.title) }
    #expect(titles == ["Melani\u{301}e again — “Ice”".composed, "The Left Hand of Darkness"])
    titles = []
    try store.forEachHit(of: try store.search(SearchWords(["ice"])), limit: 1) {
      titles.append($0.book.title)
    }
    #expect(titles.count == 1)
  }

  @Test(arguments: [
    ("freindship", "friendship"), ("darknes", "darkness"), ("wintr", "winter"), ("melnaie", "melanie"),
    ("zzzzzz", nil), ("qi", nil),
  ])
  func `a mistyped word is near to one of the store`(word: String, near: String?) throws {
    // Counts each place where the words differ, and swaps as two.
    let distance = { (left: [Unicode.Scalar], right: [Unicode.Scalar]) -> Int in
      left.difference(from: right).count
    }
    #expect(try store.word(nearestTo: word, by: distance) == near)
  }

  @Test func `a mistyped name is looked for among names first, and among all texts where none is as near`()
    throws
  {
    try add("Harbor", nil, review: "arbor arbor arbor")
    let distance = { (left: [Unicode.Scalar], right: [Unicode.Scalar]) in left.difference(from: right).count }
    #expect(try store.word(nearestTo: "larbor", by: { distance($0, $1) / 2 }) == "harbor")
    #expect(try store.word(nearestTo: "arbr", by: distance) == "arbor")
  }

  @Test(arguments: [
    ("ice", "The ICE, iced; nice", ["ICE", "ice"]), ("melanie", "Me\u{301}lanie!", ["Me\u{301}lanie"]),
    ("打滚", "驴打滚打滚", ["打滚", "打滚"]), ("stra", "die Straße", ["Stra"]), ("strass", "Straße", ["Straß"]),
    ("a ab", "abc", ["ab"]), ("x", "", []),
    ("\"die stra\"", "Die — Straße, die\nStraße", ["Die — Stra", "die\nStra"]),
    ("ab", "Ａｂｃ ab", ["Ａｂ", "ab"]),
  ])
  func `matches are found with the accents on their letters`(
    words: String, text: String, matches: [String]
  ) {
    let ranges = SearchWords([words]).ranges(in: text)
    #expect(ranges.map { String(text[$0]) } == matches)
  }

  @Test(arguments: [
    ("Łódź", "lodz"), ("Đặng Ørsted", "dang orsted"), ("Ħal Æsop", "hal aesop"), ("IŞIK ışık", "isik"),
  ])
  func `letters that keyboards lack are found by those that stand for them`(title: String, words: String)
    throws
  {
    try add(title, nil)
    #expect(try store.search(SearchWords([words])).hits == [7])
    #expect(try store.search(SearchWords([title])).hits == [7])
  }

  @Test func `full-width letters in texts are found by the usual ones`() throws {
    try add("ＣＤの本", "山田太郎")
    #expect(try store.search(SearchWords(["cd"])).hits == [7])
    #expect(try store.search(SearchWords(["ｃｄ の本"])).hits == [7])
  }

  @Test func `a word is found wherever it stands, in texts of all lengths`() {
    for word in ["a", "ab", "xyz", "harbour", "驴打滚", "a long one of many letters", "élan", "зима", "한국"] {
      let needle = FoldedNeedle(word.folded)
      for before in 0..<90 {
        for after in [0, 1, 15, 16, 17, 70] {
          let shout = Array(word.uppercased().utf8)
          let text =
            Array(String(repeating: "?", count: before).utf8) + shout
            + String(repeating: "#", count: after).utf8
          text.withUnsafeBufferPointer { bytes in
            let match = needle.match(in: bytes, from: 0)
            #expect(match?.start == before)
            #expect(match?.end == before + shout.count)
            #expect(needle.match(in: bytes, from: before)?.start == before)
            #expect(needle.match(in: bytes, from: before + 1) == nil)
          }
        }
      }
    }
  }

  @Test func `long texts are found at every place`() {
    for length in 0..<70 {
      let text = String(repeating: "x", count: length) + " Ab"
      var copy = text
      let isFound = copy.withUTF8 { SearchWords(["ab"]).found(in: $0).atStart == 1 }
      #expect(isFound, "\(length)")
      let isThere = copy.withUTF8 { SearchWords(["abc"]).found(in: $0).anywhere != 0 }
      #expect(!isThere, "\(length)")
    }
  }
}

@Suite("Folding while searching")
struct ByteFoldingTests {
  private func folded(_ text: String) -> String {
    var text = text
    return text.withUTF8 { ByteFolding.withFolded($0) { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func `every scalar folds as in a string`() {
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "a\(scalar)b"
      #expect(folded(text).unicodeScalars.elementsEqual(text.folded.unicodeScalars), "\(value)")
    }
  }

  @Test func `a letter that is known to be one is one`() {
    for value in UInt32(0x80)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isMark = [.nonspacingMark, .enclosingMark, .spacingMark, .decimalNumber].contains(
        scalar.properties.generalCategory)
      let isLetter = scalar.properties.isAlphabetic || isMark
      #expect(WordBoundary.isInWord(scalar) == isLetter, "\(value)")
    }
  }

  @Test func `bytes that are no UTF-8 are folded as they are read`() {
    for bytes in [[0xC3], [0x41, 0xFF, 0x42], [0xE2, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]]
      as [[UInt8]]
    {
      let folded = bytes.withUnsafeBufferPointer { ByteFolding.withFolded($0) { Array($0) } }
      #expect(folded == Array(String(decoding: bytes, as: UTF8.self).folded.utf8))
    }
  }

  @Test func `every Latin letter is found by its folded form, wherever words begin`() throws {
    let store = try BookStore()
    var titles: [String: [String]] = [:]
    for value in Array(0xC0..<0x250) + Array(0x1E00..<0x1F00) {
      guard let scalar = Unicode.Scalar(UInt32(value)), scalar.properties.isAlphabetic else { continue }
      let title = "q\(scalar)x"
      _ = try store.add(BookRecord(book: Book(uuid: BookStore.newUUID(), title: title)))
      let folded = SearchWords.folded(title)
      if folded.utf8.allSatisfy({ $0 < 0x80 }) { titles[folded, default: []].append(title) }
    }
    #expect(titles.count > 20)
    for (folded, expected) in titles {
      let hits = try store.search(SearchWords([folded])).hits
      let found = try hits.compactMap { try store.record($0)?.book.title }
      #expect(Set(found).isSuperset(of: expected), "\(folded)")
      #expect(found.allSatisfy { SearchWords.folded($0).hasPrefix(folded) }, "\(folded)")
    }
  }

  @Test(arguments: [
    ("me\u{301}lanie", true), ("Mélanie", true), ("MÉLANIE", true), ("xmélanie", false), ("la-Mélanie", true),
    ("melaniя", false), ("мелani", false), ("Mé lanie", false),
  ])
  func `a word with accents is found at its start only`(title: String, isFound: Bool) throws {
    let store = try BookStore()
    _ = try store.add(BookRecord(book: Book(uuid: BookStore.newUUID(), title: title)))
    let search = try store.search(SearchWords(["melanie"]))
    #expect((!search.hits.isEmpty && !search.words.inside) == isFound)
  }
}
