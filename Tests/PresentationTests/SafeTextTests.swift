import Testing

@testable import Presentation

struct SafeTextTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    var raw: String
    var shown: String
    var testDescription: String { raw.debugDescription }
  }

  @Test(arguments: [
    Sample(raw: "骆驼祥子 — “Rickshaw”…", shown: "骆驼祥子 — “Rickshaw”…"),
    Sample(raw: "\u{1B}]52;c;aGk=\u{7}", shown: "␛]52;c;aGk=�"),
    Sample(raw: "a\u{1B}[2Jb", shown: "a␛[2Jb"),
    Sample(raw: "nul\0del\u{7F}", shown: "nul�del�"),
    Sample(raw: "csi\u{9B}31m osc\u{9D}", shown: "csi�31m osc�"),
    Sample(raw: "no-break\u{A0}space", shown: "no-break\u{A0}space"),
    Sample(raw: "evil\u{202E}txt.exe", shown: "evil�txt.exe"),
    Sample(raw: "\u{2066}isolate\u{2069}", shown: "�isolate�"),
    Sample(raw: "marks \u{200E}\u{200F}\u{61C}", shown: "marks ���"),
    Sample(raw: "a\u{FFF9}b\u{FFFB}", shown: "a�b�"),
    Sample(raw: "tab\there", shown: "tab here"),
    Sample(raw: "\u{301}lone mark", shown: "\u{25CC}\u{301}lone mark"),
    Sample(raw: "Ø\u{663}\u{600}", shown: "Ø\u{663}\u{600}"),
    Sample(raw: "", shown: ""),
  ])
  func `controls are shown and not obeyed`(sample: Sample) {
    #expect(SafeText.line(sample.raw) == sample.shown)
    #expect(SafeText.paragraphs(sample.raw) == sample.shown)
  }

  @Test func `line breaks stay only where paragraphs are asked for`() {
    let text = "one\r\ntwo\rthree\nfour\u{2028}five\u{2029}\n\nsix"
    #expect(SafeText.paragraphs(text) == "one\ntwo\nthree\nfour\nfive\n\n\nsix")
    #expect(SafeText.line(text) == "one two three four five   six")
  }

  @Test func `a document keeps its tabs and line breaks and nothing else that a terminal obeys`() {
    #expect(
      SafeText.document("a\tb\r\nc\u{1B}[2J\u{202E}\n\u{9B}d") == "a\tb\nc\u{241B}[2J\u{FFFD}\n\u{FFFD}d")
  }

  @Test func `no control or bidirectional control gets through`() {
    for value in UInt32(0)...0x2100 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for character in SafeText.line("a\(Character(scalar))b").unicodeScalars {
        #expect(character.properties.generalCategory != .control)
        #expect(!character.properties.isBidiControl)
      }
    }
  }

  @Test func `an excerpt is one short line`() {
    #expect(SafeText.excerpt("The\nHobbit") == "The Hobbit")
    let long = SafeText.excerpt(String(repeating: "ab\u{1B}", count: 100_000))
    #expect(CellWidth().cells(in: long) == 60)
    #expect(long.hasSuffix("…"))
    #expect(SafeText.excerpt("骆驼祥子", cells: 5) == "骆驼…")
  }
}
