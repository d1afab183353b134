import Testing

@testable import CSV

/// Header of four; every text below follows it, starting with line 2.
private let header = "Id,Title,Author,Year\n"

private func rows(_ text: String, chunkSize: Int = .max >> 1) throws -> [CSVRecord] {
  Array(try records(header + text, chunkSize: chunkSize).dropFirst())
}

@Suite struct UnclosedQuoteTests {
  @Test(arguments: [
    // Nothing but plain rows behind it.
    (
      "1,\"Emma,Austen,1815\n2,Pamela,Richardson,1740\n3,Evelina,Burney,1778\n",
      [
        ["1", "Emma,Austen,1815"], ["2", "Pamela", "Richardson", "1740"], ["3", "Evelina", "Burney", "1778"],
      ]
    ),
    // Blank lines and other line ends between.
    (
      "1,\"Emma\r\n\r\n2,Pamela,Richardson,1740\r\n",
      [["1", "Emma"], ["2", "Pamela", "Richardson", "1740"]]
    ),
    // The next row has quotes of its own, so that the first of them seems to close the cell.
    (
      "1,\"Emma,Austen,1815\n2,\"Pamela\",Richardson,\"1740\"\n3,\"Evelina\",Burney,1778\n",
      [
        ["1", "Emma,Austen,1815"], ["2", "Pamela", "Richardson", "1740"], ["3", "Evelina", "Burney", "1778"],
      ]
    ),
    // The next quotes stand two rows further down.
    (
      "1,\"Emma,Austen,1815\n2,Pamela,Richardson,1740\n3,Evelina,Burney,\"=\"\"1778\"\"\"\n",
      [
        ["1", "Emma,Austen,1815"], ["2", "Pamela", "Richardson", "1740"],
        ["3", "Evelina", "Burney", "=\"1778\""],
      ]
    ),
    // The next row runs over two lines.
    (
      "1,\"Emma,Austen,1815\n2,\"Pa\nmela\",Richardson,1740\n",
      [["1", "Emma,Austen,1815"], ["2", "Pa\nmela", "Richardson", "1740"]]
    ),
    // The text of the broken cell has a line that is no row.
    (
      "1,Emma,Austen,\"long\nand longer\n2,Pamela,Richardson,1740\n",
      [["1", "Emma", "Austen", "long\nand longer"], ["2", "Pamela", "Richardson", "1740"]]
    ),
    // Doubled quotes behind it.
    (
      "1,\"Emma \"\"A\"\",Austen,1815\n2,\"\",Richardson,1740\n",
      [["1", "Emma \"A\",Austen,1815"], ["2", "", "Richardson", "1740"]]
    ),
  ])
  func `a quote that never closes costs its record only`(text: String, fields: [[String]]) throws {
    let found = try rows(text)
    #expect(found.map(\.fields) == fields)
    let resumed = try #require(found.dropFirst().first)
    #expect(
      found.flatMap(\.problems) == [
        .unclosedQuote(line: 2, field: found[0].fields.count - 1, resumedOnLine: resumed.line)
      ])
    for size in 1...text.utf8.count { #expect(try rows(text, chunkSize: size) == found) }
  }

  @Test func `lines and numbers go on as before`() throws {
    let found = try rows("1,a,b,c\n\n2,\"a,b,c\n\n3,\"a\",b,c\n4,a,b,c\n")
    #expect(found.map(\.line) == [2, 4, 6, 7])
    #expect(found.map(\.number) == [2, 3, 4, 5])
    #expect(found[1].problems == [.unclosedQuote(line: 4, field: 1, resumedOnLine: 6)])
  }

  @Test func `every record of a file may be broken`() throws {
    let found = try rows(String(repeating: "1,\"Emma,Austen,1815\n", count: 100))
    #expect(found.count == 100)
    #expect(found.allSatisfy { $0.fields.count <= 4 && !$0.problems.isEmpty })
  }

  @Test func `without a row behind it the cell holds the rest and says so`() throws {
    let found = try rows("1,Emma,Austen,\"so, it\nends, here\n\n")
    #expect(found.map(\.fields) == [["1", "Emma", "Austen", "so, it\nends, here"]])
    #expect(found[0].problems == [.unclosedQuote(line: 2, field: 3, resumedOnLine: nil)])
  }

