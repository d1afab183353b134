import Testing

@testable import Bookstall

/// The services' handed files in other dresses: fewer columns, other encodings, other delimiters.
struct ServiceVariantTests {
  private func books(_ bytes: [UInt8]) throws -> [BookRecord] {
    var rest: [UInt8]? = bytes
    return try CaseFile.outcomes {
      defer { rest = nil }
      return rest ?? []
    }.outcomes.compactMap(\.book)
  }

  private func handed(_ name: String) throws -> [UInt8] { Array(try CaseFile.data("handed/" + name)) }

  @Test(arguments: [true, false])
  func `LibraryThing's older exports are UTF-16`(isLittleEndian: Bool) throws {
    let plain = String(decoding: try handed("librarything.tsv").filter { $0 != 0xE2 }, as: UTF8.self)
    let units = ("\u{FEFF}" + plain).utf16
    let bytes = units.flatMap { unit in
      let pair = [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
      return isLittleEndian ? pair : pair.reversed()
    }
    let expected = try books(Array(plain.utf8))
    let found = try books(bytes)
    #expect(found.count == 6 && found == expected)
  }

  @Test(arguments: [
    ["libris_key", "pages"], ["finna_key", "libris_key", "pages"],
    ["shelf", "shelf_name", "shelf_date", "start_date", "finish_date", "stopped_date"],
  ])
  func `BookWyrm's narrower tables say the same of what they have`(without names: [String]) throws {
    let file = try CaseFile(
      text: String(decoding: try handed("bookwyrm.csv"), as: UTF8.self).replacing("\r\n", with: "\n"))
    let kept = file.header.indices.filter { !names.contains(file.header[$0]) }
    func line(_ row: [String]) -> String {
      kept.map { "\"" + row[$0].replacing("\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
    }
    let narrow = try books(Array(([file.header] + file.rows).map(line).joined().utf8))
    let wide = try books(try handed("bookwyrm.csv"))
    #expect(narrow.map(\.book.title) == wide.map(\.book.title))
    #expect(narrow.map(\.services.first?.serviceID) == wide.map(\.services.first?.serviceID))
    if !names.contains("shelf") { #expect(narrow.map(\.reads) == wide.map(\.reads)) }
    #expect(narrow.allSatisfy { $0.book.pages == nil || !names.contains("pages") })
  }

  @Test(arguments: [
    "storygraph.csv", "bookwyrm.csv", "calibre.csv", "openreads.csv", "openlibrary_readinglog.csv",
    "hardcover.csv",
    "literal.csv", "libib.csv", "readinglist.csv", "notion.csv", "generic.csv", "goodreads.csv",
  ])
  func `other delimiters and line ends, and headers in capitals, make no difference`(_ name: String) throws {
    let text = String(decoding: try handed(name), as: UTF8.self).replacing("\r\n", with: "\n")
    let file = try CaseFile(text: text)
    func dressed(_ delimiter: String, _ end: String) -> [UInt8] {
      let rows = [file.header.map { $0.uppercased() }] + file.rows
      let lines = rows.map { row in
        row.map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }.joined(separator: delimiter) + end
      }
      return Array(lines.joined().utf8)
    }
    let expected = try books(Array(text.utf8)).map(\.book)
    for (delimiter, end) in [(";", "\r"), ("\t", "\r\n"), ("|", "\n")] {
      #expect(try books(dressed(delimiter, end)).map(\.book) == expected, "\(delimiter)")
    }
  }

  @Test func `where semicolons part the cells the day comes first`() throws {
    #expect(
      try books(Array("Title;Author;Finished\nT;A;5/6/2023\n".utf8)).first?.dateFinished == Day("2023-06-05"))
    #expect(
      try books(Array("Title,Author,Finished\nT,A,5/6/2023\n".utf8)).first?.dateFinished == Day("2023-05-06"))
    #expect(
      try books(Array("Title;Exclusive Shelf;My Rating;Date Read\nT;read;4;5/6/23\n".utf8)).first?
        .dateFinished
        == Day("2023-06-05"))
  }

  @Test(arguments: [
    ("Title,Author,Started Reading,Finished Reading", "generic"),
    ("ISBN-13,Title,Authors,Page Count,Language Code,Current Page", "readinglist"),
    ("Title,Author,Rating,Date,Comment", "literal"), ("Title,Author,Rating,Date,Comment,Pages", "generic"),
    ("Name,Author,Rating", "notion"),
    ("title,authors,isbn,series_index,pubdate", "calibre"),
    ("Title,Author,Dates Read,Star Rating", "storygraph"),
    ("Title,Hardcover Book ID,Moods,Content Warnings", "hardcover"),
    ("Book Id,Title,Sort Character,Primary Author", "librarything"),
  ])
  func `a header tells the service`(_ header: String, _ service: String) throws {
    let columns = header.split(separator: ",").map(String.init)
    #expect(ImportTable.formats.first { $0.recognises(header: columns) }?.service == service)
  }

  @Test func `a spreadsheet's own file is told as such`() throws {
    #expect(throws: ImportError.workbook) {
      try books([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + Array(repeating: 7, count: 600))
    }
  }

  @Test(arguments: [("✅ Finished", ReadingStatus.read), ("📚 Reading…", .reading), ("☕️ DNF", .didNotFinish)])
  func `pictures around a status don't hide it`(_ cell: String, _ status: ReadingStatus) throws {
    let record = try books(Array("Name,Author,Status\nT,A,\(cell)\n".utf8)).first
    #expect(record?.book.status == status && record?.tags == [])
  }
}
