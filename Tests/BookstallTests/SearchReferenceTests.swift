import Persistence
import TestSupport
import Testing

@testable import Bookstall

/// Random texts of all scripts, the same in every run.
private struct Texts {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }

  /// Few letters of each script, so that words meet; with letters that fold to each other and to several.
  private static let alphabets: [[String]] = [
    ["a", "b", "A", "á", "a\u{301}", "æ", "ａ", "s", "ß", "ſ", "ẞ", "b\u{323}", "B"],
    ["e", "E", "é", "É", "ế", "e\u{302}\u{301}", "o", "ø", "œ", "K", "k", "ｋ", "h", "þ", "t"],
    ["c", "+", "＋", "C", "ç", "#", "＃", "<", "≮", ";", "\u{37E}"],
    ["т", "Т", "о", "О", "и", "й", "Й", "и\u{306}", "ё", "Ѐ", "е", "е\u{301}"],
    ["α", "ά", "Α", "ᾳ", "ἆ", "σ", "ς", "Σ", "Ω", "ω", "\u{2126}", "´"],
    ["한", "하", "학", "국", "ᄒ", "ᅡ", "ᆫ", "한", "ㅎ", "가", "힣"],
    ["驴", "打", "滚", "豈", "\u{F900}", "𠀀", "丽", "\u{2F800}", "龍", "か", "が", "か\u{3099}", "カ"],
    ["ש", "\u{FB2A}", "ל", "\u{5B8}", "م", "آ", "\u{64B}", "क", "क़", "\u{93F}", "ก", "ั", "ကိ", "ိ"],
    ["Ⴀ", "ⴀ", "Ꭰ", "ꭰ", "Ա", "ա", "𐐀", "𐐨", "Ა", "ა", "\u{9CB}", "\u{9C7}", "\u{9BE}", "ⓐ", "Ⓐ"],
  ]
  private static let marks = [
    " ", " ", " ", ".", "“", "”", "—", "…", "’", "，", "。", "！", "\u{FE0F}", "❤\u{FE0F}", "🙂", "\u{301}", "\n",
    "7",
    "\u{20DD}", "-", "\u{FFFD}", "ˈ",
  ]

  mutating func word() -> String {
    let alphabet = Self.alphabets[next(Self.alphabets.count)]
    let other = next(8) == 0 ? Self.alphabets[next(Self.alphabets.count)] : alphabet
    return (0...next(4)).map { _ in next(3) == 0 ? other[next(other.count)] : alphabet[next(alphabet.count)] }
      .joined()
  }

  mutating func bytes(_ words: Int, mayBeInvalid: Bool = true) -> [UInt8] {
    var text = ""
    for _ in 0..<next(words + 1) {
      text += word()
      if next(3) > 0 { text += Self.marks[next(Self.marks.count)] }
      if next(6) == 0 { text += String(repeating: "x ", count: next(12)) }
    }
    var bytes = Array(text.utf8)
    if mayBeInvalid, next(6) == 0, !bytes.isEmpty {
      for _ in 0...next(3) { bytes[next(bytes.count)] = UInt8(next(256)) }
    }
    return bytes
  }
}

/// All of a text folded.
private func folded(_ text: [UInt8]) -> [UInt8] {
  Array(String(decoding: text, as: UTF8.self).unicodeScalars.map { String($0).folded }.joined().utf8)
}

/// What a search finds in a text, of which all is folded.
private func reference(_ word: SearchWord, _ folded: [UInt8], isSpaceless: Bool) -> SearchWord.Finding {
  let wanted = word.folded
  guard !wanted.isEmpty, folded.count >= wanted.count else { return .nowhere }
  var finding = SearchWord.Finding.nowhere
  for place in 0...folded.count - wanted.count
  where folded[place..<place + wanted.count].elementsEqual(wanted) {
    let before = String(decoding: folded[..<place], as: UTF8.self).unicodeScalars.last
    let isStart = before.map { WordBoundary.isSpaceless($0) || !WordBoundary.isInWord($0) } ?? true
    if isSpaceless || isStart { return .atStart }
    finding = .inside
  }
  return finding
}

