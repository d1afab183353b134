import Foundation
import Testing

@testable import Bookstall

/// Archives are opened for what they hold, and for nothing else.
struct ArchiveRowsTests {
  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appending(path: "Fixtures/archives/" + name)))
  }

  private func open(_ bytes: [UInt8], _ options: ImportOptions = ImportOptions()) throws -> any RowSource {
    var rest: [UInt8]? = bytes
    return try RowSources.open(
      {
        defer { rest = nil }
        return rest ?? []
      }, options)
  }

  private func outcomes(_ rows: any RowSource) throws -> [RowOutcome] {
    var rows = rows
    var outcomes: [RowOutcome] = []
    while let (_, outcome) = try rows.next() { outcomes.append(outcome) }
    return outcomes
  }

  @Test func `of Notion's two tables the one with all rows is read, and another database is named`() throws {
    let rows = try open(try bytes("notion_nested.zip"))
    let id = "0123456789abcdef0123456789abcdef"
    #expect(rows.service == "notion")
    #expect(rows.archiveEntry == "Export-Part-1.zip/Reading/Books \(id)_all.csv")
    #expect(rows.otherEntries == ["Export-Part-1.zip/Reading/Films \(id)_all.csv"])
    #expect(try outcomes(rows).compactMap(\.book).count == 5)
  }

  @Test func `content counts, not the name, and a path upwards is only a name`() throws {
    let rows = try open(try bytes("storygraph.zip"))
    #expect(
      rows.service == "storygraph" && rows.archiveEntry == "../../library.bin" && rows.otherEntries.isEmpty)
    #expect(try outcomes(rows).compactMap(\.book).count == 7)
  }

  @Test(arguments: [
    ("privacy.zip", ImportError.privacyArchive(service: "goodreads")),
    ("pictures.zip", .nothingInArchive(names: ["a.png", "read me.txt"])),
    ("too_deep.zip", .nothingInArchive(names: ["1.zip", "1.zip/2.zip"])),
    ("endless_view.zip", .damagedBackup(service: "bookmory")),
  ])
  func `an archive without books is refused for the nearest reason`(_ name: String, _ error: ImportError)
    throws
  {
    let bytes = try bytes(name)
    #expect(throws: error) { try open(bytes) }
  }

  @Test func `a damaged archive is told as such, also where the damage is in the rows`() throws {
    let whole = try bytes("storygraph.zip")
    #expect(throws: ImportError.damagedArchive) { try open(Array(whole.prefix(600))) }
    var changed = whole
    let place = try #require(changed.firstRange(of: Array("library.bin".utf8))?.upperBound)
    changed[place + 300] ^= 0x55
    #expect(throws: ImportError.damagedArchive) { try outcomes(try open(changed)) }
  }

  @Test func `Bookmory's notes come with their books, and the others are told`() throws {
    let outcomes = try outcomes(try open(try bytes("bookmory_notes.zip")))
    let books = outcomes.compactMap(\.book)
    #expect(books.map(\.book.title) == ["Noted", "Plain"])
    #expect(books[0].book.privateNotes == "First, bold\nsecond line\n\nIn a string.")
    #expect(books[1].book.privateNotes == "Just text.")
    let names = books.map { $0.services[0].other.columns.map(\.name).filter { $0.hasPrefix("note ") } }
    #expect(names == [["note 900", "note 901"], ["note 902", "note 907"]])
    #expect(books[0].services[0].other["note 900"]?.contains("\"bold\"") == true)
    let skipped = outcomes.compactMap(\.rowProblem)
    #expect(skipped.count { $0 == .notABook(kind: "note", title: nil) } == 4)
    #expect(skipped.count == 5 && skipped.contains(.deletedInSource(title: "Gone")))
  }

  @Test func `Bookmory's odd rows are each accounted for`() throws {
    let outcomes = try outcomes(try open(try bytes("bookmory_odd.zip")))
    try #require(outcomes.count == 7)
    #expect(outcomes[0].rowProblem == .damaged && outcomes[1].rowProblem == .noTitle)
    #expect(outcomes[4].rowProblem == .deletedInSource(title: "Gone"))
    #expect(outcomes[6].rowProblem == .notABook(kind: "note", title: nil))
    let dated = try #require(outcomes[2].book)
    #expect(dated.book.title == "Dated" && dated.series == [SeriesPlace(name: "Tides", number: "2")])
    #expect(dated.book.author == "Ann Vey" && dated.book.pages == nil && dated.book.dateAdded == nil)
    #expect(dated.book.status == .toRead && dated.reads.isEmpty && dated.book.readCount == 0)
    let twice = try #require(outcomes[3].book)
    #expect(twice.book.author == "Jo Pell" && twice.additionalAuthors == ["Ann Vey"])
    #expect(twice.book.isbn13 == "9780441066100" && twice.book.publisher == "Quay Press")
    #expect(twice.book.status == .paused && twice.book.readCount == 2)
    #expect(twice.reads.map(\.finished) == [nil, Day("2000-02-29"), nil])
    #expect(twice.reads.last?.started == Day("2024-02-29") && twice.book.rating == Rating(stars: 3.5))
    #expect(twice.services.first?.other["extra"] == #"{"a":[1]}"#)
    let strange = try #require(outcomes[5].book)
    #expect(strange.book.status == nil && strange.book.readCount == nil && strange.book.pages == nil)
    #expect(strange.services.first?.other["created_at"] == "yesterday")
  }
}
