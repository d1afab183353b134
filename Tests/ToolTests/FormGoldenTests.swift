import Bookstall
import Presentation
import TestSupport
import Testing

@testable import BookstallTool

@Suite("Every state of the form as it was found good")
struct FormGoldenTests {
  /// A state of the form: its name and the keys that lead to it.
  struct Sample: CustomTestStringConvertible {
    let name: String
    let keys: [Key]
    var rows = 24

    init(_ name: String, _ keys: Key...) { (self.name, self.keys) = (name, keys) }

    init(_ name: String, filledAnd keys: [Key], rows: Int = 24) {
      (self.name, self.keys, self.rows) = (name, FormGoldenTests.filled + keys, rows)
    }

    var testDescription: String { name }
  }

  private static let filled: [Key] = [
    .text("The Left Hand of Darkness"), .enter, .text("Ursula K. Le Guin"), .enter, .text("Hain #4"), .enter,
    .text("Science Fiction"), .enter, .text("winter, 冬天"), .enter, .text("4.5"), .enter,
    .text("An envoy alone on a winter world; the last crossing of the ice is the finest friendship."),
    .newLine,
    .text("冰雪星球上的使者，写得又冷又准；👩‍👩‍👧‍👦 🇨🇳 e\u{301}"),
  ]

  static let states = [
    Sample("start"), Sample("title-missing", .enter),
    Sample("author-ghost", .text("Emma"), .enter, .text("urs")),
    Sample("author-choices", .text("Emma"), .enter, .text("e")),
    Sample("author-chosen", .text("Emma"), .enter, .text("e"), .tab, .tab),
    Sample("author-known", .text("Emma"), .enter, .text("Ursula K. Le Guin")),
    Sample("series", .text("Emma"), .down, .down), Sample("genres", .text("Emma"), .down, .down, .down),
    Sample("genre-new", .text("Emma"), .down, .down, .down, .text("Regency")),
    Sample("tags", .text("Emma"), .down, .down, .down, .down, .text("ice, wi")),
    Sample("rating", .text("Emma"), .down, .down, .down, .down, .down),
    Sample("rating-stars", .text("Emma"), .down, .down, .down, .down, .down, .text("3"), .right),
    Sample("rating-wrong", .text("Emma"), .down, .down, .down, .down, .down, .text("7"), .enter),
    Sample(
      "long-title", .text("The Hound of the Baskervilles: Another Adventure of Sherlock Holmes, 巴斯克维尔的猎犬")),
    Sample("escape", .text("Emma"), .escape), Sample("review", filledAnd: []),
    Sample("confirm", filledAnd: [.enter]), Sample("low", filledAnd: [], rows: 8),
  ]

  @Test(arguments: states)
  func `a state looks as it was found good`(sample: Sample) throws {
    try GoldenFile("form-\(sample.name).txt").check(screens(sample.keys, rows: sample.rows))
  }

  private func screens(_ keys: [Key], rows: Int) -> String {
    var form = EntryForm(
      title: "Add a book", record: .untitled, isNew: true,
      suggestions: FormSuggestions([
        .author: [
          KnownNames.Name(text: "Ursula K. Le Guin", count: 3), KnownNames.Name(text: "Émile Zola", count: 1),
          KnownNames.Name(text: "Ellen Kushner", count: 1),
        ],
        .genre: [KnownNames.Name(text: "文学", count: 2)],
        .tags: [KnownNames.Name(text: "winter", count: 2), KnownNames.Name(text: "with maps", count: 1)],
      ]))
    for key in keys { _ = form.press(key) }
    var text = ""
    for (name, options) in [
      ("colour", TerminalOptions(colour: .trueColour)),
      ("light", TerminalOptions(colour: .trueColour, theme: .light)), ("plain", TerminalOptions()),
      ("ascii", TerminalOptions(isASCII: true)),
    ] {
      for columns in name == "light" ? [80] : [30, 44, 80, 120] {
        let frame = FormView(form, options, columns: columns, rows: rows).frame
        let cursor = frame.cursor.map { "\($0.before.cells(by: CellWidth())),\($0.row)" } ?? "none"
        text += "=== \(name), \(columns) columns, cursor at \(cursor)\n" + options.rendered(frame.lines)
      }
    }
    return text
  }
}
