import Bookstall

// The table of the dialect's rules: a change to a book, its cells, and what the report counts.
extension GoodreadsDialectTests {
  static let rules: [Rule] = identity + authors + ratings + dates + counts + shelves + texts

  private static func goodreads(_ id: String?, _ columns: KeyValuePairs<String, String> = [:])
    -> [ServiceRecord]
  {
    let other = OtherColumns(columns.map { .init(name: $0.key, text: $0.value) })
    return [ServiceRecord(service: "goodreads", serviceID: id, other: other)]
  }

  private static let identity: [Rule] = [
    Rule(
      name: "a genuine Book Id goes back", change: { $0.services = goodreads("5107001") },
      cells: ["Book Id": "5107001"]),
    Rule(
      name: "the id of another service is no Book Id",
      change: { $0.services = [ServiceRecord(service: "librarything", serviceID: "12")] },
      cells: ["Book Id": ""]),
    Rule(
      name: "an id that is no number is no Book Id", change: { $0.services = goodreads("B00X") },
      cells: ["Book Id": ""]),
    Rule(
      name: "series go back into the title",
      change: { $0.series = [.init(name: "A", number: "2"), .init(name: "B, C", number: "0.5")] },
      cells: ["Title": "The Lantern Keeper (A, #2; B, C, #0.5)"]),
    Rule(
      name: "a series without a number is dropped and counted",
      change: { $0.series = [.init(name: "A", number: nil), .init(name: "B", number: "1")] },
      cells: ["Title": "The Lantern Keeper (B, #1)"], report: { $0.droppedSeries = 1 }),
    Rule(
      name: "a title as it came goes back while it means the same",
      change: {
        $0.series = [.init(name: "A", number: "2")]
        $0.services = goodreads(nil, ["Title": "The Lantern Keeper (A #2.0)"])
      }, cells: ["Title": "The Lantern Keeper (A #2.0)"]),
    Rule(
      name: "a title of before an edit stays away",
      change: { $0.services = goodreads(nil, ["Title": "The Lamp (A #2)"]) },
      cells: ["Title": "The Lantern Keeper"]),
    Rule(
      name: "ISBN-10 is computed", change: { $0.book.isbn13 = "9780440011217" },
      cells: ["ISBN": "=\"0440011213\"", "ISBN13": "=\"9780440011217\""]),
    Rule(
      name: "ISBN-10 may end in X", change: { $0.book.isbn13 = "9781903411223" },
      cells: ["ISBN": "=\"190341122X\"", "ISBN13": "=\"9781903411223\""]),
    Rule(
      name: "979 has no ISBN-10", change: { $0.book.isbn13 = "9798501122338" },
      cells: ["ISBN": "=\"\"", "ISBN13": "=\"9798501122338\""]),
    Rule(
      name: "an ISBN-10 beside a 979 comes from the source",
      change: {
        $0.book.isbn13 = "9798501122338"
        $0.services = goodreads("1", ["isbn": "=\"190341122x\""])
      }, cells: ["ISBN": "=\"190341122X\""]),
    Rule(
      name: "a kept ISBN-10 of another edition loses",
      change: { $0.services = goodreads("1", ["ISBN": "=\"190341122X\""]) },
      cells: ["ISBN": "=\"0306406152\""]),
    Rule(
      name: "no ISBN is two empty formulas",
      change: {
        $0.book.isbn13 = nil
        $0.services = goodreads("1", ["ISBN13": "9.78E+12"])
      }, cells: ["ISBN": "=\"\"", "ISBN13": "=\"\""]),
  ]

  private static let authors: [Rule] = [
    Rule(
      name: "the author is turned round", change: { $0.book.author = "Elizabeth Barrett  Browning" },
      cells: ["Author l-f": "Browning, Elizabeth Barrett"]),
    Rule(name: "one name stays", change: { $0.book.author = "Homer" }, cells: ["Author l-f": "Homer"]),
    Rule(
      name: "Jr. stays with the last name", change: { $0.book.author = "Kurt Vonnegut, Jr." },
      cells: ["Author l-f": "Vonnegut Jr., Kurt"]),
    Rule(
      name: "no author is two blanks", change: { $0.book.author = nil },
      cells: ["Author": "", "Author l-f": ""]),
    Rule(
      name: "Author l-f comes from the source",
      change: {
        $0.book.author = "J. Sheridan Le Fanu"
        $0.services = goodreads("1", ["Author l-f": "Le Fanu, J. Sheridan"])
      }, cells: ["Author l-f": "Le Fanu, J. Sheridan"]),
    Rule(
      name: "Author l-f of another author is stale",
      change: { $0.services = goodreads("1", ["Author l-f": "Vey, Ann"]) },
      cells: ["Author l-f": "Holm, Mira"]),
    Rule(
      name: "people with roles become authors",
      change: {
        $0.additionalAuthors = ["Jo Pell", "Mira Holm"]
        $0.contributors = [
          .init(name: "Ann Vey", role: "Translator"), .init(name: "Jo Pell", role: "Narrator"),
        ]
      }, cells: ["Additional Authors": "Jo Pell, Ann Vey"], report: { $0.lostRoles = 2 }),
    Rule(
      name: "a comma parts no name", change: { $0.additionalAuthors = ["Pell, Jo", "Ann Vey, Jr."] },
      cells: ["Additional Authors": "Pell Jo, Ann Vey, Jr."], report: { $0.respelledNames = 1 }),
  ]

