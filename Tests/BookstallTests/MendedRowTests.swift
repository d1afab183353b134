import CSV
import Testing

@testable import Bookstall

/// Refused rows go out as they came, and come in again once they are mended.
struct MendedRowTests {
  /// The table of refused rows that the import of a text leaves.
  private func refused(_ text: String) throws -> (report: ImportReport, table: String) {
    let file = try TemporaryTextFile(text)
    let report = try BookStore().importBooks(from: try ByteSource(path: file.path))
    var bytes: [UInt8] = []
    try report.refusedRows.forEachPiece { bytes += $0 }
    return (report, String(decoding: bytes, as: UTF8.self))
  }

  /// The only row of a table of refused rows, whose own delimiter it has.
  private func cells(_ table: String) throws -> [String] {
    try #require(try CaseFile(text: table.replacing("\r\n", with: "\n")).rows.first)
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func `a row that can't be told stands in the table as it came, and comes in when it is mended there`(
    delimiter: String
  ) throws {
    func table(_ text: String) -> String { text.replacing(",", with: delimiter) }
    let row = table("\"Em\"ma\",\"Austen, Jane\",\"4\"")
    let (report, refusal) = try refused(table("\"Title\",\"Author\",\"Rating\"\n") + row + "\n")
    #expect(report.refused.count == 1 && report.added == 0)
    // The row's own quotes are doubled in its cell, and nothing else has changed.
    let cell = "\"" + row.replacing("\"", with: "\"\"") + "\""
    #expect(refusal.contains(delimiter + cell), "\(refusal)")
    let mended = refusal.replacing("\"\"Em\"\"ma\"\"", with: "\"\"Emma\"\"")
    let book = try #require(try CaseFile.outcomes(text: mended).first?.book)
    #expect(book.book.title == "Emma" && book.book.rating == Rating(stars: 4))
    // Or in its cells, with the row left as it came or taken out.
    let facts = "\(delimiter)2\(delimiter)reason\(delimiter)"
    let cells = table("\"Em\"\"ma\",\"Austen, Jane\",4")
    let header = table("Title,Author,Rating,refused_line,refused_reason,refused_row\n")
    for rest in ["", cell] {
      let outcome = try #require(try CaseFile.outcomes(text: header + cells + facts + rest + "\n").first)
      #expect(outcome.book?.book.title == "Em\"ma", "\(outcome)")
    }
  }

  @Test(arguments: [",", ";", "\t", "|"], [",", ";", "\t", "|"])
  func `a spreadsheet may save the table with another delimiter than the row as it came has`(
    delimiter: String, other: String
  ) throws {
    let row = "Emma,\"Austen, Jane\",4,more".replacing("Emma,", with: "Emma" + delimiter).replacing(
      "\",4,", with: "\"\(delimiter)4\(delimiter)")
    func line(_ cells: [String]) -> String {
      var bytes: [UInt8] = []
      let dialect = CSVDialect(delimiter: Array(other.utf8)[0])
      CSVWriter(dialect: dialect, lineEnd: .lf, quoting: .minimal).write(cells, into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
    let header = line(["Title", "Author", "Rating", "refused_line", "refused_reason", "refused_row"])
    // Mended in the row as it came, or in the cells, or in neither.
    let mended = row.replacing("\(delimiter)more", with: "")
    for cells in [["", "", "", "2", "r", mended], ["Emma", "Austen, Jane", "4", "2", "r", mended]] {
      let outcome = try #require(try CaseFile.outcomes(text: header + line(cells)).first)
      #expect(
        outcome.book?.book.title == "Emma" && outcome.book?.book.rating == Rating(stars: 4), "\(outcome)")
    }
    let inCells = try CaseFile.outcomes(
      text: header + line(["Emma", "Austen, Jane", "4 more", "2", "r", row]))
    #expect(inCells.first?.book?.book.title == "Emma", "\(inCells)")
    let asItWas = try CaseFile.outcomes(text: header + line(["", "", "", "2", "r", row]))
    #expect(asItWas.first?.book == nil)
  }

  @Test func `dates in a table of refused rows are meant as in the file, whatever the table's delimiter`()
    throws
  {
    let (_, refusal) = try refused("Title,Author,Date Read\nA,X,05/06/2024\n,Y,07/08/2024\n")
    let saved = refusal.replacing("\r\n,Y", with: "\r\nB,Y").replacing(",", with: ";")
    let book = try #require(try CaseFile.outcomes(text: saved).first?.book)
    #expect(book.reads.map { $0.finished?.text } == ["2024-07-08"], "\(saved)")
  }

  @Test func `a row of LibraryThing, where quotes are letters, stays as it came`() throws {
    let names = "Book Id\tTitle\tSort Character\tPrimary Author\tISBNs\tRating"
    let row = "1\t\"Emma\" she said\t1\tAusten, Jane\t\t4\tone too many"
    let (report, refusal) = try refused(names + "\n" + row + "\n")
    #expect(report.service == "librarything" && report.refused.count == 1)
    let cell = "\"" + row.replacing("\"", with: "\"\"") + "\""
    #expect(refusal.contains(cell), "\(refusal)")
    let outcomes = try CaseFile.outcomes(text: refusal.replacing("\tone too many", with: ""))
    #expect(outcomes.first?.book?.book.title == "\"Emma\" she said")
  }

  @Test func `blank cells that are blank in another way are no difference`() throws {
    let header = "Title,Author,ISBN,Rating,refused_line,refused_reason,refused_row\n"
    for row in [
      "Emma,Austen, ,4,2,r,\"Emma,Austen,,4\"\n", "Emma,Austen,,4,2,r,\"Emma,Austen,=\"\"\"\",4\"\n",
    ] {
      let outcome = try #require(try CaseFile.outcomes(text: header + row).first)
      #expect(outcome.book?.book.title == "Emma", "\(row)")
    }
    let other = try CaseFile.outcomes(text: header + "Emma,Austen,,5,2,r,\"Emma,Austen,,4\"\n")
    #expect(other.first?.rowProblem == .mendedTwice)
  }

  @Test func `a mended document of Bookmory keeps its key`() throws {
    let document = #"{"title":"Emma","authors":["Jane Austen"]}"#
    for (text, id) in [("book-1\n" + document, "book-1"), (document, nil)] {
      guard case .book(let record, _) = BookmoryBackup.outcome(ofDocument: text) else {
        Issue.record("expected a book")
        continue
      }
      #expect(record.book.title == "Emma" && record.services.first?.serviceID == id)
    }
  }

  @Test func `a reading that can't be read costs itself, not the dates beside it`() throws {
    let csv =
      "title,author,reads,id,dateAdded,dateStarted,dateFinished,uuid\n"
      + "A,B,\"[{\"\"finished\"\":\"\"2024-02-10\"\"}, oops]\",,,,,\n"
      + "C,D,\"[{\"\"started\"\":\"\"2024-01-05\"\",\"\"finished\"\":\"\"nope\"\"}]\",,,2024-01-05,2024-02-11,\n"
      + "E,F,garbage,,,,2024-02-12,\nG,H,,,,2024-01-01,,\n"
    let reads = try CaseFile.outcomes(text: csv).map { $0.book?.reads }
    #expect(
      reads == [
        [Read(finished: Day("2024-02-10"))],
        [Read(started: Day("2024-01-05"), finished: Day("2024-02-11"))],
        [Read(finished: Day("2024-02-12"))], [Read(started: Day("2024-01-01"))],
      ])
    let json = #"[{"title":"A","uuid":null,"reads":[{"finished":"nope"}],"dateFinished":"2024-02-10"}]"#
    #expect(try CaseFile.outcomes(text: json).first?.book?.reads == [Read(finished: Day("2024-02-10"))])
  }
}
