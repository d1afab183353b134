import Testing

@testable import CSV

/// A file as readers really have it, and what must come out of it.
struct CSVCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let fields: [[String]]
  /// Of each record.
  let lines: [Int]
  var problems: [CSVProblem] = []
  var dialect = CSVDialect.comma
  var encoding = TextEncoding.utf8
  var replacedOn: [Int] = []
  var nulsOn: [Int] = []
}

private let header = ["Id", "Title", "Author", "Shelf"]
private let emma = ["1", "Emma", "Jane Austen", "read"]
private let silas = ["2", "Silas Marner", "George Eliot", "to-read"]
private let review = String(repeating: "So it goes, \"they\" say.\n", count: 13_000)

extension CSVCase {
  init(
    _ description: String, _ text: String, fields: [[String]], lines: [Int]? = nil,
    problems: [CSVProblem] = [], dialect: CSVDialect = .comma
  ) {
    self.init(
      testDescription: description, bytes: Array(text.utf8), fields: fields,
      lines: lines ?? Array(1..<fields.count + 1), problems: problems, dialect: dialect)
  }

  static let wholeFiles = [
    CSVCase("empty", "", fields: []),
    CSVCase("byte-order mark alone", "\u{FEFF}", fields: []),
    CSVCase("blank lines alone", "\n\r\n\r\n\n", fields: []),
    CSVCase("header alone", "Id,Title,Author,Shelf\n", fields: [header]),
    CSVCase(
      "no final line end", "Id,Title,Author,Shelf\n1,Emma,Jane Austen,read", fields: [header, emma]),
    CSVCase(
      "blank lines at the end", "Id,Title,Author,Shelf\n1,Emma,Jane Austen,read\n\n\n",
      fields: [header, emma]),
    CSVCase(
      "byte-order mark and quoted header", "\u{FEFF}\"Id\",\"Title\"\n1,Emma\n",
      fields: [["Id", "Title"], ["1", "Emma"]]),
    CSVCase(
      "title lines before the header", "My books\n\nId,Title,Author,Shelf\n1,Emma,Jane Austen,read\n",
      fields: [["My books"], header, emma], lines: [1, 3, 4]),
    CSVCase(
      "trailing delimiters", "Id,Title,Author,Shelf,\n1,Emma,Jane Austen,read,\n",
      fields: [header + [""], emma + [""]]),
  ]

  static let lineEnds = [
    CSVCase(
      "bare CR",
      "Id,Title,Author,Shelf\r1,Emma,Jane Austen,read\r2,Silas Marner,George Eliot,to-read\r",
      fields: [header, emma, silas]),
    CSVCase(
      "CR LF, LF and CR mixed",
      "Id,Title,Author,Shelf\r\n1,Emma,Jane Austen,read\n2,Silas Marner,George Eliot,to-read\r1,Emma,Jane Austen,read",
      fields: [header, emma, silas, emma]),
    CSVCase(
      "line ends in cells", "a,b\r\n\"1\r\n2\",\"3\r4\n5\"\r\n6,7\r\n",
      fields: [["a", "b"], ["1\r\n2", "3\r4\n5"], ["6", "7"]], lines: [1, 2, 6]),
  ]

  static let quotes = [
    CSVCase(
      "unclosed quote",
      "Id,Title,Author,Shelf\n1,Emma,Jane Austen,read\n3,\"Evelina,Fanny Burney,read\n"
        + "2,Silas Marner,George Eliot,to-read\n",
      fields: [header, emma, ["3", "Evelina,Fanny Burney,read"], silas],
      problems: [.unclosedQuote(line: 3, field: 1, resumedOnLine: 4)]),
    CSVCase(
      "quotes inside unquoted cells", "1,5'10\" Tall,=\"9786610000159\",6\" short\n",
      fields: [["1", "5'10\" Tall", "=\"9786610000159\"", "6\" short"]]),
    CSVCase(
      "text after a closing quote",
      "Id,Title,Author,Shelf\n1,\"Emma\" annotated,Jane Austen,read\n2,Silas Marner,George Eliot,to-read\n",
      fields: [header, ["1", "Emma annotated", "Jane Austen", "read"], silas],
      problems: [.textAfterClosingQuote(line: 2, field: 1)]),
    CSVCase(
      "rows wrapped in quotes", "Id,Title\n\"1,\"\"Emma\"\"\"\n", fields: [["Id", "Title"], ["1,\"Emma\""]]),
    CSVCase(
      "spreadsheet formula around an ISBN", "Title,ISBN\nEmma,\"=\"\"9786610000159\"\"\"\n",
      fields: [["Title", "ISBN"], ["Emma", "=\"9786610000159\""]]),
    CSVCase(
      "text that looks like formulas", "'Tis,=1+1,-3,@x,+1\n", fields: [["'Tis", "=1+1", "-3", "@x", "+1"]]),
    CSVCase(
      "short and long rows", "a,b,c\n1\n1,2,3,4\n", fields: [["a", "b", "c"], ["1"], ["1", "2", "3", "4"]]),
    CSVCase(
      "a review of 300 kB",
      "Title,Review\nEmma,\""
        + review.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\"\nEvelina,\n",
      fields: [["Title", "Review"], ["Emma", review], ["Evelina", ""]], lines: [1, 2, 13_003]),
  ]

