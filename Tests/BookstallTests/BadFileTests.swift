import CSV
import Foundation
import Testing

@testable import Bookstall

/// Malformed files of which readers have complained: what arrives, what is reported, and as what.
struct BadFileTests {
  /// One line of the expectations.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let file: String
    let books: Int
    let reported: Int

    var testDescription: String { file }
  }

  private static let expectations: [Expectation] = {
    guard let text = try? CaseFile.text("bad/expectations.tsv") else { return [] }
    return text.split(separator: "\n").dropFirst().compactMap { line in
      let cells = line.split(separator: "\t")
      guard cells.count == 4, let books = Int(cells[1]), let reported = Int(cells[2]) else { return nil }
      return Expectation(file: String(cells[0]), books: books, reported: reported)
    }
  }()

  private func result(of name: String) throws -> (
    report: ImportReport?, error: ImportError?, titles: [String]
  ) {
    let store = try BookStore()
    var titles: [String] = []
    do {
      let report = try store.importBooks(from: try ByteSource(path: CaseFile.url("bad/" + name).path()))
      try store.forEachBook { titles.append($0.title ?? "") }
      return (report, nil, titles)
    } catch let error as ImportError {
      return (nil, error, titles)
    }
  }

  @Test func `there are as many expectations as files`() throws {
    let folder = CaseFile.url("bad")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter {
      $0.hasSuffix(".csv")
    }
    #expect(Set(files) == Set(BadFileTests.expectations.map(\.file)))
  }

  @Test(arguments: expectations)
  func `books and reported rows are as expected`(_ expected: Expectation) throws {
    let result = try result(of: expected.file)
    // The archive holds an export under its own name, and what can be unpacked need not be asked for.
    #expect(result.titles.count == (expected.file == "zip_named.csv" ? 1 : expected.books))
    guard let report = result.report else { return }
    #expect(
      report.rows == report.added + report.merged + report.unchanged + report.skipped.count
        + report.refused.count)
    #expect(report.refused.count + report.skipped.count == expected.reported)
  }

  @Test(arguments: [
    ("empty.csv", ImportError.empty), ("bom_only.csv", .empty), ("blank_lines_only.csv", .empty),
    ("html_login_page.csv", .webPage), ("json_export.csv", .json),
    ("wrong_table.csv", .unknownTable(columns: ["Date", "High", "Low"])),
    (
      "missing_title_column.csv",
      .missingColumn(name: "Title", found: ["Book Id", "Author", "ISBN13", "My Rating"], rows: 2)
    ),
  ])
  func `a file that can't be used is refused for what it is`(_ name: String, _ error: ImportError) throws {
    #expect(try result(of: name).error == error)
  }

  @Test(arguments: [
    ("blank_title_row.csv", [(3, RowProblem.noTitle), (4, .noTitle)]),
    ("ragged_long.csv", [(2, .tooManyCells(found: 11, expected: 10))]),
    ("unterminated_quote.csv", [(4, .unclosedQuote(found: 2, expected: 10))]),
    ("openlibrary_ids_only.csv", [(2, .onlyIDs("OL102749W")), (3, .onlyIDs("OL361393W, OL7798182M"))]),
    (
      "libib_not_books.csv",
      [(2, .notABook(kind: "movie", title: "Some Film")), (4, .notABook(kind: "game", title: "Some Game"))]
    ),
  ])
  func `rows without a book are told with their lines`(_ name: String, _ problems: [(Int, RowProblem)]) throws
  {
    let report = try #require(try result(of: name).report)
    let notes = (report.refused.kept + report.skipped.kept).sorted { $0.line < $1.line }
    #expect(notes.map(\.line) == problems.map(\.0) && notes.map(\.content) == problems.map(\.1))
  }

  @Test(arguments: [
    ("text_after_closing_quote.csv", 2, ImportReport.Warning.csv(.textAfterClosingQuote(line: 2, field: 1))),
    ("ragged_short.csv", 2, .row(.shortRow(found: 3, expected: 10))),
    ("duplicate_headers.csv", 2, .row(.duplicateColumn(name: "Title", keptAs: "Title (2)"))),
    ("bad_dates.csv", 2, .row(.unreadableDate(column: "Date Read", text: "2023/02/30"))),
    ("bad_ratings.csv", 2, .row(.unreadableRating(column: "My Rating", text: "6"))),
    ("scientific_isbn.csv", 2, .row(.roundedISBN(column: "ISBN13", text: "9.78066E+12"))),
    (
      "isbn_lost_zero.csv", 2, .row(.repairedISBN(column: "ISBN", text: "442000014", isbn13: "9780442000011"))
    ),
    ("unknown_shelf.csv", 2, .row(.unknownShelf(column: "Exclusive Shelf", name: "waiting"))),
    ("same_isbn_two_books.csv", 3, .isbnClash(isbn13: "9786610000401", title: "The Iliad")),
  ])
  func `a difficulty is told with its line`(_ name: String, _ line: Int, _ warning: ImportReport.Warning)
    throws
  {
    let report = try #require(try result(of: name).report)
    #expect(report.warnings.kept.contains { $0.line == line && $0.content == warning }, "\(report.warnings)")
  }

  @Test func `dates that can't be meant are kept and doubted`() throws {
    let report = try #require(try result(of: "finish_before_start.csv").report)
    let doubts = report.warnings.kept.map(\.content)
    #expect(
      doubts.contains {
        if case .row(.finishedBeforeStarted) = $0 { true } else { false }
      })
    #expect(
      doubts.contains {
        if case .row(.futureDate) = $0 { true } else { false }
      })
  }

  @Test(arguments: [
    ("same_book_twice.csv", [3, 4]), ("unicode_twins.csv", [3, 4]),
  ])
  func `rows that are an earlier one are told`(_ name: String, _ lines: [Int]) throws {
    let report = try #require(try result(of: name).report)
    #expect(report.repeats.kept.map(\.line) == lines)
    #expect(report.repeats.kept.allSatisfy { $0.content == 2 })
  }

  @Test func `what the bytes were taken for is told`() throws {
    let odd = try #require(try result(of: "invalid_utf8_one_byte.csv").report?.decoding)
    #expect(odd.encoding == .windows1252 && odd.replaced.lines == [3])
    #expect(try result(of: "latin1_whole_file.csv").report?.decoding?.encoding == .windows1252)
    #expect(try result(of: "utf16be_bom.csv").report?.decoding?.encoding == .utf16BigEndian)
    #expect(try result(of: "nul_bytes.csv").report?.decoding?.nuls.lines == [3])
    #expect(try result(of: "nul_bytes.csv").titles.contains("Silas Marner"))
    #expect(try result(of: "title_line_before_header.csv").report?.headerLine == 3)
    #expect(try result(of: "zip_named.csv").report?.archiveEntry == "library.csv")
  }
}
