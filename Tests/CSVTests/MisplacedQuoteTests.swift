import Testing

@testable import CSV

/// Rows in which a quote was lost, is one too many or was not doubled: read in the only way that fits, or told.
@Suite struct MisplacedQuoteTests {
  private static let quoted = "\"Title\",\"Author\",\"Rating\"\n\"Pamela\",\"Richardson, S\",\"5\"\n"
  private static let minimal = "Title,Author,Rating\nPamela,\"Richardson, S\",5\n"

  /// The rows behind the first two lines; nil where a row can't be told.
  private func rows(_ text: String, under start: String) throws -> [[String]?] {
    try records(start + text).dropFirst(2).map { $0.isDoubtful(under: 3) ? nil : $0.fields }
  }

  @Test(arguments: [
    // A lost closing quote, whose row had the right number of cells by accident.
    ("\"Emma,\"Austen, Jane\",\"4\"", ["Emma", "Austen, Jane", "4"]),
    ("\"Emma\",\"Austen, Jane,\"4\"", ["Emma", "Austen, Jane", "4"]),
    ("\"Emma\",\"Austen, Jane\",\"4", ["Emma", "Austen, Jane", "4"]),
    // A lost opening quote.
    ("Silas\",\"Eliot, George\",\"3\"", ["Silas", "Eliot, George", "3"]),
    ("\"Silas\",Eliot, George\",\"3\"", ["Silas", "Eliot, George", "3"]),
    ("\"Silas\",\"Eliot, George\",3\"", ["Silas", "Eliot, George", "3"]),
    // With line breaks in the cell, or in the one beside it.
    ("\"Silas\",\"Eliot,\nGeorge,\"3\"", ["Silas", "Eliot,\nGeorge", "3"]),
    ("\"Silas\",Eliot,\nGeorge\",\"3\"", ["Silas", "Eliot,\nGeorge", "3"]),
    ("\"Silas\",\"Eliot\n\nGeorge\",3\n\nand more\"", ["Silas", "Eliot\n\nGeorge", "3\n\nand more"]),
    ("\"Silas,\"Eliot,\nGeorge\",\"3\"", ["Silas", "Eliot,\nGeorge", "3"]),
    // Quotes that were not doubled.
    ("\"He said \"no\" twice\",\"A\",\"4\"", ["He said \"no\" twice", "A", "4"]),
    (
      "\"Emma\",\"He said \"no\" and\nleft, then came back, twice\",\"4\"",
      [
        "Emma", "He said \"no\" and\nleft, then came back, twice", "4",
      ]
    ),
    ("\"Emma\",\"\"no\", he said\",\"4\"", ["Emma", "\"no\", he said", "4"]),
  ])
  func `a row of a table in quotes is what its writer meant`(text: String, row: [String]) throws {
    #expect(
      try rows(text + "\n\"Evelina\",\"x\",\"2\"\n", under: Self.quoted) == [row, ["Evelina", "x", "2"]])
    for (delimiter, name) in [(CSVDialect.semicolon, ";"), (.tab, "\t"), (.pipe, "|")] {
      let other = (Self.quoted + text).replacing(",", with: name)
      let last = try #require(try records(other, dialect: delimiter).last)
      #expect(last.fields == row.map { $0.replacing(",", with: name) } && !last.isDoubtful(under: 3))
    }
    let whole = try records(Self.quoted + text)
    for size in 1...text.utf8.count { #expect(try records(Self.quoted + text, chunkSize: size) == whole) }
  }

  @Test(arguments: [
    ("Emma, or so\",Austen,4", ["Emma, or so", "Austen", "4"]),
    ("Emma,Austen, Jane\",4", ["Emma", "Austen, Jane", "4"]),
    ("Emma,\"Austen, Jane,4", ["Emma", "Austen, Jane", "4"]),
    ("Emma,Austen\nJane\",4", ["Emma", "Austen\nJane", "4"]),
    ("Emma,\"He said \"no\",\nand left\",4", ["Emma", "He said \"no\",\nand left", "4"]),
    // What a cell without quotes has always been.
    ("My 7\",Prince,5", ["My 7\"", "Prince", "5"]),
    ("5'10\" Tall,\"Lee, Ann\",3", ["5'10\" Tall", "Lee, Ann", "3"]),
    ("=\"9786610000159\",x,6\" short", ["=\"9786610000159\"", "x", "6\" short"]),
  ])
  func `a row of a table with few quotes is, too`(text: String, row: [String]) throws {
    #expect(try rows(text + "\nEvelina,x,2\n", under: Self.minimal) == [row, ["Evelina", "x", "2"]])
  }

  @Test(arguments: [
    // One quote too many, or half of a pair.
    "\"Em\"ma\",\"Austen, Jane\",\"4\"", "\"\"Emma\",\"Austen\",\"4\"", "\"Emma\"\",\"Austen\",\"4\"",
    "\"Emma\",\"Austen\",\"4\"\"", "\"Emma\",\"My 7\" Single\",\"4\"",
    // Two lost quotes.
    "\"Emma,\"Austen,\"4\"",
    // A text in which one of two quotes was doubled.
    "\"Emma\",\"He said \"no\"\" and\nleft, then, came\nback\",\"4\"",
  ])
  func `what fits in several ways, or in none, is one doubtful record with all of its lines`(text: String)
    throws
  {
    let found = try records(Self.quoted + text + "\n\"Evelina\",\"x\",\"2\"\n").dropFirst(2)
    #expect(found.first?.isDoubtful(under: 3) == true && found.first?.text == text)
    #expect(found.dropFirst().map(\.fields) == [["Evelina", "x", "2"]])
  }

