import Bookstall
import TestSupport
import Testing

@testable import Presentation

@Suite("The page's search")
struct PageSearchTests {
  /// Books whose texts have what searches stumble over.
  private static var records: [BookRecord] {
    var tagged = Shelf.book("Tagged", by: "Søren Ødegård", genre: "Essays", stars: 3)
    tagged.tags = ["dragons", "deep sea"]
    tagged.additionalAuthors = ["Łucja Śmiała"]
    tagged.contributors = [Contributor(name: "Đorđe Þór", role: "Translator")]
    tagged.series = [SeriesPlace(name: "Earthsea", number: "2")]
    tagged.book.privateNotes = "Lent to nobody, ħalf ŧimes."
    return [
      tagged,
      Shelf.book(
        "Łódź by night", by: "Straße Weiß", genre: "Travel", review: "Cæsar’s œuvres, ISTANBUL'da ılık İğne."),
      Shelf.book(
        "ÆTHER and fire", by: "AC/DC", genre: "Sci-Fi", review: "C++ and C# for everyone; e.g. U.S.A."),
      Shelf.book("驴打滚的故事", by: "老舍", genre: "文学", review: "黄米面卷上红豆沙，“越吃越甜”。ＡＢＣ１２３"),
      Shelf.book("吾輩は猫である", by: "夏目 漱石", genre: "文学", review: "ガラスのドア"),
      Shelf.book("Ὀδύσσεια", by: "Ὅμηρος", genre: "Poetry", review: "ΣΊΣΥΦΟΣ"),
      Shelf.book(
        "The Sea, the Sea", by: "Iris Murdoch", genre: "Fiction", stars: 4.5, review: "A sea\nof words."),
      Shelf.book(
        "Sealed books", by: "Bookish O'Brien", genre: "Mystery", review: "Well-read; re-read. Rated highly."),
      Shelf.book("Преступление и наказание", by: "Фёдор Достоевский", genre: "Classics"),
      Shelf.book("엄마를 부탁해", by: "신경숙", genre: "문학"),
      Shelf.book(nil), Shelf.book("Fantasy is no genre here", stars: 2, status: .read),
    ]
  }

  private static let searches = [
    "lodz", "ŁÓDŹ", "strasse", "weiss", "aether", "soren odegard", "caesar", "oeuvres", "lucja smiala",
    "dorde thor",
    "half times", "ilik igne", "istanbul", "驴打", "打滚", "红豆 故事", "abc123", "ａｂｃ", "猫である", "カ", "ガラス", "かラス",
    "οδυσσεια", "σισυφος", "ομηρος", "sea", "the sea", "\"the sea\"", "\"sea the\"", "\"sea of\"", "“a sea”",
    "«deep sea»", "\"dragons deep\"", "dragons sea", "eale", "ealed ook", "well-read", "wellread", "o'brien",
    "obrien",
    "o’br", "ac/dc", "acdc", "c++", "c#", "c", "e.g.", "u.s.a", "\"u.s.a\"", "\"", "\"sea", "sea\"", "-", "…",
    "!?",
    "books", "book", "status", "of", "rated", "‹", "translator", "with", "tags", "author", "unknown",
    "unknown book",
    "no review", "fantasy", "not rated", "earthsea", "private", "notes", "nobody", "lent to", "фёдор",
    "федор", "наказ",
    "엄마", "엄", "신경숙", "sea, iris!", "(murdoch)", "iris & murdoch", "_", "文学", "文 学", "《文学》", "「驴打滚」", "越吃越甜",
    "1", "12", "123", "sci-fi", "sci fi", "scifi", "fi", "4.5", "read", "re-read", "gone nothing",
  ]

  @Test func `it finds the books that the command finds`() throws {
    let shelf = try Shelf(PageSearchTests.records, options: ["--with-notes"])
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    let store = try BookStore(reading: shelf.store)
    let input = JSON.array(PageSearchTests.searches.map { .string($0) }).source
    let answers = try tab.value(
      """
      (async()=>{const out=[],find=document.querySelector('#find');
      for(const text of \(input)){find.value=text;find.dispatchEvent(new Event('input'));
      await new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)));
      out.push([...document.querySelectorAll('.row')].map(r=>r.id.slice(4)).sort().join())}return out})()
      """
    ).elements?.compactMap(\.text)
    let found = try #require(answers)
    try #require(found.count == PageSearchTests.searches.count)
    var hits = 0
    for (text, rows) in zip(PageSearchTests.searches, found) {
      let expected = try store.search(SearchWords([text])).hits.map { String($0) }.sorted()
      #expect(rows == expected.joined(separator: ","), "\(text)")
      hits += expected.isEmpty ? 0 : 1
    }
    #expect(hits > 60)
  }

  @Test func `labels of the page are no texts of books`() throws {
    let shelf = try Shelf(PageSearchTests.records)
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    for (text, rows) in [
      ("status", []), ("‹", []), ("unknown", []), ("nobody", []), ("rated", ["8"]), ("books", ["8"]),
    ] {
      _ = try tab.value(
        "(f=>{f.value='\(text)';f.dispatchEvent(new Event('input'))})(document.querySelector('#find'))")
      try tab.settle()
      let found = try tab.texts("[...document.querySelectorAll('.row')].map(r=>r.id.slice(4))")
      #expect(found == rows, "\(text)")
    }
  }

  @Test func `it folds every letter as the command does`() throws {
    let blocks: [ClosedRange<UInt32>] = [
      0x20...0x52F, 0x1E00...0x218F, 0x3041...0x30FF, 0xAC00...0xAD00, 0xFB00...0xFB06, 0xFF01...0xFF9F,
      0x1F600...0x1F610,
    ]
    let values = blocks.flatMap { $0 }
    let tab = try Tab()
    let folded = try tab.texts(
      """
      (()=>{\(PageScript.folding)
      return \(JSON.array(values.map { .count(Int($0)) }).source).map(v=>fold(String.fromCodePoint(v)))})()
      """)
    try #require(folded.count == values.count)
    for (value, text) in zip(values, folded) {
      let own = SearchWords.folded(String(try #require(Unicode.Scalar(value))))
      #expect(text.unicodeScalars.elementsEqual(own.unicodeScalars), "U+\(String(value, radix: 16))")
    }
  }
}
