import Bookstall
import TestSupport

/// The built command's search among many books whose texts are as mixed, and as long, as those of real readers.
struct SearchBenchmarks {
  let folder: String

  private static let count = 100_000
  /// Milliseconds for a whole run of the command.
  private static let limit = 50.0

  private static let queries: [(kind: String, words: [String])] = [
    ("a common word", ["harbour"]), ("a rare word", ["zephyrine"]), ("a prefix", ["moun"]),
    ("an accent", ["melanie"]), ("typed with accents", ["Élan"]), ("two words", ["silent", "orchard"]),
    ("Chinese", ["驴打"]), ("Cyrillic", ["Толст"]), ("Korean", ["한국"]), ("a phrase", ["\"winter garden\""]),
    ("a tag", ["lent"]), ("all words, no book", ["zephyrine", "驴打滚"]), ("a mistyped word", ["harbuor"]),
  ]

  private static let long: [(kind: String, words: [String])] = [
    ("a word of half the books", ["dulifalel"]), ("two words of many books", ["dulifalel", "pinwien"]),
    ("a common word and a rare one", ["dulifalel", "zyzzyva"]), ("a rare word, long reviews", ["zyzzyva"]),
    ("two letters", ["du"]), ("no hit and nothing near", ["qqqqq"]), ("a mistyped name", ["zyzyva"]),
    ("a mistyped common word", ["pinwein"]), ("a mistyped word of reviews", ["corralar"]),
  ]
  private static let russian: [(kind: String, words: [String])] = [
    ("a common word, Russian", ["зима"]), ("a rare word, Russian", ["толст"]), ("a mark, Russian", ["ёлка"]),
  ]
  private static let korean: [(kind: String, words: [String])] = [
    ("a common word, Korean", ["겨울"]), ("a rare word, Korean", ["한국"]),
  ]

  func run() throws {
    try run(Self.queries, in: .mixed)
    try run(Self.long, in: .long)
    try run(Self.russian, in: .russian)
    try run(Self.korean, in: .korean)
  }

  private func run(_ queries: [(kind: String, words: [String])], in library: MixedBooks.Library) throws {
    let command = try BuiltCommand.released()
    let path = folder + "/\(library).db"
    let store = try BookStore(at: path)
    var books = MixedBooks(library)
    try store.addAll((1...Self.count).lazy.map { books.record($0) })
    for (kind, words) in queries {
      var times: [Double] = []
      for _ in 0..<15 {
        times.append(
          try seconds {
            let child = try ChildProcess.run(command, ["--db", path, "search", "-n", "20", "--"] + words)
            precondition(child.status == 0 || child.status == 3, child.errors)
          })
      }
      let time = median(times) * 1000
      print(
        pad("search, \(Self.count) books: \(kind)", 44), pad(milliseconds(median(times)), 11, right: true),
        "(limit \(decimal(Self.limit)) ms, least \(milliseconds(times.min() ?? .nan)))",
        time <= Self.limit ? "ok" : "OVER")
    }
  }
}

/// Books in several scripts with long reviews, accents and typographic marks, the same in every run.
private struct MixedBooks {
  /// What the books are written in.
  enum Library {
    case mixed
    /// Made-up words of few syllables, so that many begin alike, of which few are used often.
    case long
    case russian
    case korean
  }

  private let library: Library
  private var state: UInt64 = 0x0DDB_A11

  init(_ library: Library) {
    self.library = library
  }

  private static let russian = (
    common: [
      "и", "в", "не", "на", "зима", "река", "книга", "тёмный", "ёлка", "свой", "сад", "письмо", "чай",
    ],
    syllables: ["ба", "то", "лес", "ни", "ска", "про", "вый", "ть", "ста", "ко", "ре", "щи"]
  )
  private static let korean = (
    common: ["겨울", "책은", "그리고", "바다", "하다", "정원", "학교", "사람이", "이야기", "밤에"],
    syllables: ["가", "나", "다", "라", "마", "해", "학", "는", "을", "기", "서", "합", "니", "고"]
  )

