import Bookstall
import FoundationEssentials
import Synchronization
import TestSupport

/// A store in a folder of its own, and the page that the built command writes of it.
final class Shelf: Sendable {
  let folder: TemporaryFolder
  let page: String
  private let command: String
  var store: String { folder.file("books.db") }

  private struct Shared {
    weak var shelf: Shelf?
  }

  private static let shared = Mutex(Shared())

  /// The page of `records` that the tests which only look at it have in common; it goes with the last of them.
  static func common() throws -> Shelf {
    try shared.withLock { shared in
      if let shelf = shared.shelf { return shelf }
      let shelf = try Shelf()
      shared.shelf = shelf
      return shelf
    }
  }

  /// Writes the page of these books.
  init(_ records: [BookRecord] = Shelf.records, options: [String] = []) throws {
    folder = try TemporaryFolder()
    page = folder.file("page.html")
    command = try BuiltCommand.beside()
    try BookStore(at: store).addAll(records)
    try write(to: page, options)
  }

  /// Writes a page of the same store.
  func write(to path: String, _ options: [String] = []) throws {
    try run(["page", "-o", path] + options).expectSuccess()
  }

  /// Runs the command on the store.
  func run(_ arguments: [String]) throws -> ChildProcess {
    try ChildProcess.run(
      command, arguments, environment: ["BOOKSTALL_DB": store, "HOME": folder.file("home")])
  }

  /// The page's text.
  func text(of path: String? = nil) throws -> String { try Shelf.text(ofFile: path ?? page) }

  /// All of a file.
  static func text(ofFile path: String) throws -> String {
    let source = try ByteSource(path: path)
    var bytes: [UInt8] = []
    while case let piece = try source.read(), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: Books

  static func book(
    _ title: String?, by author: String? = nil, genre: String? = nil, stars: Double? = nil,
    review: String? = nil, status: ReadingStatus? = nil, added: String? = nil
  ) -> BookRecord {
    var book = Book(uuid: UUID(), title: title)
    book.author = author
    book.genre = genre
    book.rating = stars.map { Rating(stored: $0) }
    book.review = review
    book.status = status
    book.dateAdded = added.flatMap { Day($0) }
    return BookRecord(book: book)
  }

  /// Fourteen books of many kinds; the numbers are their places from 1.
  static var records: [BookRecord] {
    var earthsea = book(
      "A Wizard of Earthsea", by: "Ursula K. Le Guin", genre: "Fantasy", stars: 4.25,
      review: "Short, cold,\nand exact.", status: .read, added: "2026-01-05")
    earthsea.tags = ["dragons", "sea"]
    earthsea.series = [SeriesPlace(name: "Earthsea", number: "1")]
    earthsea.book.privateNotes = "Lent to nobody."
    return [
      earthsea,
      book("骆驼祥子", by: "老舍", genre: "文学", stars: 5, review: "三起三落。", status: .read, added: "2026-02-02"),
      book(
        "红楼梦 (Dream of the Red Chamber)", by: "曹雪芹", genre: "文学", stars: 4.5,
        review: "第三遍读。 This time I kept a list of every dish.", status: .reading, added: "2026-02-09"),
      book(
        "The Haunting of Hill House", by: "Shirley Jackson", genre: "Horror", stars: 4, added: "2026-03-01"),
      book("Where the Wild Things Are", by: "Maurice Sendak", genre: "Kids", stars: 5, added: "2026-03-02"),
      book("And Then There Were None", by: "Agatha Christie", genre: "Mystery", stars: 3.75, status: .read),
      book("Leaves of Grass", by: "Walt Whitman", genre: "Poetry", stars: 3.5, status: .didNotFinish),
      book("Persuasion", by: "Jane Austen", genre: "Romance", stars: 4.75, added: "2026-05-18"),
      book("The Day of the Jackal", by: "Frederick Forsyth", genre: "Thriller", stars: 3, status: .paused),
      book(nil),
      book("Straße", by: "Ännchen Émile", genre: "straße", stars: 0.25),
      book("吾輩は猫である", by: "夏目漱石", genre: "Sci-Fi", stars: 2),
      book("The Dispossessed", by: "Ursula K. Le Guin", genre: "Science Fiction", status: .toRead),
      book(
        "A very long title, being the true and particular account of a voyage to the remotest islands, with digressions",
        by: "An author with quite a long name", genre: "Uncategorized", stars: 1,
        review: String(repeating: "Many words. ", count: 300)),
    ]
  }

  /// Texts that try to be markup, script, style or a change of direction.
  static let hostileTexts = [
    "<script>window.hurt=1</script>", "\"><img src=x onerror=\"window.hurt=1\">", "</style><b>x</b>",
    "</title><h1>x</h1>", "</script><i>x</i>", "javascript:alert(1)", "&#x6a;&lt;b&gt;&amp;",
    "' onclick='window.hurt=1",
    "\u{202E}backwards", "two\u{2028}lines\u{2029}here", "]]> <!-- <![CDATA[ -->", "{{7*7}} ${7*7} `x`",
    "a" + String(repeating: "\u{301}\u{323}", count: 400), "\u{FEFF}\u{200B}\u{200F}\u{2066}x",
    "<svg onload=window.hurt=1>", "x\u{85}\u{9B}\u{7}y", "é\u{FFFD}\u{FFFF}🏳️‍🌈", "<bdi lang=\"zh\">",
  ]

  /// A book for each hostile text, with it in every field, and one with a line of a megabyte.
  static var hostileRecords: [BookRecord] {
    var records = hostileTexts.map { text -> BookRecord in
      var record = book(text, by: text, genre: text, stars: 4, review: text)
      record.tags = [text]
      record.book.publisher = text
      return record
    }
    records.append(book("long", review: String(repeating: "long ", count: 200_000)))
    return records
  }
}
