import Testing

@testable import Bookstall

/// One book in the exports of many services is one book here.
struct ManyServicesTests {
  private static let files = [
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
      + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
      + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n"
      + #"70000001,"The Lantern Keeper (Harbour Tales, #2)",Mira  Holm,"Holm, Mira","Jo Pell","=""0306406152""","#
      + #""=""9780306406157""",4,3.91,Quay Press,Paperback,312,2011,1998,2024/02/10,2024/01/03,"gothic, sea","#
      + #""gothic (#3), sea (#1)",read,Good.,,,2,0"# + "\n",
    "Title,Authors,Contributors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Dates Read,Read Count,"
      + "Moods,Star Rating,Review,Tags,Owned?\n"
      + #"The Lantern Keeper,"Mira Holm, Jo Pell",,9780306406157,paperback,read,2024/01/03,2024/02/10,"#
      + #""2024/01/20-2024/02/10, 2019/05/02",2,dark,4.0,Good.,"gothic, ships",No"# + "\n",
    "title,author_text,remote_id,isbn_10,isbn_13,start_date,finish_date,rating,review_content,shelf,shelf_name\r\n"
      + "The Lantern Keeper,Mira Holm,https://wyrm.example/book/12,,9780306406157,2024-01-20,2024-02-10,4.00,Good.,"
      + "read,Gelesen\r\n",
    "item_type,title,creators,ean_isbn13,group,tags,rating,status,began,completed,added\n"
      + "book,The Lantern Keeper,Mira Holm,9780306406157,Harbour Tales,sea,4,Completed,2024-01-20,2024-02-10,"
      + "2024-01-03\n",
    "Title,Author,Tags\nThe Lantern Keeper,\"Holm, Mira\",quiet\n",
  ]

  @Test(arguments: [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [2, 0, 4, 1, 3]])
  func `in whatever order they come`(order: [Int]) throws {
    let store = try BookStore()
    for index in order {
      let file = try TemporaryTextFile(Self.files[index])
      let report = try store.importBooks(from: try ByteSource(path: file.path))
      #expect(report.rows == 1 && report.refused.isEmpty && report.conflicts.isEmpty, "\(index)")
    }
    #expect(try store.count() == 1)
    let record = try #require(try store.record(1))
    #expect(Set(record.tags) == ["gothic", "sea", "ships", "quiet"])
    #expect(
      record.reads == [
        Read(finished: Day("2019-05-02")), Read(started: Day("2024-01-20"), finished: Day("2024-02-10")),
      ])
    #expect(record.book.readCount == 2 && record.book.rating == Rating(stars: 4) && record.book.pages == 312)
    #expect(record.series == [SeriesPlace(name: "Harbour Tales", number: "2")])
    #expect(Set(record.services.map(\.service)) == ["goodreads", "storygraph", "bookwyrm", "generic"])
    for index in order {
      let file = try TemporaryTextFile(Self.files[index])
      let again = try store.importBooks(from: try ByteSource(path: file.path))
      #expect(again.unchanged == 1, "a second import changes nothing")
    }
  }
}