@Suite("Searching against a plain search of folded texts")
struct SearchReferenceTests {
  @Test(arguments: 0..<8)
  func `words are found where they stand in the folded text`(seed: UInt64) {
    var texts = Texts(seed: seed)
    var found = [0, 0, 0]
    for _ in 0..<250 {
      let typed = texts.word()
      guard let word = SearchWord(typed) else { continue }
      let isSpaceless = typed.unicodeScalars.first.map(WordBoundary.isSpaceless) ?? false
      for _ in 0..<12 {
        let before = texts.bytes(4)
        let text = texts.bytes(12)
        let expected = reference(word, folded(text), isSpaceless: isSpaceless)
        found[expected.rawValue] += 1
        let finding = text.withUnsafeBufferPointer { word.finding(in: $0) }
        #expect(finding == expected, "\(typed) in \(text)")
        let isPossible = (before + text + before).withUnsafeBufferPointer { word.mayStand(in: $0) }
        #expect(isPossible || expected == .nowhere, "\(typed) in \(text)")
      }
    }
    #expect(found.allSatisfy { $0 > 50 }, "\(found)")
  }

  @Test func `each letter of Unicode is found in what it folds to, and folding again changes nothing`() {
    var count = 0
    for value in UInt32(0x80)...0x2FFFF {
      guard let letter = Unicode.Scalar(value) else { continue }
      let folded = String(letter).folded
      if folded.isEmpty || folded.unicodeScalars.elementsEqual([letter]) { continue }
      #expect(folded.folded == folded, "\(letter)")
      // What a word of another script may begin with takes long to find out.
      guard folded.utf8.contains(where: { $0 < 0x80 }) || value.isMultiple(of: 16) else { continue }
      count += 1
      // Each in the middle of others, and each part of it.
      let text = Array("..x\(letter)yz.................".utf8)
      for start in folded.unicodeScalars.indices {
        let rest = folded.unicodeScalars[start...]
        let needle = FoldedNeedle(String(rest) + "yz")
        let match = text.withUnsafeBufferPointer { needle.match(in: $0, from: 0) }
        #expect(match?.start == 3 && match?.end == text.count - 17, "\(value)")
        #expect(match?.isInner == (start > folded.startIndex), "\(value)")
      }
    }
    #expect(count > 1000)
  }

  @Test(arguments: 0..<4)
  func `phrases are found where their words follow each other in the folded text`(seed: UInt64) {
    var texts = Texts(seed: 1000 + seed)
    var found = [0, 0, 0]
    for _ in 0..<300 {
      let typed = [texts.word(), texts.word()]
      let parts = typed.compactMap { SearchWord($0) }
      guard parts.count == 2 else { continue }
      let phrase = SearchWord(phrase: parts, typed: typed.joined(separator: " "))
      for _ in 0..<6 {
        let middle = [" ", ", ", "—", "", " x ", "\u{301} "][texts.next(6)]
        let before = String(decoding: texts.bytes(2, mayBeInvalid: false), as: UTF8.self)
        let after = String(decoding: texts.bytes(2, mayBeInvalid: false), as: UTF8.self)
        let text = before + typed[0] + middle + typed[1] + after
        let folded = text.unicodeScalars.map { String($0).folded }.joined()
        let expected = finding(phrase, folded)
        found[expected.rawValue] += 1
        #expect(finding(phrase, text) == expected, "\(typed) in \(text.debugDescription)")
      }
    }
    #expect(found.allSatisfy { $0 > 50 }, "\(found)")
  }

  private func finding(_ word: SearchWord, _ text: String) -> SearchWord.Finding {
    var text = text
    return text.withUTF8 { word.finding(in: $0) }
  }

  @Test func `the letters that a word may begin with are all that fold to its first`() throws {
    var beginnings: [Unicode.Scalar: Set<Unicode.Scalar>] = [:]
    for value in UInt32(0x80)...0x2FFFF {
      guard let letter = Unicode.Scalar(value) else { continue }
      let folded = Array(String(letter).folded.unicodeScalars)
      guard let first = folded.first, folded != [letter] else { continue }
      for part in folded.dropFirst() where !part.isASCII {
        #expect(FoldedLetters.isSecondPart(part), "\(value)")
      }
      if !first.isASCII { beginnings[first, default: []].insert(letter) }
    }
    #expect(beginnings.count > 2000)
    // To ask for one takes a look at all letters.
    for (first, letters) in beginnings where first.value % 4 == 1 || letters.count > 8 {
      #expect(letters.isSubset(of: FoldedLetters.beginnings(of: [first])), "\(first)")
    }
  }

