import Testing

@testable import Bookstall

struct GenreTableTests {
  @Test func `every tag of the table has its genre`() throws {
    let rows = try CaseFile.text("genres.tsv").split(separator: "\n").dropFirst()
    #expect(rows.count == 215)
    for row in rows {
      let parts = row.split(separator: "\t").map(String.init)
      try #require(parts.count == 2)
      #expect(GenreTable.genre(forTag: parts[0]) == (parts[1] == "-" ? nil : parts[1]), "\(row)")
    }
  }

  @Test(arguments: [
    ("Dark-Fantasy", "Fantasy"), ("paranormal romance", "Romance"), ("romantic suspense", "Thriller"),
    ("children's poetry", "Poetry"), ("Children’s Books", "Kids"), ("gothic (#12)", "Horror"),
    ("2023 horror", "Horror"), ("mystery-reads", "Mystery"), ("gothic novels", "Horror"),
    ("must-read", nil), ("2024-reads", nil), ("sea", nil), ("", nil), ("literary fiction", nil),
    ("HORREUR", "Horror"), ("poe\u{301}sie", "Poetry"),
  ])
  func `a tag hits by its whole name, else by its last word`(_ tag: String, _ genre: String?) {
    #expect(GenreTable.genre(forTag: tag) == genre)
  }

  @Test func `the first tag that hits decides`() {
    #expect(GenreTable.genre(forTags: ["owned", "sea", "romance", "horror"]) == "Romance")
    #expect(GenreTable.genre(forTags: ["owned"]) == nil)
  }
}
