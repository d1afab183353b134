import Presentation
import Testing

@testable import BookstallTool

@Suite("How output looks")
struct AppearanceTests {
  struct Case: CustomTestStringConvertible {
    var colour = ColourChoice.auto
    var environment: [EnvironmentVariable: String] = [:]
    var isTTY = true
    let expected: ColourDepth
    var testDescription: String { "\(colour) \(environment) TTY \(isTTY)" }
  }

  @Test(arguments: [
    Case(environment: [.term: "xterm"], expected: .sixteen),
    Case(environment: [.term: "xterm-256color"], expected: .palette256),
    Case(environment: [.term: "xterm-256color", .colorTerm: "truecolor"], expected: .trueColour),
    Case(environment: [.term: "xterm", .colorTerm: "24bit"], expected: .trueColour),
    Case(environment: [.term: "xterm-direct"], expected: .trueColour),
    Case(environment: [.term: "xterm-kitty"], expected: .trueColour),
    Case(environment: [.term: "foot-extra"], expected: .trueColour),
    Case(environment: [.term: "alacritty"], expected: .trueColour),
    Case(environment: [.term: "footnote"], expected: .sixteen),
    Case(environment: [.term: "vt100"], expected: .none),
    Case(environment: [.term: "vt220-w"], expected: .none),
    Case(environment: [.term: "xterm-mono"], expected: .none),
    Case(environment: [.term: "vt100", .forceColor: "1"], expected: .sixteen),
    Case(environment: [.term: "dumb", .colorTerm: "truecolor"], expected: .none),
    Case(environment: [:], expected: .none),
    Case(environment: [.term: "xterm"], isTTY: false, expected: .none),
    Case(environment: [.term: "xterm", .noColor: "1"], expected: .none),
    Case(environment: [.term: "xterm", .noColor: ""], expected: .sixteen),
    Case(environment: [.term: "xterm", .noColor: "0"], expected: .none),
    Case(environment: [.term: "xterm", .noColor: "1", .cliColorForce: "1"], expected: .none),
    Case(environment: [.term: "xterm", .cliColorForce: "1"], isTTY: false, expected: .sixteen),
    Case(environment: [.term: "xterm", .cliColorForce: "0"], isTTY: false, expected: .none),
    Case(environment: [.forceColor: "1"], isTTY: false, expected: .sixteen),
    Case(environment: [.forceColor: "3"], isTTY: false, expected: .trueColour),
    Case(environment: [.forceColor: "false"], isTTY: false, expected: .none),
    Case(colour: .always, environment: [.noColor: "1"], isTTY: false, expected: .sixteen),
    Case(colour: .always, environment: [.term: "tmux-256color"], isTTY: false, expected: .palette256),
    Case(colour: .never, environment: [.term: "xterm", .cliColorForce: "1"], expected: .none),
  ])
  func `colour follows the option, then the environment, then the stream`(example: Case) {
    let appearance = TerminalOptions(
      deciding: AppearanceOptions(colour: example.colour), environment: Environment(example.environment),
      isTTY: example.isTTY, terminalWidth: nil)
    #expect(appearance.colour == example.expected)
  }

  struct ArtCase: CustomTestStringConvertible {
    var options = AppearanceOptions()
    var environment: [EnvironmentVariable: String] = [.term: "xterm"]
    var isTTY = true
    let expected: ArtTier
    var testDescription: String { "\(options) \(environment) TTY \(isTTY)" }
  }

