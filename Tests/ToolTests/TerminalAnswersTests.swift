import Presentation
import Testing

@testable import BookstallTool

@Suite("What a terminal says of itself")
struct TerminalAnswersTests {
  private static let kind = "\u{1B}[?65;1;9c"

  @Test(arguments: [
    ("\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\", RGB(0x1E1E1E), Theme.dark),
    ("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{7}", RGB(0xFDF6E3), .light),
    ("\u{1B}]11;rgb:f/0/8\u{7}", RGB(0xFF0088), .dark),
    ("\u{1B}]11;rgba:ffff/ffff/0000/ffff\u{7}", RGB(0xFFFF00), .light),
    ("\u{1B}]11;#FFFFFF\u{7}", RGB(0xFFFFFF), .light),
  ])
  func `the ground decides the theme`(answer: String, colour: RGB, theme: Theme) {
    let answers = TerminalAnswers(Array((answer + Self.kind).utf8))
    #expect(answers.background == colour)
    #expect(answers.theme == theme)
    #expect(answers.isComplete)
    #expect(TerminalAnswers.text(of: colour).count == 7)
  }

  @Test(arguments: [
    ("\u{1B}[?1;2c", false), ("\u{1B}[?62;4;22c", true), ("\u{1B}[?1;4c", false),
    ("\u{1B}[?64;1;2;6c", false),
  ])
  func `every terminal says what it is, and that ends the wait`(answer: String, hasSixel: Bool) {
    let answers = TerminalAnswers(Array(answer.utf8))
    #expect(answers.isComplete)
    #expect(answers.hasSixel == hasSixel)
    #expect(answers.background == nil)
  }

  @Test(arguments: [
    ("Em\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{1B}\\ma\u{1B}[?62;4;22c\n", "Emma\n"),
    ("\u{1B}[A\u{1B}]11;#FFFFFF\u{7}é", "\u{1B}[Aé"), ("x\u{1B}]11;rgb:1e", "x\u{1B}]11;rgb:1e"),
    ("x\u{1B}", "x\u{1B}"), ("\u{1B}[?65;1;9c", ""), ("", ""),
  ])
  func `what was typed meanwhile is no part of the answers`(bytes: String, typed: String) {
    #expect(String(decoding: TerminalAnswers.withoutAnswers(Array(bytes.utf8)), as: UTF8.self) == typed)
  }

  @Test(arguments: [
    "", "\u{1B}]11;rgb:1e1e/1e", "abc", "\u{1B}[?62;", "\u{1B}]11;rgb:x/y/z\u{7}", "\u{1B}[?x;c",
  ])
  func `what is no answer, or half of one, decides nothing`(answer: String) {
    let answers = TerminalAnswers(Array(answer.utf8))
    #expect(!answers.isComplete)
    #expect(answers.theme == nil)
  }

  @Test func `answers are kept for a day and for their kind of terminal`() throws {
    let answers = TerminalAnswers(Array(("\u{1B}]11;rgb:1e1e/2020/3030\u{7}\u{1B}[?62;4c").utf8))
    let bytes = answers.bytes(terminal: "xterm-256color", now: 1_000_000)
    #expect(TerminalAnswers(kept: bytes, terminal: "xterm-256color", now: 1_000_000 + 86_000) == answers)
    #expect(TerminalAnswers(kept: bytes, terminal: "xterm-256color", now: 1_000_000 + 87_000) == nil)
    #expect(TerminalAnswers(kept: bytes, terminal: "xterm-256color", now: 999_000) == nil)
    #expect(TerminalAnswers(kept: bytes, terminal: "tmux-256color", now: 1_000_001) == nil)
    #expect(TerminalAnswers(kept: Array("{".utf8), terminal: "xterm-256color", now: 1_000_001) == nil)
  }

  @Test(
    arguments: [
      (AppearanceOptions(), [.term: "xterm"], Theme.light),
      (AppearanceOptions(theme: .dark), [.term: "xterm"], .dark),
      (AppearanceOptions(), [.term: "xterm", .bookstallTheme: "dark"], .dark),
      (AppearanceOptions(), [.term: "xterm", .colorFGBG: "15;0"], .dark),
      (AppearanceOptions(theme: .auto), [.term: "xterm", .bookstallTheme: "dark"], .light),
    ] as [(AppearanceOptions, [EnvironmentVariable: String], Theme)])
  func `options and variables go before the answer`(
    options: AppearanceOptions, variables: [EnvironmentVariable: String], theme: Theme
  ) {
    var answers = TerminalAnswers()
    answers.background = RGB(0xFFFFFF)
    let environment = Environment(variables)
    let look = TerminalOptions(
      deciding: options, environment: environment, isTTY: true, terminalWidth: 80, answers: answers)
    #expect(look.theme == theme)
    #expect(TerminalOptions.needsAnswers(options, environment) == (theme == .light))
  }

  @Test(
    arguments: [
      [.term: "dumb"], [:], [.term: "xterm", .noColor: "1"], [.term: "xterm", .accessible: "1"],
    ] as [[EnvironmentVariable: String]])
  func `a terminal that shows no colours is not asked for them`(variables: [EnvironmentVariable: String]) {
    #expect(!TerminalOptions.needsAnswers(AppearanceOptions(), Environment(variables)))
  }
}
