import Bookstall
import FoundationEssentials
import Testing

struct BookJSONTests {
  private func json(_ record: BookRecord) -> String {
    var bytes: [UInt8] = []
    BookJSON.append(record, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func emptyRecord() throws -> BookRecord {
    let uuid = try #require(UUID(uuidString: "0190F3C2-7A6B-7C1D-8E2F-ABCDEF012345"))
    return BookRecord(book: Book(uuid: uuid, title: nil))
  }

  @Test func `every key stands there, empty or not`() throws {
    #expect(
      json(try emptyRecord())
        == #"{"id":0,"uuid":"0190f3c2-7a6b-7c1d-8e2f-abcdef012345","title":null,"author":null,"#
        + #""additionalAuthors":[],"contributors":[],"series":[],"genre":null,"isbn13":null,"rating":null,"#
        + #""review":null,"status":null,"dateAdded":null,"dateStarted":null,"dateFinished":null,"reads":[],"#
        + #""pages":null,"year":null,"originalYear":null,"publisher":null,"tags":[],"readCount":null,"#
        + #""sourceId":null,"privateNotes":null,"services":[],"other":{}}"#)
  }

  @Test func `a full book is one line with everything`() throws {
    var record = try emptyRecord()
    record.book.id = 38
    record.book.title = "The \"Genius\"\u{1B}[2J"
    record.book.author = "Theodore Dreiser"
    record.book.genre = "Classics"
    record.book.rating = Rating(stars: 4.25)
    record.book.review = "One.\r\nTwo. 📚"
    record.book.status = .didNotFinish
    record.book.dateAdded = Day("0999-02")
    record.book.readCount = 2
    record.book.isbn13 = "9798501122338"
    record.book.publisher = "Self"
    record.book.year = 2022
    record.book.originalYear = -700
    record.book.pages = 736
    record.book.privateNotes = "mine"
    record.additionalAuthors = ["A", "B"]
    record.contributors = [Contributor(name: "C", role: "Translator")]
    record.series = [SeriesPlace(name: "S", number: "0.5"), SeriesPlace(name: "T", number: nil)]
    record.reads = [
      Read(started: Day("2019"), finished: Day("2019-05-02"), rating: Rating(stars: 3), review: "r"),
      Read(started: Day("2024-01-20"), stopped: Day("2024-02-10")),
    ]
    record.tags = ["gothic", "s\\ea; x"]
    record.services = [
      ServiceRecord(
        service: "goodreads", serviceID: "7",
        other: OtherColumns([.init(name: "Z", text: "1"), .init(name: "A", text: "")])),
      ServiceRecord(service: "storygraph", serviceID: nil),
      ServiceRecord(service: "goodreads", serviceID: "8", other: OtherColumns([.init(name: "Z", text: "2")])),
    ]
    #expect(
      json(record)
        == #"{"id":38,"uuid":"0190f3c2-7a6b-7c1d-8e2f-abcdef012345","title":"The \"Genius\"\u001b[2J","#
        + #""author":"Theodore Dreiser","additionalAuthors":["A","B"],"#
        + #""contributors":[{"name":"C","role":"Translator"}],"#
        + #""series":[{"name":"S","number":"0.5"},{"name":"T","number":null}],"genre":"Classics","#
        + #""isbn13":"9798501122338","rating":4.25,"review":"One.\r\nTwo. 📚","status":"did-not-finish","#
        + #""dateAdded":"0999-02","dateStarted":"2024-01-20","dateFinished":null,"#
        + #""reads":[{"started":"2019","finished":"2019-05-02","stopped":null,"rating":3,"review":"r"},"#
        + #"{"started":"2024-01-20","finished":null,"stopped":"2024-02-10"}],"#
        + #""pages":736,"year":2022,"originalYear":-700,"publisher":"Self","tags":["gothic","s\\ea; x"],"#
        + #""readCount":2,"sourceId":"7","privateNotes":"mine","#
        + #""services":[{"service":"goodreads","id":"7"},{"service":"storygraph","id":null},"#
        + #"{"service":"goodreads","id":"8"}],"#
        + #""other":{"goodreads":{"Z":"1","A":""},"goodreads 2":{"Z":"2"}}}"#)
    _ = try JSON(json(record))
  }

  @Test func `a rating no Bookstall would store is still JSON`() throws {
    var record = try emptyRecord()
    record.book.rating = Rating(stored: .nan)
    #expect(try JSON(json(record))["rating"] == .null)
    record.book.rating = Rating(stored: 1e300)
    #expect(try JSON(json(record))["rating"]?.number == 1e300)
  }

  @Test(arguments: [0, 1, 3])
  func `an array has a book on each line`(count: Int) throws {
    var array = BookJSONArray()
    var bytes: [UInt8] = []
    for _ in 0..<count { array.append(try emptyRecord(), into: &bytes) }
    array.finish(into: &bytes)
    #expect(try JSON(bytes: bytes).elements?.count == count)
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == max(count, 1))
    #expect(bytes.last == UInt8(ascii: "\n"))
  }
}
