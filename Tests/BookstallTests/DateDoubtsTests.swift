import Testing

@testable import Bookstall

struct DateDoubtsTests {
  @Test func `ends before starts and days to come are told, and kept`() throws {
    let today = try #require(Day("2026-05-01"))
    var record = BookRecord.sample("Emma")
    record.reads = [
      Read(started: Day("2024-05-06"), finished: Day("2024-05-01")), Read(started: Day("2999-01-01")),
    ]
    let (start, end) = (try #require(Day("2024-05-06")), try #require(Day("2024-05-01")))
    let later = try #require(Day("2999-01-01"))
    #expect(
      DateDoubts.warnings(for: record, today: today) == [
        .finishedBeforeStarted(started: start, finished: end), .futureDate(later),
      ])
  }

  @Test func `a year is not before a day in it`() throws {
    let today = try #require(Day("2026-05-01"))
    var record = BookRecord.sample("Emma")
    record.reads = [Read(started: Day("2024-05-06"), finished: Day("2024"))]
    record.book.dateAdded = Day("2026")
    #expect(DateDoubts.warnings(for: record, today: today).isEmpty)
  }
}
