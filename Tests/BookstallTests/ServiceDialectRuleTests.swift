import Bookstall

// The table of the services' rules: a change to a book, its cells, and what the report counts.
extension ServiceDialectTests {
  static let rules: [Rule] = hardcover + hardcoverTags + libib + openreads + bookwyrm

  private static func kept(_ service: String, _ columns: KeyValuePairs<String, String>, id: String? = nil)
    -> [ServiceRecord]
  {
    let other = OtherColumns(columns.map { .init(name: $0.key, text: $0.value) })
    return [ServiceRecord(service: service, serviceID: id, other: other)]
  }

  private static func statuses(_ format: ExportFormat, _ column: String, _ words: [ReadingStatus?: String])
    -> [Rule]
  {
    words.map { status, word in
      Rule(
        name: "\(status?.rawValue ?? "no status") is \(word)", format: format,
        change: { $0.book.status = status }, cells: [column: word],
        report: { $0.pausedBooks == (status == .paused ? 1 : 0) })
    }
  }

  private static let hardcover: [Rule] =
    statuses(
      .hardcover, "Status",
      [
        nil: "None", .toRead: "Want to Read", .reading: "Currently Reading", .read: "Read",
        .didNotFinish: "Did Not Finish", .paused: "Currently Reading",
      ]) + [
      Rule(
        name: "the title stands without its series", format: .hardcover,
        change: { $0.series = [.init(name: "Harbour Tales", number: "2"), .init(name: "B", number: "0.5")] },
        cells: ["Title": "The Lantern Keeper", "Series": "Harbour Tales (#2), B (#0.5)"]),
      Rule(
        name: "a series without a number gives way to one with", format: .hardcover,
        change: { $0.series = [.init(name: "A", number: nil), .init(name: "B", number: "1")] },
        cells: ["Series": "B (#1)"], report: { $0.droppedSeries == 1 }),
      Rule(
        name: "people with roles stand behind the authors", format: .hardcover,
        change: {
          $0.additionalAuthors = ["Jo Pell"]
          $0.contributors = [.init(name: "Vey, Ann", role: "Translator")]
        }, cells: ["Author": "Mira Holm, Jo Pell, Vey Ann (Translator)"]),
      Rule(
        name: "a book without an author is written and named", format: .hardcover,
        change: { $0.book.author = nil }, cells: ["Author": ""],
        report: { $0.notTaken.map(\.reason) == [.noAuthor] }),
      Rule(
        name: "quarter stars become halves, upwards", format: .hardcover,
        change: { $0.book.rating = Rating(stars: 4.25) }, cells: ["Rating": "4.5"],
        report: { $0.roundedRatings == 1 }),
      Rule(
        name: "half stars stay", format: .hardcover, change: { $0.book.rating = Rating(stars: 4) },
        cells: ["Rating": "4.0"], report: { $0.roundedRatings == 0 }),
      Rule(
        name: "no rating is blank", format: .hardcover, cells: ["Rating": ""]),
      Rule(
        name: "dates are those of the last finished reading", format: .hardcover,
        change: {
          $0.reads = [
            Read(started: Day("2019-01-01"), finished: Day("2019-02-01")),
            Read(started: Day("2024-01-20"), finished: Day("2024-02-10")), Read(started: Day("2024-05-01")),
          ]
        }, cells: ["Date Started": "2024-01-20", "Date Finished": "2024-02-10"],
        report: { $0.withoutColumn == [.earlierRead: 2] }),
      Rule(
        name: "giving up has the column of finishing", format: .hardcover,
        change: {
          $0.book.status = .didNotFinish
          $0.reads = [Read(started: Day("2024-01-20"), stopped: Day("2024-02-10"))]
        }, cells: ["Date Finished": "2024-02-10"]),
      Rule(
        name: "no day is made up", format: .hardcover,
        change: { $0.reads = [Read(finished: Day("2024-02"))] }, cells: ["Date Finished": ""],
        report: { $0.droppedPartialDates == 1 }),
      Rule(
        name: "a review that looks like markup is written as entities", format: .hardcover,
        change: { $0.book.review = "a <b>\nc" }, cells: ["Review": "a &lt;b&gt;<br/>c"]),
      Rule(
        name: "a publishing date as it came stays while the year does", format: .hardcover,
        change: {
          $0.book.year = 2011
          $0.services = kept("hardcover", ["Publish Date": "2011-03-01", "Privacy": "Public"], id: "1001")
        }, cells: ["Publish Date": "2011-03-01", "Privacy": "Public", "Hardcover Book ID": "1001"]),
      Rule(
        name: "a publishing date of before an edit stays away", format: .hardcover,
        change: {
          $0.book.year = 2012
          $0.services = kept("hardcover", ["Publish Date": "2011-03-01"])
        }, cells: ["Publish Date": "2012"]),
      Rule(
        name: "an id of another service is none of Hardcover's", format: .hardcover,
        change: { $0.services = kept("goodreads", ["Privacy": "x"], id: "7") },
        cells: ["Hardcover Book ID": "", "Privacy": ""]),
    ]

