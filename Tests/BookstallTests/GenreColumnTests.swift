import Testing

@testable import Bookstall

/// A column of genres holds names of an open set: what the table of tags doesn't know is a genre all the same.
struct GenreColumnTests {
  private func book(_ text: String) throws -> BookRecord {
    try #require(try CaseFile.outcomes(text: text).first?.book)
  }

  @Test(arguments: [
    ("Marchpane", "Marchpane", ""), ("march pane", "march pane", ""), ("文学", "文学", ""),
    ("Fantasy", "Fantasy", "Fantasy"), ("sci-fi", "Science Fiction", "sci-fi"),
    ("Horror, Classics", "Horror", "Horror|Classics"), ("Marchpane, Quillpane", "Marchpane", "Quillpane"),
    ("Marchpane; Horror", "Horror", "Marchpane|Horror"), ("", "Uncategorized", ""),
    ("favourites", "Uncategorized", "favourites"), ("to-read", "Uncategorized", ""),
    ("ebook, Marchpane", "Marchpane", "ebook"),
  ])
  func `a name that nobody knows is a genre, further names are tags`(
    _ cell: String, _ genre: String, _ tags: String
  ) throws {
    let record = try book("Title,Author,Genre\nT,A,\"\(cell)\"\n")
    #expect(record.book.genre == genre && record.tags.joined(separator: "|") == tags)
  }

  @Test func `tags that name a genre go before an unknown one`() throws {
    let record = try book("Title,Tags,Genre\nT,\"sea, horror\",Marchpane\n")
    #expect(record.book.genre == "Horror" && record.tags == ["sea", "horror", "Marchpane"])
  }

  @Test func `an unknown name among tags is no genre`() throws {
    #expect(try book("Title,Tags\nT,Marchpane\n").book.genre == "Uncategorized")
  }

  @Test func `a column of one's own can be mapped to the genre`() throws {
    let file = try TemporaryTextFile("Title,Author,Kind\nT,A,Marchpane\n")
    var options = ImportOptions()
    options.map = ["Kind": .genre]
    let store = try BookStore()
    _ = try store.importBooks(from: try ByteSource(path: file.path), options)
    let record = try #require(try store.record(1))
    #expect(record.book.genre == "Marchpane" && record.tags.isEmpty && record.services.isEmpty)
  }

  @Test func `a genre of the store stays`() throws {
    let store = try BookStore()
    for text in ["Title,Author,Genre\nT,A,Marchpane\n", "Title,Author,Genre\nT,A,Quillpane\n"] {
      let file = try TemporaryTextFile(text)
      _ = try store.importBooks(from: try ByteSource(path: file.path))
    }
    #expect(try store.record(1)?.book.genre == "Marchpane")
  }
}