  /// The most frequent words, each with how many of a thousand words are it or one before it.
  private static let frequent = [
    ("dulifalel", 38), ("pinwien", 63), ("orelkowi", 83), ("enverwishu", 99), ("tentadu", 112),
    ("wipinelno", 124), ("litenenwi", 135), ("dutenosgre", 145), ("riveros", 153), ("coralla", 155),
  ]
  private static let moreSyllables = [
    "ba", "ko", "ri", "ten", "mal", "os", "ver", "li", "san", "du", "el", "or", "pin", "ta", "gre", "no",
    "shu",
    "wi", "fal", "en",
  ]

  private static let accented = [
    "Mélanie", "café", "naïve", "élan", "Brontë", "Straße", "Čapek", "Łódź", "Zoë",
  ]
  private static let common = [
    "the", "and", "of", "a", "winter", "harbour", "lantern", "river", "garden", "silent", "glass", "mountain",
    "letters", "north", "orchard", "salt", "paper", "moon", "stranger", "field", "clock", "amber", "road",
  ]
  private static let syllables = [
    "ba", "ce", "dor", "fin", "gal", "hem", "is", "ker", "lum", "ny", "or", "pra", "tu",
  ]
  private static let characters = Array("驴打滚骆驼祥子老舍红楼梦西游记三国演义水浒传的是了在有人我他这个们来到时大地为中你说生")

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }

  private mutating func word() -> String {
    if library == .long {
      let share = next(1000)
      if let (word, _) = Self.frequent.first(where: { share < $0.1 }) { return word }
      return (0..<2 + next(3)).map { _ in Self.moreSyllables[next(Self.moreSyllables.count)] }.joined()
    }
    if library != .mixed {
      let (common, syllables) = library == .russian ? Self.russian : Self.korean
      if next(5) < 2 { return common[next(common.count)] }
      return (0..<2 + next(3)).map { _ in syllables[next(syllables.count)] }.joined()
    }
    return switch next(20) {
    case 0: Self.accented[next(Self.accented.count)]
    case 1..<9: Self.common[next(Self.common.count)]
    default: (0..<2 + next(3)).map { _ in Self.syllables[next(Self.syllables.count)] }.joined()
    }
  }

  private mutating func prose(_ count: Int) -> String {
    var text = ""
    for index in 0..<count {
      let word = word()
      text += index == 0 ? word.prefix(1).uppercased() + word.dropFirst() : word
      let mark = next(14)
      text += mark < 6 ? [", ", ". ", "… ", "’s ", " — ", "” "][mark] : " "
    }
    return text + "End."
  }

  private mutating func chinese(_ count: Int) -> String {
    var text = ""
    for _ in 0..<count { text += next(9) == 0 ? "，" : String(Self.characters[next(Self.characters.count)]) }
    return text
  }

  mutating func record(_ number: Int) -> BookRecord {
    let isChinese = library == .mixed && next(5) == 0
    let title =
      isChinese ? chinese(2 + next(7)) : (0..<2 + next(4)).map { _ in word() }.joined(separator: " ")
    var book = Book(uuid: BookStore.newUUID(), title: "\(title) \(number)")
    book.author = isChinese ? chinese(3) : "\(word()) \(word())"
    book.genre = isChinese ? "文学" : ["Fantasy", "Horror", "Mystery", "Poetry"][next(4)]
    if library == .long {
      if next(10) < 6 { book.review = (0..<20 + next(41)).map { _ in word() }.joined(separator: " ") }
      if number == 54_321 { book.title = "驴打滚 zyzzyva" }
    } else if next(3) > 0 {
      book.review = isChinese ? chinese(20 + next(130)) : prose(10 + next(80))
    }
    if next(10) == 0 { book.privateNotes = prose(6) }
    if number % 20_000 == 7 { book.title = "Zephyrine in Russia: Лев Толстой, 한국" }
    var record = BookRecord(book: book)
    record.tags = (0..<next(3)).map { _ in ["gothic", "winter", "lent to Ann", "旅行"][next(4)] }
    return record
  }
}