  static let delimiters = [
    CSVCase(
      "separator line", "sep=;\r\nId;Title;Author;Shelf\r\n1;Emma;Jane Austen;read\r\n",
      fields: [header, emma],
      lines: [2, 3], dialect: .semicolon),
    CSVCase(
      "tabs", "Id\tTitle, full\n1\tEmma\n", fields: [["Id", "Title, full"], ["1", "Emma"]], dialect: .tab),
    CSVCase(
      "delimiters in a quoted header", "\"a,b,c\";d;e\n1;2;3\n",
      fields: [["a,b,c", "d", "e"], ["1", "2", "3"]],
      dialect: .semicolon),
    CSVCase(
      "vertical bars", "Id|Title\n1|Emma\n", fields: [["Id", "Title"], ["1", "Emma"]], dialect: .pipe),
    CSVCase(
      "a header behind a title line", "Bücher\n\nId;Title\n1;a,b,c\n",
      fields: [["Bücher"], ["Id", "Title"], ["1", "a,b,c"]], lines: [1, 3, 4], dialect: .semicolon),
  ]

  static let encodings = [
    CSVCase(
      testDescription: "NUL in a cell", bytes: Array("Id,Title\n1,Emma\n2,Si\0las\n".utf8),
      fields: [["Id", "Title"], ["1", "Emma"], ["2", "Silas"]], lines: [1, 2, 3], nulsOn: [3]),
    CSVCase(
      testDescription: "Windows-1252", bytes: Array("Id,Title\n1,It".utf8) + [0x92] + Array("s\n".utf8),
      fields: [["Id", "Title"], ["1", "It’s"]], lines: [1, 2], encoding: .windows1252, replacedOn: [2]),
    CSVCase(
      testDescription: "odd byte in UTF-8",
      bytes: Array("Id,Title\n1,Anaïs\n2,Caf".utf8) + [0xE9] + Array("\n".utf8),
      fields: [["Id", "Title"], ["1", "Anaïs"], ["2", "Café"]], lines: [1, 2, 3],
      encoding: .utf8WithWindows1252, replacedOn: [3]),
    CSVCase(
      testDescription: "UTF-16 with tabs",
      bytes: [0xFF, 0xFE] + "a\tb\r\né\t\"x\ny\"\r\n".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
      fields: [["a", "b"], ["é", "x\ny"]], lines: [1, 2], dialect: .tab, encoding: .utf16LittleEndian),
  ]
}

@Suite struct CSVCaseTests {
  @Test(
    arguments: CSVCase.wholeFiles + CSVCase.lineEnds + CSVCase.quotes + CSVCase.delimiters + CSVCase.encodings
  )
  func `a file gives its records`(of file: CSVCase) throws {
    let sizes = file.bytes.count > 10_000 ? [4_096, .max >> 1] : [1, 2, 3, 7, .max >> 1]
    for size in sizes {
      var decoder = TextDecoder(read: chunks(of: file.bytes, size: size))
      var reader = try CSVReader.sniffing(read: { try decoder.nextChunk() })
      var found: [CSVRecord] = []
      while let record = try reader.next() { found.append(record) }
      #expect(found.map(\.fields) == file.fields)
      #expect(found.map(\.line) == file.lines)
      #expect(found.flatMap(\.problems) == file.problems)
      #expect(reader.dialect == file.dialect)
      #expect(decoder.report.encoding == file.encoding)
      #expect(decoder.report.replaced.lines == file.replacedOn)
      #expect(decoder.report.nuls.lines == file.nulsOn)
    }
  }

  @Test(arguments: [
    ("", CSVDialect.comma), ("Title\n", .comma), ("a;b;c,d\n", .semicolon), ("a\tb\n", .tab),
    ("a|b|c;d\n", .pipe),
    ("\"a;b;c\",d\n", .comma), ("\"a\"\";;\",d\n", .comma), ("\"x;\n;\",d\n", .comma),
    ("sep=|\na,b,c\n", .pipe), ("\u{FEFF}sep=\t\r\na,b\n", .tab), ("sep=;", .semicolon),
    ("\n\n\na;b\nc,d,e\n", .semicolon), ("5\";6\";a,b\n", .semicolon), ("\"never;closed\n", .comma),
    ("Title, full\tId\n", .tab), ("a,b;c\n", .comma),
  ])
  func `the delimiter is found on the header line`(text: String, dialect: CSVDialect) {
    #expect(CSVDialect.sniffed(fromStartOf: Array(text.utf8)) == dialect)
  }
}

/// Inputs on which a reader that looks back too often would need hours.
@Suite struct CSVLinearityTests {
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ("unclosed quotes", "a,b,c", "1,\"a,b\n", 100_000),
      ("unclosed quotes around plain rows", "a,b", "1,\"a\n2,b\n", 100_000),
      ("rows that close one cell and open another", "a,b,c", "1,\"a\",\"b\n1,2,3\n", 100_000),
      ("cells that close and open again", "a,b", "x\"y,\"z\na,b\n", 2),
      ("text behind every closing quote", "a,b", "\"a\nb\"c,", 2),
      ("doubled quotes", "a,b", "\"\"", 2),
    ])
  func `broken quoting costs linear time`(
    name: String, header: String, unit: String, leastRecords: Int
  ) throws {
    let text = header + "\n0,\"" + String(repeating: unit, count: 100_000)
    let found = try records(text, chunkSize: 4_096)
    #expect(found.count >= leastRecords)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a large cell in small chunks costs linear time`() throws {
    let cell = String(repeating: "0123456789\n", count: 100_000)
    let found = try records("a,b\n\"\(cell)\",c", chunkSize: 16)
    #expect(found.map(\.fields) == [["a", "b"], [cell, "c"]])
  }

  @Test(.timeLimit(.minutes(1)))
  func `one unclosed quote before many rows costs linear time`() throws {
    let found = try records("a,b\n1,\"\n" + String(repeating: "2,x\n", count: 200_000), chunkSize: 64)
    #expect(found.count == 200_002)
    #expect(found.last?.line == 200_002)
  }
}
