import FoundationEssentials
import Testing

@testable import Bookstall

struct BookMatchingTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var title: String
    var author: String?
    var otherTitle: String
    var otherAuthor: String?

    init(_ title: String, _ author: String?, _ otherTitle: String, _ otherAuthor: String?) {
      self.title = title
      self.author = author
      self.otherTitle = otherTitle
      self.otherAuthor = otherAuthor
    }

    var records: (BookRecord, BookRecord) {
      (.sample(title, by: author), .sample(otherTitle, by: otherAuthor))
    }

    var testDescription: String { "\(title) / \(otherTitle)" }
  }

  @Test(arguments: [
    Pair("Emma", "Jane Austen", "EMMA ", "Austen, Jane"),
    Pair("The Time Machine", "H.G. Wells", "Time Machine", "Herbert George Wells"),
    Pair("Café Noir", "Émile Roe", "Cafe Noir", "Emile Roe"),
    Pair("Morlock & Co", "A. B.", "Morlock and Co.", "A. B."),
    Pair("Frankenstein: The Modern Prometheus", "Mary Shelley", "Frankenstein", "Mary Shelley"),
    Pair("Walden - Life in the Woods", "H. D. Thoreau", "Walden", "Henry David Thoreau"),
    Pair("The Hound (Sherlock Holmes, #5)", "A. Doyle", "The Hound", "Arthur Conan Doyle"),
    Pair("Beowulf", nil, "Beowulf", "Anonymous"), Pair("Beowulf", "Unknown", "Beowulf", "Various"),
    Pair("L'Étranger", "Albert Camus", "L’Etranger", "A. Camus"),
    Pair("Why We Can't Wait", "Martin Luther King Jr.", "Why We Can’t Wait", "King, Martin Luther"),
    Pair("ノルウェイの森", "村上 春樹", "ノルウェイの森", "村上春樹"), Pair("Straße", "Ölaf Groß", "STRASSE", "Olaf Gross"),
    Pair("???", "A B", "???", "A B"), Pair("Ｆｕｌｌ", "A B", "Full", "A B"),
  ])
  func `titles and authors match in their compared form`(_ pair: Pair) {
    let (one, other) = pair.records
    #expect(BookMatching.verdict(one, other) == .same(.titleAndAuthor))
    #expect(BookMatching.verdict(other, one) == .same(.titleAndAuthor))
    #expect(!Set(MatchKeys(one).titles).isDisjoint(with: MatchKeys(other).titleQueries))
    #expect(!Set(MatchKeys(other).titles).isDisjoint(with: MatchKeys(one).titleQueries))
  }

  @Test(arguments: [
    Pair("Poems", "Emily Dickinson", "Poems", "Wilfred Owen"),
    Pair("Beowulf", nil, "Beowulf", "Seamus Heaney"),
    Pair("Fairy Tales, Vol. 2", "A B", "Fairy Tales, Vol. 3", "A B"),
    Pair("Fairy Tales: Volume Two", "A B", "Fairy Tales", "A B"), Pair("Diary: 1915", "A B", "Diary", "A B"),
    Pair("Emma", "Jane Austen", "Emma (Annotated)", "Jane Austen"),
    Pair("Rings: One Tower", "A B", "Rings: Two Towers", "A B"), Pair("かき", "A B", "かぎ", "A B"),
    Pair("Пьесы", "Антон Чехов", "Пьесы", "Михаил Чехов"), Pair("???", "A B", "!!!", "A B"),
  ])
  func `likeness is not enough`(_ pair: Pair) {
    let (one, other) = pair.records
    #expect(BookMatching.verdict(one, other) == .different)
    #expect(BookMatching.verdict(other, one) == .different)
    #expect(Set(MatchKeys(one).titles).isDisjoint(with: MatchKeys(other).titleQueries))
    #expect(Set(MatchKeys(other).titles).isDisjoint(with: MatchKeys(one).titleQueries))
  }

  @Test func `evidence decides in its order`() {
    var one = BookRecord.sample("Emma", by: "Jane Austen", isbn13: "9780306406157")
    var other = BookRecord.sample("Emma", by: "Jane Austen", isbn13: "9780804429573")
    #expect(BookMatching.verdict(one, other) == .different, "two editions are two books")
    one.services = [ServiceRecord(service: "goodreads", serviceID: "1")]
    other.services = [ServiceRecord(service: "storygraph", serviceID: "1")]
    #expect(BookMatching.verdict(one, other) == .different)
    #expect(Set(MatchKeys(one).services).isDisjoint(with: MatchKeys(other).services))
    other.services.append(ServiceRecord(service: "goodreads", serviceID: "1"))
    #expect(BookMatching.verdict(one, other) == .same(.service))
    #expect(!Set(MatchKeys(one).services).isDisjoint(with: MatchKeys(other).services))
    one.book.uuid = UUID()
    #expect(MatchKeys(one).identity == one.book.uuid && MatchKeys(other).identity == nil)
    other.book.uuid = one.book.uuid
    #expect(BookMatching.verdict(one, other) == .same(.identity))
  }

  @Test func `books without an identity are not the same for that`() {
    #expect(BookMatching.verdict(.sample("Emma"), .sample("Evelina")) == .different)
    #expect(MatchKeys(.sample("Emma")).identity == nil)
  }

  @Test(arguments: [
    ("The Iliad", "The Odyssey", true), ("The History of Rome", "The Lord of Flies", true),
    ("Emma", "Emma: Annotated", false), ("The Iliad", nil, false), ("Of", "And", true), ("森の家", "森", false),
    ("Saga, Vol. 2", "Saga, Vol. 3", true), ("Saga II", "Saga 2", false), ("Saga", "Saga, Vol. 3", false),
    ("1984", "1984: 75th Anniversary", false),
  ])
  func `titles plainly differ when they share no telling word`(
    _ one: String, _ other: String?, _ differ: Bool
  ) {
    #expect(BookMatching.titlesPlainlyDiffer(one, other) == differ)
    #expect(BookMatching.titlesPlainlyDiffer(other, one) == differ)
  }

  @Test(arguments: [
    ("ﬁre", "fire"), ("Ⅳ", "IV"), ("ｶﾞ", "ガ"), ("ﾊﾟﾘ", "パリ"), ("ＡＢＣ", "abc"), ("E=mc²", "E=mc2"), ("①", "1"),
    ("𝕋itle", "title"), ("ﬃ ſ", "ffi s"), ("№ 5", "no 5"),
  ])
  func `mere forms of letters compare as the letters`(one: String, other: String) {
    #expect(ComparisonKey(one) == ComparisonKey(other))
    #expect(ComparisonKey("ハ") != ComparisonKey("パ"))
  }

  @Test func `keys are the same in every run`() {
    #expect(MatchKeys(.sample("Emma", by: "Jane Austen")).titles.first == 14_801_250_364_711_659_368)
  }
}