  @Test func `an unclosed quote in the header costs the header only`() throws {
    let found = try records("Id,\"Title\n1,Emma\n2,Pamela\n")
    #expect(found.map(\.fields) == [["Id", "Title"], ["1", "Emma"], ["2", "Pamela"]])
    #expect(found[0].problems == [.unclosedQuote(line: 1, field: 1, resumedOnLine: 2)])
  }

  @Test(arguments: [
    // A second quote that never closes, on the line of another row.
    (
      "\"1,Emma,Austen,1815\n2,Pamela,Richardson,1740\n\"3,Evelina,Burney,1778\n4,a,b,c\n",
      [
        ["1,Emma,Austen,1815"], ["2", "Pamela", "Richardson", "1740"], ["3,Evelina,Burney,1778"],
        ["4", "a", "b", "c"],
      ]
    ),
    // The same without a row between them.
    (
      "\"1,Emma,Austen,1815\n\"3,Evelina,\"Burney\",1778\n4,a,b,c\n",
      [["1,Emma,Austen,1815"], ["3", "Evelina", "Burney", "1778"], ["4", "a", "b", "c"]]
    ),
    // A quote within a cell without quotes, which is one of its characters.
    (
      "1,\"Emma,Austen,1815\n2,Pamela,Richardson,1740\n3,My 7\" Single,a,1978\n",
      [
        ["1", "Emma,Austen,1815"], ["2", "Pamela", "Richardson", "1740"],
        ["3", "My 7\" Single", "a", "1978"],
      ]
    ),
  ])
  func `a cell of several lines with text behind its closing quote gives the rows in it back`(
    text: String, fields: [[String]]
  ) throws {
    let found = try rows(text)
    #expect(found.map(\.fields) == fields)
    #expect(found.last?.problems == [])
    for size in 1...text.utf8.count { #expect(try rows(text, chunkSize: size) == found) }
  }

  @Test func `a record with a fault keeps its text`() throws {
    let found = try rows("1,\"Emma\" (A),Austen,1815\r\n2,\"Pamela\",b,c\r\n3,\"x,y,z\r\n4,a,b,c\r\n")
    #expect(found.map(\.text) == ["1,\"Emma\" (A),Austen,1815", nil, "3,\"x,y,z", nil])
  }

  @Test func `a review with careless quotes stays one cell`() throws {
    let found = try rows("1,Emma,Austen,\"He said,\nit is \"this\", I think\"\n2,a,b,c\n")
    #expect(found.count == 2)
    #expect(found[0].fields == ["1", "Emma", "Austen", "He said,\nit is \"this\", I think"])
    #expect(found[0].problems == [.mendedQuotes(line: 2)])
  }

  @Test func `a well-formed review may hold whole rows`() throws {
    let review = "2,Pamela,Richardson,1740\n3,Evelina,Burney,1778\n"
    let found = try rows("1,Emma,Austen,\"\(review)\"\n4,a,b,c\n")
    #expect(found.map(\.fields) == [["1", "Emma", "Austen", review], ["4", "a", "b", "c"]])
    #expect(found.flatMap(\.problems).isEmpty)
  }

  @Test func `the limit does not cost the rows behind an unclosed quote`() throws {
    let text = header + "1,\"Emma\n" + String(repeating: "2,Pamela,Richardson,1740\n", count: 50)
    for size in [1, 7, 10_000] {
      let found = try records(Array(text.utf8), chunkSize: size, recordLimit: 100)
      #expect(found.count == 52)
      #expect(found[1].problems == [.unclosedQuote(line: 2, field: 1, resumedOnLine: 3)])
    }
  }

  @Test func `a header found later tells what a row is`() throws {
    let text = "My library\nId,Title,Author\n1,\"Emma,Austen\n2,Pamela,Richardson\n"
    var reader = CSVReader(read: chunks(of: Array(text.utf8), size: 8))
    #expect(try reader.next()?.fields.count == 1)
    reader.expectedFieldCount = try reader.next()?.fields.count
    #expect(try reader.next()?.fields == ["1", "Emma,Austen"])
    #expect(try reader.next()?.fields == ["2", "Pamela", "Richardson"])
  }
}