  @Test func `a store that several threads read has the books that a plain search finds`() throws {
    let folder = try TemporaryFolder()
    let store = try BookStore(at: folder.file("a.db"))
    var texts = Texts(seed: 99)
    var books: [[[UInt8]]] = []
    let records = (0..<2500).map { number in
      var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil))
      let bytes = (0..<3).map { _ in texts.bytes(5, mayBeInvalid: false) }
      let strings = bytes.map { String(decoding: $0, as: UTF8.self) }
      (record.book.title, record.book.author) = ("\(number) \(strings[0])", strings[1])
      // Some are longer than a page.
      let isLong = number % 40 == 0
      record.book.review = String(repeating: "x ", count: isLong ? 4000 : 300) + strings[2]
      if number % 5 == 0 { record.tags = ["\(number) \(texts.word())"] }
      return record
    }
    try store.addAll(records)
    try store.forEachRecord(BookQuery()) { record in
      let fields = [record.book.title, record.book.author, record.book.review, record.tags.first]
      // Each is looked at for every word, and folding takes longer than the look.
      books.append(fields.map { folded(Array(($0 ?? "").utf8)) })
    }
    #expect(books.count == records.count)
    for _ in 0..<40 {
      let typed = texts.word()
      let words = SearchWords([typed])
      guard let word = words.words.first, words.words.count == 1, word.typed == typed else { continue }
      let isSpaceless = typed.unicodeScalars.first.map(WordBoundary.isSpaceless) ?? false
      let findings = books.map { book in
        book.map { reference(word, $0, isSpaceless: isSpaceless) }
      }
      let isAtStart = findings.contains { $0.contains(.atStart) }
      let expected = findings.count { $0.contains { isAtStart ? $0 == .atStart : $0 != .nowhere } }
      let search = try store.search(words)
      #expect(search.hits.count == expected, "\(typed)")
      #expect(search.words.inside == (!isAtStart && expected > 0), "\(typed)")
    }
  }

  @Test(arguments: 0..<24)
  func `where rows go on elsewhere, no book is taken for one that was read before`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let store = try BookStore(at: folder.file("a.db"))
    var texts = Texts(seed: seed)
    // So few that one thread reads them all, in pages of which some stand alone between those of long texts.
    let records = (0..<70).map { _ in
      var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: nil))
      record.book.title = texts.next(3) == 0 ? "zyzzyva" : "quagga."
      record.book.review = String(repeating: "x ", count: texts.next(8) == 0 ? 2600 : 300)
      return record
    }
    try store.addAll(records)
    for title in ["zyzzyva", "quagga"] {
      let expected = records.count { $0.book.title?.hasPrefix(title) ?? false }
      #expect(try store.search(SearchWords([title])).hits.count == expected)
    }
  }

  private static func fill(_ store: BookStore) throws {
    try store.addAll(
      (1...1500).lazy.map { number in
        var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: "\(number)"))
        record.book.review = String(repeating: "x ", count: 500)
        return record
      })
  }

  @Test(arguments: [1, 700, 1500])
  func `what one thread throws ends all of them`(key: Int64) throws {
    let folder = try TemporaryFolder()
    let store = try BookStore(at: folder.file("a.db"))
    try Self.fill(store)
    let read = { (failing: Int64) in
      try store.container.forEachTexts(
        of: Book.self, [\Book.title], by: \Book.id, state: { 0 }, where: { _, _, _ in true }
      ) { count, texts in
        if texts.key == failing { throw TestFailure("here") }
        count += 1
      }.reduce(0, +)
    }
    #expect(throws: TestFailure.self) { try read(key) }
    #expect(try read(0) == 1500)
  }

  @Test func `a cancelled search ends`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.db")
    try Self.fill(try BookStore(at: path))
    let task = Task {
      let store = try BookStore(at: path)
      while !Task.isCancelled { await Task.yield() }
      return try store.search(SearchWords(["x"])).hits.count
    }
    task.cancel()
    await #expect(throws: (any Error).self) { try await task.value }
  }
}