  private static let hardcoverTags: [Rule] = [
    Rule(
      name: "the tag that tells the genre is a genre", format: .hardcover,
      change: {
        $0.tags = ["sea", "sci-fi"]
        $0.book.genre = "Science Fiction"
      }, cells: ["Genres": "sci-fi", "Tags": "sea"], report: { $0.genresAsTags == 0 }),
    Rule(
      name: "a genre that no tag tells stands by itself", format: .hardcover,
      change: {
        $0.tags = ["sea"]
        $0.book.genre = "Horror"
      }, cells: ["Genres": "Horror", "Tags": "sea"], report: { $0.genresAsTags == 1 }),
    Rule(
      name: "tags with commas are an array", format: .hardcover, change: { $0.tags = ["a, b", "c"] },
      cells: ["Tags": "[\"a, b\",\"c\"]"]),
    Rule(
      name: "genres as they came are not repeated among the tags", format: .hardcover,
      change: {
        $0.tags = ["Horror", "Classics", "sea"]
        $0.book.genre = "Horror"
        $0.services = kept("hardcover", ["Genres": "[\"Horror\", \"Classics\"]"])
      }, cells: ["Genres": "[\"Horror\", \"Classics\"]", "Tags": "sea"]),
  ]

  private static let libib: [Rule] =
    statuses(
      .libib, "status",
      [
        nil: "", .toRead: "Not begun", .reading: "In progress", .read: "Completed",
        .didNotFinish: "Abandoned", .paused: "In progress",
      ]) + [
      Rule(
        name: "every row is a book with both its numbers", format: .libib,
        cells: ["item_type": "book", "ean_isbn13": "9780306406157", "upc_isbn10": "0306406152"],
        report: { $0.notTaken.isEmpty }),
      Rule(
        name: "a book without an ISBN is written and named", format: .libib,
        change: { $0.book.isbn13 = nil }, report: { $0.notTaken.map(\.reason) == [.noISBN] }),
      Rule(
        name: "the dates have the importer's names", format: .libib,
        change: { $0.reads = [Read(started: Day("2024-01-20"), finished: Day("2024-02-10"))] },
        cells: ["began_date": "2024-01-20", "completed_date": "2024-02-10"]),
      Rule(
        name: "dates as they came stand under the importer's names", format: .libib,
        change: { $0.services = kept("libib", ["began": "spring"]) }, cells: ["began_date": "spring"]),
      Rule(
        name: "a long description is cut", format: .libib,
        change: { $0.services = kept("libib", ["description": String(repeating: "é", count: 5001)]) },
        cells: ["description": String(repeating: "é", count: 5000)], report: { $0.cutDescriptions == 1 }),
      Rule(
        name: "the group is the first series, without the number", format: .libib,
        change: { $0.series = [.init(name: "Harbour Tales", number: "2"), .init(name: "B", number: "1")] },
        cells: ["group": "Harbour Tales"],
        report: { $0.withoutColumn == [.seriesNumber: 1, .furtherSeries: 1] }),
      Rule(
        name: "names are parted before the last word", format: .libib,
        cells: ["creators": "Mira Holm", "first_name": "Mira", "last_name": "Holm"]),
      Rule(
        name: "names as they came stay", format: .libib,
        change: {
          $0.book.author = "Ursula K. Le Guin"
          $0.services = kept("libib", ["first_name": "Ursula K.", "last_name": "Le Guin"])
        }, cells: ["first_name": "Ursula K.", "last_name": "Le Guin"]),
      Rule(
        name: "a name loses its comma, unless that parts nothing", format: .libib,
        change: { $0.additionalAuthors = ["Smith, Elder & Co", "Sam Ash, Jr."] },
        cells: ["creators": "Mira Holm, Smith Elder & Co, Sam Ash, Jr."],
        report: { $0.respelledNames == 1 }),
      Rule(
        name: "a tag loses its comma", format: .libib, change: { $0.tags = ["a, b", "c"] },
        cells: ["tags": "a b, c"], report: { $0.renamedTags == 1 }),
      Rule(
        name: "people with other roles are counted", format: .libib,
        change: { $0.contributors = [.init(name: "Ann Vey", role: "Translator")] },
        cells: ["creators": "Mira Holm"], report: { $0.withoutColumn == [.contributor: 1] }),
    ]

