import Bookstall
import Testing

@testable import BookstallTool

@Suite("Fields on the command line")
struct FieldTests {
  struct Add: ParsableCommand {
    static var configuration: CommandConfiguration {
      CommandConfiguration(commandName: "add", abstract: "Add.")
    }
    var fields = BookOptions()
  }

  private func options(_ arguments: [String]) throws -> BookOptions {
    guard case .command(let command, _) = try CommandLineParser(root: Add.self).parse(arguments) else {
      throw ValidationError(message: "no command")
    }
    return try #require(command as? Add).fields
  }

  private func record(_ arguments: [String], on record: BookRecord? = nil) throws -> BookRecord {
    var record = record ?? BookRecord(book: Book(readTitle: "Old"))
    try options(arguments).apply(to: &record)
    return record
  }

  @Test func `every field has an option`() throws {
    let record = try record([
      "--title", " A  Wizard ", "--author", "Ursula K. Le Guin", "--additional-author", "A",
      "--additional-author",
      "B", "--genre", "Fantasy", "--rating", "4.25", "--review", "Short,\r\ncold.", "--status", "read",
      "--started", "2023-10", "--finished", "2023-11-02", "--date-added", "2023", "--isbn", "0-553-38304-3",
      "--series", "Earthsea #1", "--series", "Other, #0.5", "--publisher", "P", "--year", "-400",
      "--original-year=1968", "--pages", "183", "--tag", "a", "--tag", "b", "--tag", "a", "--notes", "mine",
    ])
    let book = record.book
    #expect(book.title == "A Wizard")
    #expect(book.author == "Ursula K. Le Guin")
    #expect(record.additionalAuthors == ["A", "B"])
    #expect(book.genre == "Fantasy")
    #expect(book.rating == Rating(stars: 4.25))
    #expect(book.review == "Short,\ncold.")
    #expect(book.status == .read)
    #expect(record.reads == [Read(started: Day("2023-10"), finished: Day("2023-11-02"))])
    #expect(book.dateAdded == Day("2023"))
    #expect(book.isbn13 == "9780553383041")
    #expect(
      record.series
        == [SeriesPlace(name: "Earthsea", number: "1"), SeriesPlace(name: "Other", number: "0.5")])
    #expect(book.publisher == "P")
    #expect(book.year == -400)
    #expect(book.originalYear == 1968)
    #expect(book.pages == 183)
    #expect(record.tags == ["a", "b"])
    #expect(book.privateNotes == "mine")
  }

  @Test func `parts with parts of their own have options too`() throws {
    let record = try record([
      "--contributor", "Ann  Vey (Translator)", "--read-count", "3", "--service", "Goodreads: 13642",
      "--read", "1999", "--read", "2020-01..2020-03-02 4.5: better: than I knew", "--read", "2024..",
    ])
    #expect(record.contributors == [Contributor(name: "Ann Vey", role: "Translator")])
    #expect(record.book.readCount == 3)
    #expect(record.services == [ServiceRecord(service: "goodreads", serviceID: "13642")])
    #expect(
      record.reads == [
        Read(finished: Day("1999")),
        Read(
          started: Day("2020-01"), finished: Day("2020-03-02"), rating: Rating(stars: 4.5),
          review: "better: than I knew"),
        Read(started: Day("2024")),
      ])
  }

  @Test(arguments: [
    ["--contributor", "Ann Vey"], ["--contributor", "(Translator)"], ["--service", "13642"],
    ["--read", ".."],
    ["--read", "2020 9"], ["--read", "2020-02-30"], ["--read", "soon"], ["--read-count=-1"],
  ])
  func `a part that makes no sense is refused`(arguments: [String]) {
    #expect(throws: UsageError.self) { try record(arguments) }
  }

  @Test func `another id of a service keeps what the service said`() throws {
    var before = BookRecord(book: Book(readTitle: "Old"))
    before.services = [
      ServiceRecord(
        service: "goodreads", serviceID: "1", other: OtherColumns([.init(name: "Binding", text: "Paperback")])
      )
    ]
    let after = try record(["--service", "goodreads:2"], on: before)
    #expect(after.services.map(\.serviceID) == ["2"])
    #expect(after.services[0].other["Binding"] == "Paperback")
  }

  @Test func `blank text clears a field and leaves the others`() throws {
    var before = BookRecord(book: Book(readTitle: "Old"))
    before.book.review = "Good."
    before.book.rating = Rating(stars: 3)
    before.book.genre = "Horror"
    before.tags = ["x"]
    before.reads = [Read(started: Day("2020")), Read(finished: Day("2021"))]
    let after = try record(["--review=", "--rating", "0", "--tag", "", "--finished", ""], on: before)
    #expect(after.book.review == nil)
    #expect(after.book.rating == nil)
    #expect(after.book.genre == "Horror")
    #expect(after.tags == [])
    #expect(after.reads == [Read(started: Day("2020"))])
    #expect(try record([], on: before) == before)
  }

  @Test func `whether an option was given is known`() throws {
    #expect(try options([]).isEmpty)
    #expect(try !options(["--tag", ""]).isEmpty)
    #expect(try !options(["--review-file", "-"]).isEmpty)
  }

  @Test(arguments: [
    (
      ["--rating", "7"],
      "The value '7' is invalid for '--rating <stars>': use 0.25 to 5 in quarter stars (0 clears)."
    ),
    (["--title", " "], "The value ' ' is invalid for '--title <title>': it is blank."),
    (
      ["--status", "raeding"],
      "The value 'raeding' is invalid for '--status <status>': use to-read, reading, read, did-not-finish or "
        + "paused. Did you mean 'reading'?"
    ),
    (
      ["--finished", "2023-02-29"],
      "The value '2023-02-29' is invalid for '--finished <date>': use a day of the calendar as YYYY-MM-DD, "
        + "YYYY-MM or YYYY."
    ),
    (
      ["--isbn", "9780553383042"],
      "The value '9780553383042' is invalid for '--isbn <isbn>': an ISBN has 10 or 13 digits with the right "
        + "check digit."
    ),
    (
      ["--pages", "0"],
      "The value '0' is invalid for '--pages <number>': use a whole number from 1 to 1000000."
    ),
    (["--review", "x", "--review-file", "y"], "'--review' and '--review-file' can't go together."),
    (
      ["--finished", "2023", "--stopped", "2023"],
      "'--finished' and '--stopped' can't go together: a reading ends once."
    ),
  ])
  func `a wrong value is named with what is right`(arguments: [String], message: String) throws {
    let error = #expect(throws: UsageError.self) { try options(arguments) }
    #expect(error?.error.message == message)
  }

  @Test(arguments: [
    ("4", RatingFilter.range(from: Rating(stars: 4), through: Rating(stars: 4))),
    ("4..", .range(from: Rating(stars: 4), through: nil)),
    ("..3", .range(from: nil, through: Rating(stars: 3))),
    ("3..4.5", .range(from: Rating(stars: 3), through: Rating(stars: 4.5))),
    ("none", .unrated),
  ])
  func `a rating filter is a number or a range`(text: String, filter: RatingFilter) throws {
    #expect(try ValueParser.ratingFilter.parse(text) == filter)
  }

  @Test(arguments: ["", "..", "x", "6", "3...4", "3..x", "4..3", "..0", "3,4"])
  func `other texts are no rating filter`(text: String) {
    #expect(throws: InvalidValue.self) { try ValueParser.ratingFilter.parse(text) }
  }

  @Test(arguments: [
    ("Earthsea #1", "Earthsea", "1"), ("Earthsea, #1.0", "Earthsea", "1"), ("Earthsea", "Earthsea", nil),
    ("C# in Depth #3", "C# in Depth", "3"), ("骆驼 #1-3", "骆驼", "1-3"),
  ])
  func `a series is a name and a place`(text: String, name: String, number: String?) throws {
    #expect(try ValueParser.series.parse(text) == SeriesPlace(name: name, number: number))
  }
}
