import Testing

@testable import Bookstall

/// What an import keeps of a file does not grow with the file.
struct ImportMemoryTests {
  @Test func `of many notes the first ones are kept, and all are counted`() throws {
    var rows = "Title,Author,My Rating,Exclusive Shelf,Book Id\n"
    for number in 0..<2500 { rows += ",x,3,read,\(number)\n" }
    for _ in 0..<1500 { rows += "Emma,Jane Austen,x,read,7\n" }
    let file = try TemporaryTextFile(rows)
    let report = try BookStore().importBooks(from: try ByteSource(path: file.path))
    #expect(report.rows == 4000 && report.refused.count == 2500 && report.added == 1)
    #expect(report.unchanged == 1499 && report.repeats.count == 1499 && report.warnings.count == 1500)
    for (kept, line) in [
      (report.refused.kept.map(\.line), 2), (report.repeats.kept.map(\.line), 2503),
      (report.warnings.kept.map(\.line), 2502),
    ] {
      #expect(kept == Array(line..<line + 1000))
    }
    #expect(report.refused.unlisted == 1500)
    #expect(report.refusedRows.count == 2500)
  }

  @Test func `bytes beyond the limit wait in a file and come back in order`() throws {
    let buffer = SpillBuffer(limit: 100)
    var expected: [UInt8] = []
    for number in 0..<1000 {
      let text = Array("row \(number)\n".utf8)
      expected += text
      try buffer.append { $0 += text }
    }
    #expect(buffer.count == expected.count)
    for _ in 0..<2 {
      var found: [UInt8] = []
      var largest = 0
      try buffer.forEachPiece {
        found += $0
        largest = max(largest, $0.count)
      }
      #expect(found == expected && largest <= 200)
    }
  }

  @Test func `a buffer of nothing has no piece`() throws {
    try SpillBuffer().forEachPiece { _ in Issue.record("there is a piece") }
  }
}
