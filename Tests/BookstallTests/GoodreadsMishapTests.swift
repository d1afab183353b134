import Testing

@testable import Bookstall

/// Malformed files of which readers have complained, read as Goodreads' export.
struct GoodreadsMishapTests {
  @Test func `impossible dates stay blank with a warning, partial ones stay partial`() throws {
    let books = try CaseFile("bad/bad_dates.csv").goodreadsBooks()
    #expect(
      books.map { $0.record.dateFinished?.text } == [nil, nil, nil, nil, "2024-02-29", "2023", "2023-05"])
    let texts = ["2023/02/30", "0000-00-00", "soon", "2023/13/01"]
    for (book, text) in zip(books, texts) {
      #expect(book.warnings == [.unreadableDate(column: "Date Read", text: text)])
      #expect(book.record.services.first?.other["Date Read"] == text)
      #expect(book.record.reads.isEmpty)
    }
    #expect(books.dropFirst(4).allSatisfy { $0.warnings.isEmpty })
  }

  @Test func `odd ratings are read, wrong ones dropped with a warning`() throws {
    let books = try CaseFile("bad/bad_ratings.csv").goodreadsBooks()
    #expect(books.map { $0.record.book.rating?.text } == [nil, nil, nil, "4.5", "4", "4", "4", nil])
    #expect(books.map(\.warnings.count) == [1, 1, 1, 0, 0, 0, 0, 1])
    #expect(books[0].warnings == [.unreadableRating(column: "My Rating", text: "6")])
    #expect(books[0].record.services.first?.other["My Rating"] == "6")
  }

  @Test func `an unknown shelf becomes a tag without a status, warned of once per name`() throws {
    let books = try CaseFile("bad/unknown_shelf.csv").goodreadsBooks()
    #expect(books.map(\.record.book.status) == [nil, nil, .read, nil])
    #expect(books.map(\.record.tags) == [["waiting"], [], [], ["won't finish"]])
    #expect(
      books.map(\.warnings) == [
        [.unknownShelf(column: "Exclusive Shelf", name: "waiting")], [], [],
        [.unknownShelf(column: "Exclusive Shelf", name: "won't finish")],
      ])
    #expect(books[0].warnings.first?.onceKey == "shelf waiting")
    #expect(books[0].record.book.readCount == nil)
  }

  @Test func `rows without a title are refused`() throws {
    let outcomes = try CaseFile("bad/blank_title_row.csv").readAsGoodreads()
    #expect(outcomes.count == 4)
    for outcome in outcomes[1...2] {
      guard case .refused(.noTitle, []) = outcome else {
        Issue.record("expected a refusal: \(outcome)")
        continue
      }
    }
  }

  @Test func `a short row is padded, a long one refused with its counts`() throws {
    let short = try CaseFile("bad/ragged_short.csv").goodreadsBooks()
    #expect(short.count == 2)
    #expect(short[0].warnings == [.shortRow(found: 3, expected: 10)])
    #expect(short[0].record.book.author == "Jane Austen")
    let long = try CaseFile("bad/ragged_long.csv").readAsGoodreads()
    guard case .refused(.tooManyCells(found: 11, expected: 10), _) = long[0] else {
      Issue.record("expected a refusal: \(long[0])")
      return
    }
  }

  @Test func `blank cells beyond the header don't matter`() throws {
    let books = try CaseFile("bad/trailing_delimiter.csv").goodreadsBooks()
    #expect(books.count == 2 && books.allSatisfy { $0.warnings.isEmpty })
    var format = try Goodreads(header: ["Title", "Author"])
    guard case .book(_, []) = format.read(["Emma", "Jane Austen", "", " ", "=\"\""]) else {
      Issue.record("expected a book")
      return
    }
    // Also where only this row is longer.
    format.observe(["Emma", "Jane Austen"])
    guard case .book(_, []) = format.read(["Emma", "Jane Austen", ""]) else {
      Issue.record("expected a book")
      return
    }
    guard case .skipped(.blankRow) = format.read(["", " "]) else {
      Issue.record("expected a skipped row")
      return
    }
  }

  @Test func `of two columns with one name the first filled one counts and the other is kept`() throws {
    let books = try CaseFile("bad/duplicate_headers.csv").goodreadsBooks()
    #expect(books.map(\.record.book.title) == ["Emma", "Silas Marner"])
    #expect(books[0].warnings == [.duplicateColumn(name: "Title", keptAs: "Title (2)")])
    #expect(books[1].warnings.isEmpty)
    #expect(books[1].record.services.first?.other["Title (2)"] == "Another Title")
  }

  @Test func `header names match without regard to case, blanks, quotes and a byte-order mark`() throws {
    let book = try #require(try CaseFile("bad/header_case_and_spaces.csv").goodreadsBooks().first)
    #expect(book.record.book.status == .read && book.record.book.rating?.text == "4")
    #expect(try CaseFile("bad/bom_quoted_header.csv").goodreadsBooks()[0].record.services[0].serviceID == "1")
  }

  @Test func `a gap in the header shifts nothing`() throws {
    let book = try #require(try CaseFile("bad/goodreads_header_gap.csv").goodreadsBooks().first)
    #expect(book.record.book.isbn13 == nil && book.record.book.publisher == "Pub")
    #expect(book.record.book.pages == 1 && book.record.book.readCount == 1)
    #expect(book.warnings.isEmpty)
  }

  @Test func `damaged ISBNs are warned of, never guessed`() throws {
    let books = try CaseFile("bad/scientific_isbn.csv").goodreadsBooks()
    #expect(books.map(\.record.book.isbn13) == [nil, "9786610000319", nil])
    #expect(books[0].warnings == [.roundedISBN(column: "ISBN13", text: "9.78066E+12")])
    #expect(books[2].warnings == [.unreadableISBN(column: "ISBN13", text: "978-0-66-100006-?")])
    #expect(books[2].record.services.first?.other["ISBN13"] == "978-0-66-100006-?")
    let zero = try CaseFile("bad/isbn_lost_zero.csv").goodreadsBooks()
    #expect(zero.map(\.record.book.isbn13) == ["9780442000011", nil])
    #expect(
      zero[0].warnings == [.repairedISBN(column: "ISBN", text: "442000014", isbn13: "9780442000011")])
    #expect(zero[1].record.services.first?.other["ISBN"] == "1234567890")
  }

  @Test func `NUL characters are taken out and told`() throws {
    let books = try CaseFile("bad/nul_bytes.csv").goodreadsBooks()
    #expect(books.map(\.record.book.title) == ["Emma", "Silas Marner", "Evelina"])
    #expect(books[1].warnings == [.removedNUL(column: "Title")])
  }

  @Test func `cells that look like formulas stay what they are`() throws {
    let books = try CaseFile("bad/formula_cells.csv").goodreadsBooks().map(\.record.book)
    #expect(books.map(\.title) == ["=1+1", "-Minus", "'Tis Pity"])
    #expect(books.map(\.author) == ["@author", "+Plus", "Ann Lee"])
    #expect(books.map(\.review) == ["=HYPERLINK(\"http://x.example\",\"x\")", "@cmd", "-5 stars"])
  }

  @Test func `composed, decomposed and upper-case forms are one book`() throws {
    let records = try CaseFile("bad/unicode_twins.csv").goodreadsBooks().map(\.record)
    let keys = records.map(MatchKeys.init)
    #expect(records.count == 3)
    #expect(Set(keys.map(\.titles)).count == 1)
    #expect(BookMatching.verdict(records[0], records[2]) == .same(.titleAndAuthor))
  }

  @Test func `no cell makes the reading fail`() throws {
    let cells = [
      "", " ", "\0", "=\"\"", "\"", "(", ")", "(#", "(,#1)", "<", "</", "<p", "&#", "&#x110000;",
      "&#99999999999999;", ";",
      ",", ", ,", ";,;,,", "-", "--1", "-99999999999999999999", "9999999999", "99999999999999999999.0",
      "1/1/1", "0/0/00",
      "13/13/13", "\u{301}", "\u{200D}", "👩‍👩‍👧", "e+", "9E+", "X", "xxxxxxxxxx", "½", "0/0", "/", "#", "|",
      "Jr.", "-reads",
      "2024", "(#1)", "\r\n", "\u{A0}", "read", "on-hold", String(repeating: "9", count: 5_000),
    ]
    let header = try CaseFile("handed/goodreads.csv").header + ["read_dates", "genres", "", "Title"]
    var format = try Goodreads(header: header)
    var books = 0
    for shift in 0..<(cells.count * 3) {
      let row = header.indices.map { cells[($0 &* (1 + shift / cells.count) &+ shift) % cells.count] }
      format.observe(row)
      guard case .book(let record, _) = format.read(row) else { continue }
      books += 1
      let merge = BookMerging.merge(existing: record, incoming: record, policy: .overwrite)
      #expect(merge.record == record && BookMatching.verdict(record, record) != .different)
      #expect(!MatchKeys(record).titles.isEmpty && record.book.title?.utf8.contains(0) == false)
    }
    #expect(books > cells.count)
  }

  @Test func `two forms of one ISBN are one book, one ISBN on two titles is two`() throws {
    let twice = try CaseFile("bad/same_book_twice.csv").goodreadsBooks().map(\.record)
    #expect(BookMatching.verdict(twice[0], twice[1]) == .same(.isbn))
    #expect(BookMatching.verdict(twice[0], twice[2]) == .same(.titleAndAuthor))
    let clash = try CaseFile("bad/same_isbn_two_books.csv").goodreadsBooks().map(\.record)
    #expect(BookMatching.verdict(clash[0], clash[1]) == .isbnClash)
  }
}
