import Testing

@testable import Bookstall

/// Exports of services that keep other things than books, and tables of books that only look like them.
struct OtherServiceTests {
  @Test(arguments: [
    ("Date,Name,Year,Letterboxd URI,Rating", OtherService.letterboxd),
    ("Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date", .letterboxd),
    (
      "Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-01-01,L,,x,\n\nPosition,Name,Year,URL",
      .letterboxd
    ),
    ("Position,Name,Year,URL,Description", .letterboxd),
    ("Const,Your Rating,Title,Title Type,Year,Genres", .imdb),
    ("rated_at,type,title,year,trakt_rating,trakt_id,imdb_id,tmdb_id", .trakt),
    ("SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo", .simkl),
    (
      "RYM Album, First Name,Last Name,First Name localized, Last Name localized,Title,Release_Date,Rating",
      .rateYourMusic
    ),
    ("Catalog#,Artist,Title,Label,Format,Rating,Released,release_id", .discogs),
    ("Game,Rating,Status,Review,Log Date", .backloggd),
    ("id,name,shelves,platforms,rating,review,dates,statuses,genres,giantbomb_id", .grouvee),
    ("Name,Given Name,Additional Name,Family Name,Notes,E-mail 1 - Type,E-mail 1 - Value", .googleContacts),
    (
      "First Name,Middle Name,Last Name,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value", .googleContacts
    ),
    ("title,url,time_added,cursor,tags,status", .pocket),
  ])
  func `an export of another service is named and refused`(header: String, service: OtherService) throws {
    #expect(throws: ImportError.otherService(service)) { try CaseFile.service(ofText: header + "\n") }
    // Whoever says that these are books is taken at his word.
    var options = ImportOptions()
    options.format = "generic"
    #expect(throws: Never.self) { try CaseFile.service(ofText: "Title," + header + "\n", options) }
  }

  @Test(arguments: [
    "Title,Author,Artist,Rating", "Title,Author,Lender Email", "Title,Rating,Email", "Title,ISBN,Artist",
    "Title,Writer,Artist,Rating", "Title,Artist,Shelf,Date Read", "Name,Pages,Phone", "Title,Author,Platform",
    "Title,Author,First Name,Last Name,Labels",
  ])
  func `a table of books may name an artist or an address`(header: String) throws {
    #expect(throws: Never.self) { try CaseFile.service(ofText: header + "\n") }
  }

  @Test(arguments: [
    ("Rating (out of 10)", "9", "4.5"), ("Rating (out of 10)", "4", "2"), ("Score /5", "4", "4"),
    ("Rating /10", "7", "3.5"), ("Rating/100", "85", "4.25"), ("My Rating (1-10)", "8", "4"),
    ("Rating [/10]", "8/10", "4"), ("Star Rating out of 5", "★★★", "3"), ("Rating (0–20)", "16", "4"),
  ])
  func `a rating is read by the scale that its column states`(column: String, cell: String, stars: String)
    throws
  {
    // The other rows would let a guess halve the column, or not halve it.
    for others in ["1", "5"] {
      let text = "Title,Author,\(column)\nEmma,Austen,\(cell)\nA,B,\(others)\nC,D,\(others)\n"
      let outcome = try #require(try CaseFile.outcomes(text: text).first)
      #expect(outcome.book?.book.rating?.text == stars && outcome.warnings.isEmpty)
    }
  }

  @Test func `beyond its scale, and between quarters, it is no rating, and nothing is halved by a guess`()
    throws
  {
    let text = "Title,Author,Score /5\nA,B,6\nC,D,8\nE,F,3\n"
    let outcomes = try CaseFile.outcomes(text: text)
    #expect(outcomes.map { $0.book?.book.rating?.text } == [nil, nil, "3"])
    #expect(outcomes[0].warnings == [.unreadableRating(column: "Score /5", text: "6")])
    let percent = try CaseFile.outcomes(text: "Title,Author,Rating/100\nA,B,83\n")
    #expect(percent[0].warnings == [.unreadableRating(column: "Rating/100", text: "83")])
    #expect(percent[0].book?.services.first?.other["Rating/100"] == "83")
  }
}