  private static let ratings: [Rule] = [
    (nil, "0", false), (4, "4", false), (4.5, "5", true), (4.25, "4", true), (4.75, "5", true),
    (0.25, "1", true),
    (0.5, "1", true), (5, "5", false), (3.5, "4", true),
  ].map { (stars: Double?, cell: String, isRounded: Bool) in
    Rule(
      name: "\(stars.map { "\($0)" } ?? "no") stars are \(cell)",
      change: { $0.book.rating = stars.flatMap(Rating.init(stars:)) }, cells: ["My Rating": cell],
      report: { $0.roundedRatings = isRounded ? 1 : 0 })
  }

  private static let dates: [Rule] = [
    Rule(
      name: "dates have slashes", change: { $0.book.dateAdded = Day("2024-01-03") },
      cells: ["Date Added": "2024/01/03"]),
    Rule(
      name: "a month is no date", change: { $0.book.dateAdded = Day("2024-01") }, cells: ["Date Added": ""],
      report: { $0.droppedPartialDates = 1 }),
    Rule(
      name: "a year is no date",
      change: { $0.reads = [Read(finished: Day("2020-01-01")), Read(finished: Day("2024"))] },
      cells: ["Date Read": "", "Read Count": "2"],
      report: {
        $0.droppedPartialDates = 1
        $0.foldedRereads = 1
      }),
    Rule(
      name: "Date Read is that of the last finished read",
      change: {
        $0.reads = [
          Read(started: Day("2019-01-01"), finished: Day("2019-02-01")), Read(finished: Day("2020-03-04")),
          Read(started: Day("2024")),
        ]
      }, cells: ["Date Read": "2020/03/04", "Read Count": "2"],
      report: {
        $0.foldedRereads = 1
        $0.droppedStartDates = 2
      }),
    Rule(
      name: "a day of giving up is dropped",
      change: {
        $0.book.status = .didNotFinish
        $0.reads = [Read(stopped: Day("2024-02-10"))]
      }, cells: ["Date Read": "", "Read Count": "0", "Exclusive Shelf": "did-not-finish"],
      report: { $0.droppedStoppedDates = 1 }),
    Rule(
      name: "notes of one read are dropped",
      change: { $0.reads = [Read(rating: Rating(stars: 3)), Read(review: "x")] },
      cells: ["Date Read": ""], report: { $0.droppedReadNotes = 2 }),
    Rule(
      name: "years and pages are plain numbers",
      change: {
        $0.book.year = 2003
        $0.book.originalYear = -700
        $0.book.pages = 174
      }, cells: ["Year Published": "2003", "Original Publication Year": "-700", "Number of Pages": "174"]),
    Rule(
      name: "a year that was blank is blank again",
      change: {
        $0.book.year = 1872
        $0.book.originalYear = 1872
        $0.services = goodreads("1", ["Year Published": ""])
      }, cells: ["Year Published": "", "Original Publication Year": "1872"]),
  ]

  private static let counts: [Rule] = [
    Rule(
      name: "the stored count is kept when greater",
      change: {
        $0.book.readCount = 3
        $0.reads = [Read(finished: Day("2024-01-01"))]
      }, cells: ["Read Count": "3"]),
    Rule(
      name: "Read Count is 1 where Date Read is set",
      change: { $0.reads = [Read(finished: Day("2024-01-01"))] },
      cells: ["Date Read": "2024/01/01", "Read Count": "1"]),
    Rule(
      name: "a read book nobody counted was read once", change: { $0.book.readCount = nil },
      cells: ["Read Count": "1"]),
    Rule(
      name: "an unread book has the count 0",
      change: {
        $0.book.readCount = nil
        $0.book.status = .toRead
      }, cells: ["Read Count": "0"]),
  ]

