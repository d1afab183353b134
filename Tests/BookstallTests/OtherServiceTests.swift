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
    ("id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite", .raindrop),
    ("URL,Title,Selection,Folder,Timestamp", .instapaper),
    ("Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen", .readwise),
    ("game,id,hours,last_played", .steam), ("appid,name,playtime_forever,rtime_last_played", .steam),
    (
      "Profile Name,Start Time,Duration,Attributes,Title,Supplemental Video Type,Device Type,Bookmark,Country",
      .netflix
    ),
    ("Title,Date\n\"The Sea: Season 2: Tides\",\"1/2/24\"", .netflix),
    ("Title,Date\n\"A Film\",\"3/4/24\"\n\"Das Meer: Staffel 1: Ebbe\",\"05.01.24\"", .netflix),
    ("Podcast,Episode,Date,Duration", .podcasts), ("Podcast Title,Episode Title,Enclosure URL", .podcasts),
    ("series_animedb_id,series_title,series_type,my_watched_episodes,my_score,my_status", .myAnimeList),
    ("manga_id,title,my_status,my_score", .myAnimeList),
    ("Title Romaji,Title English,Status,Score,Progress", .aniList), ("mal_id,title,episodes,score", .aniList),
    ("Name,Ingredients,Directions,Servings,Rating", .recipes),
    ("title,prep time,cook time,rating,notes", .recipes),
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
    "Title,Author,First Name,Last Name,Labels", "Title,Date", "Title,Date\nEmma: A Novel,2024-01-02",
    "Title,Date\n\"Sea: Season of Storms\",2024-01-02", "Title,URL,Rating", "Title,Author,URL,Folder,Created",
    "Title,Author,Episode", "Title,Progress,Score", "Title,Author,Ingredients,Method", "Game,Title,Author",
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

  @Test(arguments: [
    ("Name,Author,Status,Rating", "notion"), ("Author,Status,Name,Rating", "notion"),
    ("Author,Title,Name,Rating", "generic"), ("Title,Author,Status,Rating", "generic"),
  ])
  func `a database of Notion is known by its names, wherever they stand`(header: String, service: String)
    throws
  {
    #expect(try CaseFile.service(ofText: header + "\na,b,c,4\n") == service)
  }

  @Test func `each header has a name by which a glance knows that it may be one`() throws {
    for format in ImportTable.formats {
      #expect(!format.marks.isEmpty)
      // A name alone tells no service, unless it is enough for the service itself.
      for mark in format.marks where format.recognises(header: [mark]) {
        #expect(ImportTable.format(of: [mark]) != nil, "\(mark)")
      }
    }
    #expect(ImportTable.format(of: ["Some words", "and others"]) == nil)
  }

  @Test func `ratings of which several are beyond ten are out of a hundred, and one alone is asked about`()
    throws
  {
    let outcomes = try CaseFile.outcomes(
      text: "Title,Author,Rating\nA,X,5\nB,X,85\nC,X,90\nD,X,83\nE,X,100\nF,X,0\nG,X,4/5\n")
    #expect(
      outcomes.map { $0.book?.book.rating?.text } == ["0.25", "4.25", "4.5", nil, "5", nil, "4"])
    #expect(outcomes[3].warnings == [.unreadableRating(column: "Rating", text: "83")])
    #expect(outcomes[3].book?.services.first?.other["Rating"] == "83")
    #expect(Set(outcomes.flatMap(\.warnings).compactMap(\.onceKey)) == ["halved Rating"])
    let slip = try CaseFile.outcomes(text: "Title,Author,Rating\nA,X,5\nB,X,87\n")
    #expect(slip.map { $0.book?.book.rating?.text } == ["5", nil])
    #expect(
      slip[1].warnings == [
        .unreadableRating(column: "Rating", text: "87"), .ratingScale(column: "Rating", text: "87"),
      ])
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
