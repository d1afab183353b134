import Testing

@testable import CSV

/// What tears tables, and what does not.
private let pieces = [
  "\"", "\"\"", ",", ";", "\t", "|", "\r", "\n", "\r\n", " ", "a", "Emma", "é", "日本", "📚", "e\u{301}",
  "\u{FEFF}",
  "sep=,", "=", "'", "\u{85}", "\u{2028}", "\u{1B}",
]

private func randomText(using generator: inout SeededGenerator) -> String {
  (0..<Int.random(in: 0...6, using: &generator))
    .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
}

private func randomTable(using generator: inout SeededGenerator) -> [[String]] {
  (0..<Int.random(in: 1...5, using: &generator)).map { _ in
    (0..<Int.random(in: 1...4, using: &generator)).map { _ in randomText(using: &generator) }
  }
}

@Suite struct CSVPropertyTests {
  @Test(arguments: [CSVDialect.comma, .semicolon, .tab, .pipe])
  func `what was written is read back`(in dialect: CSVDialect) throws {
    var generator = SeededGenerator(seed: 2024)
    for round in 0..<rounds(2_000) {
      let table = randomTable(using: &generator)
      let writer = CSVWriter(
        dialect: dialect, lineEnd: round.isMultiple(of: 2) ? .crlf : .lf,
        quoting: round.isMultiple(of: 3) ? .all : .minimal)
      var output: [UInt8] = []
      for row in table { writer.write(row, into: &output) }
      let size = Int.random(in: 1...40, using: &generator)
      let found = try records(output, dialect: dialect, chunkSize: size)
      try #require(found.map { $0.fields.map { Array($0.utf8) } } == table.map { $0.map { Array($0.utf8) } })
      try #require(found.flatMap(\.problems).isEmpty)
    }
  }

  @Test func `any text in any dialect comes back, wherever it is cut`() throws {
    var generator = SeededGenerator(seed: 31)
    let delimiters = Array(",;|\t:^ax\u{1F}".utf8)
    for round in 0..<rounds(3_000) {
      var dialect = CSVDialect.comma
      dialect.delimiter = delimiters.randomElement(using: &generator) ?? 0x2C
      let table = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
        (0..<Int.random(in: 1...4, using: &generator)).map { _ in
          let scalars = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ -> Unicode.Scalar? in
            let top: UInt32 = Bool.random(using: &generator) ? 0x7F : 0x10FFFF
            return Unicode.Scalar(UInt32.random(in: 0...top, using: &generator))
          }
          return String(String.UnicodeScalarView(scalars)) + randomText(using: &generator)
        }
      }
      var output: [UInt8] = []
      let quoting: CSVQuoting = round.isMultiple(of: 2) ? .minimal : .all
      let writer = CSVWriter(
        dialect: dialect, lineEnd: round.isMultiple(of: 3) ? .lf : .crlf, quoting: quoting)
      for row in table { writer.write(row, into: &output) }
      var reader = CSVReader(dialect: dialect, read: randomChunks(of: output, seed: UInt64(round)))
      var found: [[[UInt8]]] = []
      while let record = try reader.next() { found.append(record.fields.map { Array($0.utf8) }) }
      try #require(found == table.map { $0.map { Array($0.utf8) } }, "\(table)")
    }
  }

  @Test func `random cuts do not change the records`() throws {
    var generator = SeededGenerator(seed: 41)
    for round in 0..<rounds(10_000) {
      let bytes = (0..<Int.random(in: 1...14, using: &generator)).flatMap { _ in
        Array((pieces.randomElement(using: &generator) ?? "").utf8)
      }
      var reader = CSVReader(read: randomChunks(of: bytes, seed: UInt64(round)))
      var cut: [CSVRecord] = []
      while let record = try reader.next() { cut.append(record) }
      try #require(try cut == records(bytes), "\(bytes)")
    }
  }

  @Test func `any scalar survives`() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<rounds(300) {
      var text = String.UnicodeScalarView()
      for _ in 0..<40 {
        if let scalar = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &generator)) {
          text.append(scalar)
        }
      }
      var output: [UInt8] = []
      CSVWriter().write([String(text), ""], into: &output)
      var decoder = TextDecoder(read: chunks(of: output, size: 7))
      var reader = CSVReader(read: { try decoder.nextChunk() })
      let record = try #require(try reader.next())
      try #require(Array(record.fields[0].unicodeScalars) == Array(text))
    }
  }

  @Test func `chunks do not change the records`() throws {
    var generator = SeededGenerator(seed: 99)
    for _ in 0..<rounds(1_500) {
      let bytes = (0..<12).flatMap { _ in
        (["a,b,c\n", "\n", "\"x", "\"y\n", ",\""] + pieces).randomElement(using: &generator).map {
          Array($0.utf8)
        } ?? []
      }
      let limit = Bool.random(using: &generator) ? 16 << 20 : 24
      let whole = Result { try records(bytes, recordLimit: limit) }
      for size in 1...max(bytes.count, 1) {
        let cut = Result { try records(bytes, chunkSize: size, recordLimit: limit) }
        switch (whole, cut) {
        case (.success(let whole), .success(let cut)): try #require(whole == cut)
        case (.failure(let whole as CSVError), .failure(let cut as CSVError)): try #require(whole == cut)
        default: Issue.record("One ends in an error, the other does not: \(bytes)")
        }
      }
    }
  }

  @Test func `any bytes are read to their end and nothing is lost`() throws {
    var generator = SeededGenerator(seed: 5)
    let likely = Array("\"\"\",,\n\r\n\0ab \u{E9}".utf8)
    for round in 0..<rounds(100_000) {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        round.isMultiple(of: 4)
          ? UInt8.random(in: 0...255, using: &generator) : likely.randomElement(using: &generator) ?? 0
      }
      let found = try records(bytes, chunkSize: Int.random(in: 1...30, using: &generator))
      // Letters belong to no syntax: every one of them must be in a cell.
      let letters = bytes.count { $0 == UInt8(ascii: "a") || $0 == UInt8(ascii: "b") }
      let kept = found.reduce(0) { sum, record in
        sum
          + record.fields.reduce(0) {
            $0 + $1.utf8.count { $0 == UInt8(ascii: "a") || $0 == UInt8(ascii: "b") }
          }
      }
      try #require(kept == letters, "\(bytes)")
      try #require(found.map(\.number) == Array(1..<found.count + 1))
      try #require(zip(found, found.dropFirst()).allSatisfy { $0.line < $1.line })
    }
  }

  @Test func `any bytes become valid text in any encoding`() throws {
    var generator = SeededGenerator(seed: 6)
    for round in 0..<rounds(20_000) {
      let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator) & (round.isMultiple(of: 2) ? 0xFF : 0xEF)
      }
      let encoding = round.isMultiple(of: 3) ? nil : TextEncoding.allCases.randomElement(using: &generator)
      var reports: [TextDecodingReport] = []
      var texts: [[UInt8]] = []
      for size in [1, 5, 100] {
        var decoder = TextDecoder(encoding: encoding, read: chunks(of: bytes, size: size))
        var text: [UInt8] = []
        while case let chunk = try decoder.nextChunk(), !chunk.isEmpty { text += chunk }
        texts.append(text)
        reports.append(decoder.report)
      }
      try #require(String(validating: texts[0], as: UTF8.self) != nil)
      try #require(texts[1] == texts[0] && texts[2] == texts[0])
      try #require(reports[1] == reports[0] && reports[2] == reports[0])
    }
  }
}
