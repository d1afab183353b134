import Testing

@testable import CSV

@Suite struct CSVReaderTests {
  @Test(arguments: [
    ("", []),
    ("\n\r\n\r", []),
    ("a,b\n", [["a", "b"]]),
    ("a,b", [["a", "b"]]),
    ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("a\r\nb\nc\rd", [["a"], ["b"], ["c"], ["d"]]),
    ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]),
    ("a,", [["a", ""]]),
    ("\"\"\n\n\"\"", [[""], [""]]),
    ("\"a,b\",\"c\nd\",\"e\r\nf\"\n", [["a,b", "c\nd", "e\r\nf"]]),
    ("\"say \"\"yes\"\"\",\"\"\"\"\n", [["say \"yes\"", "\""]]),
    ("\"a\"\r\n\"b\"\r\n", [["a"], ["b"]]),
    (
      "5'10\" tall,say \"yes\" now,=\"9786610000159\"\n",
      [
        ["5'10\" tall", "say \"yes\" now", "=\"9786610000159\""]
      ]
    ),
    ("a, \"b\"\n", [["a", " \"b\""]]),
    ("\"one\n\n\nfour\",x\n", [["one\n\n\nfour", "x"]]),
    ("\u{FEFF}\"Book Id\",Title\n", [["Book Id", "Title"]]),
    ("\u{FEFF}", []),
    ("sep=;\r\na,b\n", [["a", "b"]]),
    ("sep=,", []),
    ("sep=;;\n", [["sep=;;"]]),
  ])
  func `cells are read as they were meant`(text: String, fields: [[String]]) throws {
    #expect(try records(text).map(\.fields) == fields)
    #expect(try records(text).flatMap(\.problems).isEmpty)
  }

  @Test func `other delimiters and plain quotes`() throws {
    #expect(try records("a;b,c\n", dialect: .semicolon).map(\.fields) == [["a", "b,c"]])
    #expect(try records("\"a\tb\"\tc\n", dialect: .tab).map(\.fields) == [["a\tb", "c"]])
    #expect(
      try records("\"a\tb\"\t\"c\nd\n", dialect: .plainTab).map(\.fields) == [["\"a", "b\"", "\"c"], ["d"]])
  }

  @Test func `lines are counted as an editor counts them and records by themselves`() throws {
    let text = "h\r\n\r\na\n\n\"b\nb\rb\r\nb\"\rc\r\rd\n"
    let found = try records(text)
    #expect(found.map(\.line) == [1, 3, 5, 9, 11])
    #expect(found.map(\.number) == [1, 2, 3, 4, 5])
  }

  @Test func `the separator line is a line and no record`() throws {
    let header = try #require(try records("sep=;\r\nTitle;Author\r\n", dialect: .semicolon).first)
    #expect(header == CSVRecord(line: 2, number: 1, fields: ["Title", "Author"]))
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() throws {
    let bytes: [UInt8] = [0x61, 0xE9, 0x2C, 0x22, 0xE9, 0x22, 0x22, 0x22]
    #expect(try records(bytes).map(\.fields) == [["a\u{FFFD}", "\u{FFFD}\""]])
  }

  @Test func `text after a closing quote is kept and reported`() throws {
    let found = try records("a,b\n\"Emma\" annotated,\"x\ny\" z\n1,2\n")
    #expect(found.map(\.fields) == [["a", "b"], ["Emma annotated", "x\ny z"], ["1", "2"]])
    #expect(
      found[1].problems == [
        .textAfterClosingQuote(line: 2, field: 0), .textAfterClosingQuote(line: 3, field: 1),
      ])
  }

  @Test func `a record at the limit is read and a longer one is refused with its line`() throws {
    let short = Array("a,b\n\"123456\"\n".utf8)
    for size in [1, 3, 100] {
      #expect(try records(short, chunkSize: size, recordLimit: 9).count == 2)
      #expect(throws: CSVError.recordTooLong(line: 2, limit: 8)) {
        try records(short, chunkSize: size, recordLimit: 8)
      }
    }
  }

  @Test func `a refused record is refused again`() throws {
    var reader = CSVReader(recordLimit: 4, read: chunks(of: Array("a\nabcdefgh\n".utf8), size: 2))
    #expect(try reader.next()?.fields == ["a"])
    for _ in 0..<2 {
      #expect(throws: CSVError.recordTooLong(line: 2, limit: 4)) { try reader.next() }
    }
  }

  @Test func `the dialect may change after the header`() throws {
    var reader = try CSVReader.sniffing(read: chunks(of: Array("a\tb\n\"c\td\n".utf8), size: 3))
    #expect(reader.dialect == .tab)
    #expect(try reader.next()?.fields == ["a", "b"])
    reader.dialect.quoting = false
    #expect(try reader.next()?.fields == ["\"c", "d"])
    #expect(try reader.next() == nil)
  }

  @Test func `a view gives the cells without a record`() throws {
    var reader = CSVReader(read: chunks(of: Array("a,,\"b\"\"c\"\n".utf8), size: 4))
    let isSeen = try reader.withNext { view in
      #expect(view.count == 3)
      #expect(view.text(at: 0) == "a" && view.text(at: 2) == "b\"c" && view.text(at: 3) == "")
      #expect(!view.isEmpty(at: 0) && view.isEmpty(at: 1) && view.isEmpty(at: 3))
      return true
    }
    #expect(isSeen == true)
    #expect(try reader.withNext { $0.count } == nil)
  }

  @Test func `a row wrapped in quotes is unwrapped and an ordinary one is not`() throws {
    let found = try records("\"1,Emma,\"\"=\"\"\"\"978\"\"\"\"\"\"\"\na,b\n\"x\ny\"\n")
    let inner = try #require(try found[0].unwrapped())
    #expect(inner == CSVRecord(line: 1, number: 1, fields: ["1", "Emma", "=\"978\""]))
    #expect(try found[1].unwrapped() == nil)
    #expect(try found[2].unwrapped() == nil)
  }

  @Test func `an error of the source comes through`() {
    struct Unreadable: Error {}
    var reader = CSVReader(read: { throw Unreadable() })
    #expect(throws: Unreadable.self) { try reader.next() }
  }
}