  private static let shelves: [Rule] = [
    Rule(
      name: "read stands in no list", change: { $0.tags = ["sea"] },
      cells: ["Exclusive Shelf": "read", "Bookshelves": "sea", "Bookshelves with positions": ""]),
    Rule(
      name: "reading is currently-reading",
      change: {
        $0.book.status = .reading
        $0.tags = ["sea"]
      },
      cells: [
        "Exclusive Shelf": "currently-reading", "Bookshelves": "currently-reading, sea",
        "Bookshelves with positions": "",
      ]),
    Rule(
      name: "to-read is to-read", change: { $0.book.status = .toRead },
      cells: ["Exclusive Shelf": "to-read", "Bookshelves": "to-read"]),
    Rule(
      name: "paused is currently-reading on hold", change: { $0.book.status = .paused },
      cells: ["Exclusive Shelf": "currently-reading", "Bookshelves": "currently-reading, on-hold"],
      report: { $0.pausedBooks = 1 }),
    Rule(
      name: "no status is to-read where the caller says so", change: { $0.book.status = nil },
      cells: ["Exclusive Shelf": "to-read"], report: { $0.assumedToRead = 1 }),
    Rule(
      name: "tags become shelf names",
      change: { $0.tags = ["Sea Stories", "a, b", "ÉTÉ", "c\u{2028}d", " - x", "sea-stories", "Été"] },
      cells: ["Bookshelves": "sea-stories, a-b, été, c-d, -x"], report: { $0.renamedTags = 6 }),
    Rule(
      name: "a tag called like a shelf is dropped", change: { $0.tags = ["To Read", "read", " , ", "sea"] },
      cells: ["Bookshelves": "sea"], report: { $0.droppedTags = 3 }),
    Rule(
      name: "the genre is the first tag",
      change: {
        $0.book.genre = "Science Fiction"
        $0.tags = ["horror"]
      }, cells: ["Bookshelves": "science-fiction, horror"], report: { $0.genresAsTags = 1 }),
    Rule(
      name: "a genre that stands there stays there",
      change: {
        $0.book.genre = "Horror"
        $0.tags = ["sea", "horror"]
      }, cells: ["Bookshelves": "sea, horror"]),
    Rule(
      name: "a genre that the tags tell is not told twice",
      change: {
        $0.book.genre = "Horror"
        $0.tags = ["gothic"]
      }, cells: ["Bookshelves": "gothic"]),
    Rule(
      name: "Uncategorized is no tag", change: { $0.book.genre = "Uncategorized" }, cells: ["Bookshelves": ""]
    ),
    Rule(
      name: "positions come from the source",
      change: {
        $0.tags = ["sea", "gothic"]
        $0.services = goodreads("1", ["Bookshelves with positions": "gothic (#12), sea (#3)"])
      }, cells: ["Bookshelves": "gothic, sea", "Bookshelves with positions": "gothic (#12), sea (#3)"]),
    Rule(
      name: "positions of other tags are left out",
      change: {
        $0.tags = ["sea"]
        $0.services = goodreads("1", ["Bookshelves with positions": "gothic (#12), sea (#3)"])
      }, cells: ["Bookshelves": "sea", "Bookshelves with positions": "sea (#3)"]),
    Rule(
      name: "positions of another status are stale",
      change: { $0.services = goodreads("1", ["Bookshelves with positions": "to-read (#12)"]) },
      cells: ["Bookshelves": "", "Bookshelves with positions": ""]),
  ]

  private static let texts: [Rule] = [
    Rule(
      name: "a review is HTML on one line", change: { $0.book.review = "a & b\r\n<c>\r\"d\"\n\ne\tf" },
      cells: ["My Review": "a &amp; b<br/>&lt;c&gt;<br/>\"d\"<br/><br/>e\tf"]),
    Rule(
      name: "private notes are too", change: { $0.book.privateNotes = "1 < 2\n3" },
      cells: ["Private Notes": "1 &lt; 2<br/>3"]),
    Rule(
      name: "control characters are neutralised", change: { $0.book.review = "a\0b\u{1B}c\u{9B}d\u{7F}e" },
      cells: ["My Review": "a b c d e"], report: { $0.neutralisedCharacters = 4 }),
    Rule(
      name: "a review as it came goes back while it means the same",
      change: {
        $0.book.review = "Long, but worth it"
        $0.services = goodreads("1", ["My Review": "<i>Long</i>, but worth it", "Spoiler": "true"])
      }, cells: ["My Review": "<i>Long</i>, but worth it", "Spoiler": "true"]),
    Rule(
      name: "a review of before an edit stays away",
      change: {
        $0.book.review = "Short"
        $0.services = goodreads("1", ["My Review": "<i>Long</i>"])
      }, cells: ["My Review": "Short"]),
    Rule(
      name: "unmodelled columns come back",
      change: {
        $0.services = goodreads("1", ["Average Rating": "3.91", "Binding": "Paperback", "Owned Copies": "2"])
      },
      cells: ["Average Rating": "3.91", "Binding": "Paperback", "Owned Copies": "2"]),
    Rule(
      name: "columns of another service do not",
      change: {
        $0.services = [
          ServiceRecord(
            service: "hardcover", serviceID: "1",
            other: OtherColumns([.init(name: "Binding", text: "Paperback")]))
        ]
      }, cells: ["Binding": "", "Average Rating": "", "Owned Copies": "0"],
      report: { $0.unwrittenColumns = ["Binding": 1] }),
  ]
}