  private static let openreads: [Rule] =
    statuses(
      .openreads, "status",
      [
        .toRead: "planned", .reading: "in_progress", .read: "finished", .didNotFinish: "abandoned",
        .paused: "in_progress",
      ]) + [
      Rule(
        name: "every reading is there", format: .openreads,
        change: {
          $0.reads = [
            Read(finished: Day("2019-01-01")),
            Read(started: Day("2024-01-20"), finished: Day("2024-02-10")),
          ]
        },
        cells: [
          "readings": "|2019-01-01T00:00:00.000|;2024-01-20T00:00:00.000|2024-02-10T00:00:00.000|"
        ], report: { $0.withoutColumn.isEmpty }),
      Rule(
        name: "the day of giving up ends the last reading", format: .openreads,
        change: {
          $0.book.status = .didNotFinish
          $0.reads = [Read(started: Day("2024-01-20"), stopped: Day("2024-02-10"))]
        }, cells: ["readings": "2024-01-20T00:00:00.000|2024-02-10T00:00:00.000|"]),
      Rule(
        name: "readings as they came keep their clocks", format: .openreads,
        change: {
          $0.reads = [Read(finished: Day("2023-12-10"))]
          $0.book.dateAdded = Day("2024-03-01")
          $0.services = kept(
            "openreads",
            ["readings": "|2023-12-10T00:00:00.000|7200000", "date_added": "2024-03-01T13:01:12.937"])
        },
        cells: [
          "readings": "|2023-12-10T00:00:00.000|7200000", "date_added": "2024-03-01T13:01:12.937",
        ]),
      Rule(
        name: "five bars part the tags", format: .openreads, change: { $0.tags = ["to buy", "sea, ice"] },
        cells: ["tags": "to buy|||||sea, ice"]),
      Rule(
        name: "a tag of bars is left out", format: .openreads, change: { $0.tags = ["a|", "b"] },
        cells: ["tags": "b"], report: { $0.unwritableTags == 1 }),
      Rule(
        name: "series stand behind the title", format: .openreads,
        change: { $0.series = [.init(name: "Harbour Tales", number: "2"), .init(name: "B", number: nil)] },
        cells: ["title": "The Lantern Keeper (Harbour Tales, #2)"],
        report: { $0.withoutColumn == [.seriesWithoutNumber: 1] }),
      Rule(
        name: "nothing is deleted and nothing is a favourite", format: .openreads,
        change: { $0.services = kept("openreads", ["deleted": "true", "book_format": "ebook"], id: "OL9M") },
        cells: ["deleted": "false", "favourite": "false", "book_format": "ebook", "olid": "OL9M"]),
    ]

  private static let bookwyrm: [Rule] =
    statuses(
      .bookwyrm, "shelf",
      [
        nil: "", .toRead: "to-read", .reading: "reading", .read: "read", .didNotFinish: "stopped-reading",
        .paused: "reading",
      ]) + [
      Rule(
        name: "ratings have two decimals", format: .bookwyrm,
        change: { $0.book.rating = Rating(stars: 4.75) }, cells: ["rating": "5.00"],
        report: { $0.roundedRatings == 1 }),
      Rule(
        name: "giving up has a column of its own", format: .bookwyrm,
        change: {
          $0.book.status = .didNotFinish
          $0.reads = [Read(started: Day("2024-01-20"), stopped: Day("2024-02-10"))]
        }, cells: ["start_date": "2024-01-20", "finish_date": "", "stopped_date": "2024-02-10"],
        report: { $0.ignoredShelves == 1 }),
      Rule(
        name: "a review stays Markdown", format: .bookwyrm,
        change: { $0.book.review = "Told in **letters**.\n\n<3" },
        cells: ["review_content": "Told in **letters**.\n\n<3"]),
      Rule(
        name: "ids and the review's name come back", format: .bookwyrm,
        change: {
          $0.services = kept(
            "bookwyrm", ["openlibrary_key": "OL9W", "review_name": "Sea", "shelf_name": "Gelesen"],
            id: "https://wyrm.example/book/12")
        },
        cells: [
          "remote_id": "https://wyrm.example/book/12", "openlibrary_key": "OL9W", "review_name": "Sea",
          "shelf": "read", "shelf_name": "Gelesen",
        ]),
      Rule(
        name: "a shelf of one's own comes back while its tag is there", format: .bookwyrm,
        change: {
          $0.tags = ["Cooking"]
          $0.reads = [Read(finished: Day("2022-10-10"))]
          $0.services = kept("bookwyrm", ["shelf": "cooking-9"])
        }, cells: ["shelf": "cooking-9", "shelf_name": "Cooking"]),
      Rule(
        name: "what has no column is counted", format: .bookwyrm,
        change: {
          $0.book.genre = "Horror"
          $0.book.publisher = "Quay Press"
          $0.book.year = 2011
          $0.book.originalYear = 1998
          $0.book.privateNotes = "x"
          $0.book.readCount = 3
          $0.tags = ["a", "b"]
        },
        report: {
          $0.withoutColumn == [
            .genre: 1, .publisher: 1, .year: 1, .originalYear: 1, .privateNote: 1, .readCount: 1, .tag: 2,
          ]
        }),
    ]
}
