import Testing

@testable import Bookstall

/// Cells with more in them than their kind asks for.
struct CellHintTests {
  @Test(arguments: [
    "ISBN 0-306-40615-2", "0306406152 (pbk.)", "9780306406157, 0306406152", "ISBN-13: 978-0-306-40615-7",
    "ISBN 978 0 306 40615 7", "9780306406157 0306406152", "(hardcover) 9780306406157; x",
  ])
  func `a number is found among words`(cell: String) {
    #expect(ISBN.reading(cell) == .valid("9780306406157"))
  }

  @Test(arguments: [
    "ISBN 0-306-40615-3", "none", "123", "B00ABCDEFG", "978-0-66-100006-?", "x", "tel. 12345678",
  ])
  func `what is no number stays none`(cell: String) {
    #expect(ISBN.reading(cell) == .invalid)
  }

  @Test func `ratings up to ten are told once`() throws {
    let outcomes = try CaseFile.outcomes(text: "Title,Rating\nA,9\nB,8\nC,4\n")
    #expect(outcomes[0].warnings.contains(.ratingScale(column: "Rating")))
    #expect(outcomes[2].book?.book.rating?.text == "4" && outcomes[2].warnings.isEmpty)
    #expect(Set(outcomes.flatMap(\.warnings).compactMap(\.onceKey)) == ["scale Rating"])
  }

  @Test func `a range without an end keeps its start`() throws {
    let text = "Name,Author,Date Read\nA,B,2024/03/03 \u{2192} \nC,D,\u{2192} 2024/03/04\n"
    let reads = try CaseFile.books(text: text).map { $0.reads.first }
    #expect(reads.first??.started?.text == "2024-03-03" && reads.first??.finished == nil)
    #expect(reads.last??.finished?.text == "2024-03-04")
  }
}