  @Test(arguments: [
    ArtCase(expected: .blocks),
    ArtCase(isTTY: false, expected: .none),
    ArtCase(environment: [.term: "dumb"], expected: .none),
    ArtCase(environment: [.term: "xterm", .accessible: "1"], expected: .none),
    ArtCase(environment: [.term: "xterm", .accessible: "0"], expected: .blocks),
    ArtCase(options: AppearanceOptions(isAccessible: true), expected: .none),
    ArtCase(options: AppearanceOptions(isASCII: true), expected: .ascii),
    ArtCase(options: AppearanceOptions(isASCII: true), isTTY: false, expected: .none),
    ArtCase(environment: [.term: "xterm", .noColor: "1"], expected: .mono),
    ArtCase(options: AppearanceOptions(colour: .never), expected: .mono),
    ArtCase(environment: [.term: "xterm", .bookstallArt: "none"], expected: .none),
    ArtCase(environment: [.term: "xterm", .bookstallArt: "nonsense"], expected: .blocks),
    ArtCase(
      options: AppearanceOptions(art: .mono), environment: [.term: "xterm", .bookstallArt: "none"],
      expected: .mono),
    ArtCase(options: AppearanceOptions(art: .blocks), isTTY: false, expected: .mono),
    ArtCase(options: AppearanceOptions(colour: .always, art: .blocks), isTTY: false, expected: .blocks),
  ])
  func `pictures follow the option, then the environment, then the stream`(example: ArtCase) {
    let appearance = TerminalOptions(
      deciding: example.options, environment: Environment(example.environment), isTTY: example.isTTY,
      terminalWidth: nil)
    #expect(appearance.shownArt == example.expected)
  }

  @Test(
    arguments: [
      (nil, [:], .dark), (nil, [.colorFGBG: "0;15"], .light), (nil, [.colorFGBG: "15;0"], .dark),
      (nil, [.colorFGBG: "0;default;7"], .light), (nil, [.colorFGBG: "12;8"], .dark),
      (nil, [.colorFGBG: "x"], .dark),
      (nil, [.colorFGBG: "0;15", .bookstallTheme: "dark"], .dark),
      (.light, [.bookstallTheme: "dark"], .light),
      (.auto, [.bookstallTheme: "dark", .colorFGBG: "0;15"], .light),
    ] as [(ThemeChoice?, [EnvironmentVariable: String], Theme)])
  func `the theme follows the option, then the environment`(
    choice: ThemeChoice?, environment: [EnvironmentVariable: String], theme: Theme
  ) {
    let appearance = TerminalOptions(
      deciding: AppearanceOptions(theme: choice), environment: Environment(environment), isTTY: true,
      terminalWidth: nil)
    #expect(appearance.theme == theme)
  }

  @Test(
    arguments: [
      (nil, nil, true, 120, 120), (nil, nil, true, nil, 80), (nil, nil, false, nil, nil),
      (nil, "40", false, nil, 40),
      (nil, "40", true, 120, 40), (60, "40", true, 120, 60), (nil, "0", true, 120, 120),
      (nil, "x", false, nil, nil), (nil, "-5", true, 90, 90), (3, nil, true, 90, 20),
    ] as [(Int?, String?, Bool, Int?, Int?)])
  func `the width follows the option, then COLUMNS, then the terminal`(
    option: Int?, columns: String?, isTTY: Bool, terminal: Int?, expected: Int?
  ) {
    let appearance = TerminalOptions(
      deciding: AppearanceOptions(width: option), environment: Environment([.columns: columns ?? ""]),
      isTTY: isTTY, terminalWidth: terminal)
    #expect(appearance.columns == expected)
  }

  @Test(
    arguments: [
      ("a.db", [.bookstallDB: "b.db", .home: "/h"], "a.db"),
      (nil, [.bookstallDB: "b.db", .home: "/h"], "b.db"),
      (nil, [.xdgDataHome: "/x", .home: "/h"], "/x/bookstall/books.db"),
      (nil, [.xdgDataHome: "x", .home: "/h"], "/h/.local/share/bookstall/books.db"),
      (nil, [.bookstallDB: "", .xdgDataHome: "", .home: "/h"], "/h/.local/share/bookstall/books.db"),
      (nil, [:], nil),
    ] as [(String?, [EnvironmentVariable: String], String?)])
  func `the store's file follows the option, then the environment`(
    option: String?, environment: [EnvironmentVariable: String], path: String?
  ) {
    #expect(StoreLocation.path(option: option, environment: Environment(environment)) == path)
  }
}
