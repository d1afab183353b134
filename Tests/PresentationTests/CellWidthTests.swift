import Testing

@testable import Presentation

struct CellWidthTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var text: String
    var cells: Int
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Sample(text: "", cells: 0),
    Sample(text: "Plain text.", cells: 11),
    Sample(text: "骆驼祥子", cells: 8),
    Sample(text: "Ａb", cells: 3),
    Sample(text: "e\u{301}", cells: 1),
    Sample(text: "café", cells: 4),
    Sample(text: "👩‍👩‍👧‍👦", cells: 2),
    Sample(text: "🇨🇳", cells: 2),
    Sample(text: "\u{1F1E8}", cells: 1),
    Sample(text: "☹\u{FE0F}", cells: 1),
    Sample(text: "1\u{FE0F}\u{20E3}", cells: 1),
    Sample(text: "👍🏽", cells: 2),
    Sample(text: "⌚", cells: 2),
    Sample(text: "한국어", cells: 6),
    Sample(text: "क्ष", cells: 2),
    Sample(text: "नि", cells: 2),
    Sample(text: "กำ", cells: 2),
    Sample(text: "ก็", cells: 1),
    Sample(text: "\u{1100}\u{1161}", cells: 2),
    Sample(text: "あ\u{3099}", cells: 2),
    Sample(text: "\u{200B}", cells: 0),
    Sample(text: "soft\u{AD}hyphen", cells: 11),
    Sample(text: "★☆…─“", cells: 5),
  ])
  func `text takes the cells most terminals give it`(sample: Sample) {
    #expect(CellWidth().cells(in: sample.text) == sample.cells)
  }

  @Test func `ambiguous characters take two cells when the terminal says so`() {
    let wide = CellWidth(ambiguousIsWide: true)
    #expect(wide.cells(in: "★☆…─“") == 10)
    #expect(wide.cells(in: "plain") == 5)
    #expect(wide.cells(in: "e\u{301}") == 1)
  }

  @Test func `every character agrees with a plain reading of the Unicode table`() throws {
    let wide = try codePoints(of: ["W", "F"]).union(0x3400...0x4DBF).union(0x4E00...0x9FFF)
      .union(0xF900...0xFAFF)
    let ambiguous = try codePoints(of: ["A"])
    let narrowTerminal = CellWidth()
    let wideTerminal = CellWidth(ambiguousIsWide: true)
    var differences: [String] = []
    for value in (0xA0...0x1_FFFF as ClosedRange<UInt32>) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let base = naiveWidth(of: scalar, isWide: wide.contains(value))
      let doubled = base == 1 && ambiguous.contains(value) ? 2 : base
      let character = Character(scalar)
      if narrowTerminal.cells(in: character) != base || wideTerminal.cells(in: character) != doubled {
        differences.append(String(value, radix: 16))
      }
    }
    #expect(differences == [])
  }

  @Test(arguments: [0x20000, 0x2A6DF, 0x2FFFD, 0x30000, 0x3134A, 0x3FFFD] as [UInt32])
  func `the supplementary ideographic planes are wide`(value: UInt32) throws {
    let scalar = try #require(Unicode.Scalar(value))
    #expect(CellWidth().cells(in: Character(scalar)) == 2)
  }

  private func naiveWidth(of scalar: Unicode.Scalar, isWide: Bool) -> Int {
    if isWide { return 2 }
    if scalar.value == 0xAD { return 1 }
    if scalar.properties.isDefaultIgnorableCodePoint { return 0 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    // Emoji younger than the table are known to the standard library.
    return scalar.properties.isEmojiPresentation && !(0x1_F1E6...0x1_F1FF).contains(scalar.value) ? 2 : 1
  }

  private func codePoints(of kinds: Set<String>) throws -> Set<UInt32> {
    var result: Set<UInt32> = []
    for entry in eastAsianWidthEntries.split(whereSeparator: \.isWhitespace) {
      let fields = entry.split(separator: ";")
      guard kinds.contains(String(fields[1])) else { continue }
      let ends = fields[0].split(separator: ".").compactMap { UInt32($0, radix: 16) }
      let first = try #require(ends.first)
      let last = try #require(ends.last)
      if last < 0x2_0000 { result.formUnion(first...last) }
    }
    return result
  }
}