  @Test func `a sound row beside a line that may be its rest goes with it`() throws {
    let text = "Emma,nice,but\nlong\",4\nEvelina,x,2\n"
    let found = try records(Self.minimal + text).dropFirst(2)
    #expect(found.map(\.text) == ["Emma,nice,but\nlong\",4", nil])
    #expect(found.map(\.line) == [3, 5] && found.map(\.number) == [3, 4])
    #expect(found.first?.problems == [.doubtfulQuotes(line: 3)])
  }

  @Test func `every row of a table may have lost a quote`() throws {
    let text = Self.quoted + String(repeating: "\"Emma,\"Austen, Jane\",\"4\"\n", count: 500)
    let found = try records(text)
    #expect(found.count == 502)
    #expect(found.dropFirst(2).allSatisfy { $0.fields == ["Emma", "Austen, Jane", "4"] })
  }

  @Test(arguments: [true, false], [",", ";", "\t", "|"])
  func `a lost quote never makes other books`(quotesAll: Bool, delimiter: Character) throws {
    var (exact, lost) = (0, 0)
    for seed in 0..<UInt64(rounds(300)) {
      let table = DamagedTable(seed: seed, quotesAll: quotesAll, delimiter: delimiter)
      let dialect = CSVDialect(delimiter: delimiter.asciiValue ?? 0)
      let found = try records(table.text, dialect: dialect).dropFirst().filter {
        !$0.isDoubtful(under: table.width)
      }
      for record in found { #expect(table.rows.contains(record.fields), "\(table.text)") }
      let missing = table.rows.indices.filter { row in !found.contains { $0.fields == table.rows[row] } }
      // Nothing goes but the row, or the next one with it.
      #expect(missing.isEmpty || missing == [3] || missing == [3, 4], "\(missing) \(table.text)")
      if missing.isEmpty { exact += 1 }
      if missing.count > 1 { lost += 1 }
    }
    #expect(exact > rounds(300) * 7 / 10 && lost < rounds(300) / 40, "\(exact) \(lost)")
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "\"a,\"b\n", "a\"\n", "\"a\"b,\n", "x,\"y\"z\"\n", "\"\"a\n", "a,b\"\n", "\"a\",\"b\"\"\n", "1,2\n3\",",
    ])
  func `misplaced quotes cost linear time`(unit: String) throws {
    let text = "\"a\",\"b\"\n" + String(repeating: unit, count: 5_000)
    #expect(try records(text, chunkSize: 4_096).count > 1)
  }
}

/// A small table of which one quote got lost.
private struct DamagedTable {
  let text: String
  let rows: [[String]]
  let width: Int

  init(seed: UInt64, quotesAll: Bool, delimiter: Character) {
    var generator = SeededGenerator(seed: seed)
    let words = ["Emma", "Silas", "Ann Lee", "4", "so it goes", "x"]
    func word() -> String { words.randomElement(using: &generator) ?? "" }
    func cell() -> String {
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1: "\(word())\(delimiter) \(word())"
      case 2: "\(word())\n\(word())"
      case 3: "\(word())\(delimiter) y\n\(word())\(delimiter) z"
      case 4: "He \"said\" so"
      case 5: ""
      default: word()
      }
    }
    let width = Int.random(in: 3...5, using: &generator)
    rows = (0..<8).map { row in ["T\(row)"] + (1..<width).map { _ in cell() } }
    self.width = width
    let writer = CSVWriter(
      dialect: CSVDialect(delimiter: delimiter.asciiValue ?? 0), lineEnd: .lf,
      quoting: quotesAll ? .all : .minimal)
    var lines = ([(0..<width).map { "H\($0)" }] + rows).map { cells in
      var bytes: [UInt8] = []
      writer.write(cells, into: &bytes)
      return bytes
    }
    let quotes = lines[4].indices.filter { lines[4][$0] == UInt8(ascii: "\"") }
    if let place = quotes.randomElement(using: &generator) { lines[4].remove(at: place) }
    text = String(decoding: lines.joined(), as: UTF8.self)
  }
}

extension MisplacedQuoteTests {
  @Test(arguments: [4, 5])
  func `two rows that both lost a quote in one column never become one`(column: Int) throws {
    let rows = [
      ["Title", "Author", "Rating", "Seller; place", "Shelf; more", "Review"],
      ["Emma; a novel", "Austen", "4", "Murray; London", "read; twice", "Long\n\nand good"],
      ["Pamela; or virtue", "Richardson", "5", "Rivington; London", "read; once", "Dear\nPamela"],
      ["Silas", "Eliot; George", "3", "Blackwood; Edinburgh", "read; late", "Gold\nand yarn"],
    ]
    var text = ""
    for (number, row) in rows.enumerated() {
      let cells = row.enumerated().map { place, cell in
        let needsQuotes = cell.contains { ";\n".contains($0) }
        let isClosed = place + 1 != column || number == 0 || number == 3
        return needsQuotes ? "\"" + cell + (isClosed ? "\"" : "") : cell
      }
      text += cells.joined(separator: ";") + "\n"
    }
    let found = try records(text, dialect: .semicolon).filter { !$0.isDoubtful(under: 6) }.map(\.fields)
    #expect(found.allSatisfy(rows.contains), "\(found)")
    #expect(found.contains(rows[0]))
  }
}

extension CSVRecord {
  /// Whether the quotes of the record leave its cells in doubt, so that nobody should take them for a row.
  fileprivate func isDoubtful(under width: Int) -> Bool {
    problems.contains {
      switch $0 {
      case .doubtfulQuotes: true
      case .mendedQuotes: false
      case .unclosedQuote: fields.count < width
      case .textAfterClosingQuote(_, let field):
        fields.count != width || fields[field].contains { $0.isNewline }
      }
    } || fields.count > width
  }
}
