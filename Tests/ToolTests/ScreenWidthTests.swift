import Bookstall
import Presentation
import Testing

@testable import BookstallTool

@Suite("No line is wider than the terminal")
struct ScreenWidthTests {
  /// Pieces out of many scripts, with what is hard about their widths.
  private static let pieces = [
    "The Left Hand", "骆驼祥子", "ドグラ・マグラ", "한국어", "Преступление", "Ἰλιάς", "ألف ليلة", "מלך", "हिन्दी", "ภาษาไทย",
    "தமிழ்", "ខ្មែរ", "👩‍👩‍👧‍👦", "🇨🇳", "👍🏽", "☹️", "e\u{301}\u{327}", "\u{200D}", "\u{301}", "ﷺ", "𓀀", "ｱｲｳ", "—…“”",
    "\u{1B}[2J", "\u{202E}abc", "a\tb", "averyveryveryveryverylongwordwithoutanyplacetobreak", "x", "  ",
    "½★", "\u{AD}",
    "(1＋１)", "ꦏꦴꦮꦶ", "ᄒᆞᆫ", "Ǆ", "ß",
  ]

  private static func text(_ numbers: inout some RandomNumberGenerator) -> String {
    (0...Int.random(in: 0...6, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }
      .joined(separator: Bool.random(using: &numbers) ? " " : "")
  }

  /// The same numbers every time.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 33)
    }
  }

  @Test(arguments: 1...6)
  func `screens of random books keep within any width`(seed: Int) throws {
    let home = try ToolWorld()
    var numbers = Numbers(state: UInt64(seed) &* 77_777)
    for _ in 0..<8 {
      var arguments = ["add", "--title=T" + Self.text(&numbers), "--author=A" + Self.text(&numbers)]
      arguments += ["--genre=G" + Self.text(&numbers), "--review=R" + Self.text(&numbers)]
      arguments += [
        "--tag=t" + Self.text(&numbers), "--series=S" + Self.text(&numbers).replacing("#", with: ""),
      ]
      try #require(try home.run(list: arguments).status == .success)
    }
    let screens = [
      ["list"], ["show", "1"], ["show", "2", "--art", "mono"], ["show", "3", "--art", "ascii"],
      ["search", "t"],
      ["search", "r"], ["search", "zzzzqq"], ["show", "T"], ["show", "nothing"],
      ["rate", "1", "4.25", "--dry-run"],
      ["rm", "1", "2", "--yes", "--dry-run"], ["edit", "1", "--genre", "x", "--dry-run"], ["stats"],
      ["genre", "list"], ["undo", "--list"], ["doctor"], ["lsit"], ["help"], ["help", "import"],
      ["rate", "1", "77"],
    ]
    for screen in screens {
      let width = Int.random(in: 20...130, using: &numbers)
      for look in [["--color=never"], ["--color=always"], ["--ascii"], ["--accessible"]] {
        home.environment[.columns] = String(width)
        let result = try home.run(list: screen + look)
        for line in (result.output + result.errors).split(separator: "\n") {
          let cells = CellWidth().cells(in: Self.uncoloured(String(line)))
          #expect(cells <= width, "\(screen) \(look) at \(width): \(line.debugDescription)")
        }
      }
    }
  }

  @Test(arguments: 1...40)
  func `the form keeps within any window`(seed: Int) {
    var numbers = Numbers(state: UInt64(seed) &* 99_991)
    var form = EntryForm(
      title: "Edit #1 " + Self.text(&numbers), record: .untitled, isNew: seed.isMultiple(of: 2),
      suggestions: FormSuggestions([
        .author: (0..<20).map { _ in KnownNames.Name(text: Self.text(&numbers), count: 1) }
      ]))
    for _ in 0..<60 {
      let keys: [Key] = [
        .text(Self.text(&numbers)), .paste(Self.text(&numbers) + "\n" + Self.text(&numbers)), .up, .down,
        .enter,
        .tab, .left, .right, .home, .end, .backspace, .newLine, .deleteWord, .backTab, .text("e"),
      ]
      _ = form.press(keys.randomElement(using: &numbers) ?? .enter)
      guard form.state == .editing || form.state == .confirming else { return }
      let (columns, rows) = (
        Int.random(in: 20...130, using: &numbers), Int.random(in: 3...40, using: &numbers)
      )
      let options = TerminalOptions(
        colour: .trueColour, isASCII: seed.isMultiple(of: 3), ambiguousIsWide: seed.isMultiple(of: 5))
      let frame = FormView(form, options, columns: columns, rows: rows).frame
      let width = options.layout.width
      #expect(frame.lines.count <= rows)
      for line in frame.lines {
        #expect(line.cells(by: width) <= columns, "\(line.text.debugDescription) in \(columns)")
      }
      let cursor = frame.cursor
      #expect(cursor.map { frame.lines.indices.contains($0.row) } == true, "the cursor is always in view")
      if let cursor, frame.lines.indices.contains(cursor.row) {
        #expect(frame.lines[cursor.row].text.unicodeScalars.starts(with: cursor.before.text.unicodeScalars))
      }
    }
  }

  private static func uncoloured(_ line: String) -> String {
    line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
  }
}
