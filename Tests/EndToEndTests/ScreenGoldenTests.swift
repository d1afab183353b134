import TestSupport
import Testing

@Suite("Every screen as it was found good")
struct ScreenGoldenTests {
  private let world: World

  init() throws {
    world = try World()
  }

  /// A screen: what is typed, and what its file is called.
  struct Sample: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var isStoreEmpty = false

    init(_ name: String, _ arguments: String..., isStoreEmpty: Bool = false) {
      (self.name, self.arguments, self.isStoreEmpty) = (name, arguments, isStoreEmpty)
    }

    var testDescription: String { name }
  }

  /// How a screen is asked for.
  enum Look: String, CaseIterable {
    case colour, light, plain, ascii, accessible

    var options: [String] {
      switch self {
      case .colour: ["--color=always", "--theme=dark", "--art=blocks"]
      case .light: ["--color=always", "--theme=light", "--art=blocks"]
      case .plain: ["--color=never", "--art=mono"]
      case .ascii: ["--color=never", "--ascii", "--art=ascii"]
      case .accessible: ["--accessible"]
      }
    }

    /// Colour is a matter of one width, except where it is the picture's.
    var widths: [Int] { self == .light ? [80] : [30, 44, 80, 120] }
  }

  static let screens = [
    Sample("list", "list"), Sample("list-empty", "list", isStoreEmpty: true),
    Sample("list-limited", "list", "--limit", "2"), Sample("list-no-such-genre", "list", "--genre", "Horor"),
    Sample("show", "show", "1"), Sample("show-chinese", "show", "3"), Sample("show-bare", "show", "6"),
    Sample("show-several", "show", "the"), Sample("show-none", "show", "dragons"),
    Sample("search", "search", "ice", "friendship"), Sample("search-typo", "search", "frendship"),
    Sample("search-typo-empty", "search", "ice", isStoreEmpty: true), Sample("stats", "stats"),
    Sample("stats-empty", "stats", isStoreEmpty: true), Sample("rate", "rate", "--dry-run", "5", "4.25"),
    Sample("rate-wrong", "rate", "5", "9"), Sample("rate-same", "rate", "4", "5"),
    Sample("rm", "rm", "--yes", "--dry-run", "5", "6"),
    Sample("edit", "edit", "--dry-run", "5", "--genre", "Crime"),
    Sample("add", "add", "--dry-run", "--title", "The Hound of the Baskervilles: Another Adventure"),
    Sample("add-no-title", "add"), Sample("genre", "genre", "list"), Sample("db-check", "db", "check"),
    Sample("unknown-command", "lsit"), Sample("unknown-option", "list", "--gerne", "Horror"),
    Sample("export-exists", "export", "/"), Sample("import-missing", "import", "no-such-file.csv"),
    Sample("help", "--help"), Sample("help-short"), Sample("help-add", "help", "add"),
    Sample("help-list", "help", "list"), Sample("help-rate", "rate", "--help"),
    Sample("help-environment", "help", "environment"), Sample("help-exit-codes", "help", "exit-codes"),
    Sample("snack-headers", "snack", "headers", "6"), Sample("snack-ways", "snack", "ways"),
    Sample("snack-foods", "snack", "foods", "5"), Sample("snack-bars", "snack", "bars"),
    Sample("snack-show", "snack", "show", "5"), Sample("snack-none", "snack", "show", "99"),
  ]

  @Test(arguments: screens)
  func `a screen looks as it was found good`(sample: Sample) throws {
    if !sample.isStoreEmpty { try fill() }
    var text = ""
    for look in Look.allCases {
      for width in look.widths {
        let result = try world.run(sample.arguments + look.options, with: ["COLUMNS": String(width)])
        text += "=== \(look.rawValue), \(width) columns, exit \(result.status)\n"
        text += result.output + (result.errors.isEmpty ? "" : "--- errors\n" + result.errors)
      }
    }
    try GoldenFile(sample.name + ".txt").check(settled(text))
  }

  @Test func `undo shows what it takes back`() throws {
    var text = ""
    for look in [Look.colour, .plain, .ascii, .accessible] {
      for width in look.widths {
        let world = try World()
        try world.succeed("add", "--title", "The Hound of the Baskervilles", "--rating", "4")
        try world.succeed("rate", "1", "5")
        text += "=== \(look.rawValue), \(width) columns\n"
        for arguments in [["undo", "--list"], ["undo"], ["redo"], ["undo"], ["undo"], ["undo"]] {
          let result = try world.run(arguments + look.options, with: ["COLUMNS": String(width)])
          text += result.output + result.errors
        }
      }
    }
    try GoldenFile("undo.txt").check(settled(text))
  }

  @Test func `doctor says what was detected and what decided it`() throws {
    var text = ""
    for look in [Look.colour, .plain, .ascii, .accessible] {
      for width in look.widths {
        let result = try world.run(
          ["doctor"] + look.options,
          with: [
            "COLUMNS": String(width), "TERM": "xterm-256color", "COLORFGBG": "0;15", "LC_ALL": "C",
            "BOOKSTALL_DB": "/nowhere/books.db",
          ])
        text +=
          "=== \(look.rawValue), \(width) columns, exit \(result.status)\n" + result.output + result.errors
      }
    }
    try GoldenFile("doctor.txt").check(settled(text))
  }

  /// The text without what differs from one machine or one day to the next.
  private func settled(_ text: String) -> String {
    text.replacing(/(SQLite +(?:\u{1B}\[[0-9;]*m)?)\d+\.\d+\.\d+/) { $0.output.1 + "(version)" }
      .replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "2024-01-02 03:04")
  }

  /// Books of many kinds; their days are fixed.
  private func fill() throws {
    try world.succeed(
      "add", "--title", "A Wizard of Earthsea", "--author", "Ursula K. Le Guin", "--genre", "Fantasy",
      "--series",
      "Earthsea #1", "--tag", "magic", "--tag", "islands", "--rating", "5", "--date-added", "2024-03-05",
      "--review",
      "A boy with too much talent names the wrong thing and spends the book running from it, then toward it. "
        + "Short, cold, and exact.", "--status", "read", "--started", "2024-01-02", "--finished",
      "2024-02-03",
      "--isbn", "9780547773742", "--publisher", "Houghton Mifflin", "--year", "2012", "--original-year",
      "1968",
      "--pages", "264")
    try world.succeed(
      "add", "--title", "The Left Hand of Darkness", "--author", "Ursula K. Le Guin", "--genre",
      "Science Fiction",
      "--rating", "4.75", "--date-added", "2024-04-01", "--review",
      "An envoy alone on a winter world; the last crossing of the ice is the finest friendship I have read.")
    try world.succeed(
      "add", "--title", "骆驼祥子", "--author", "老舍", "--genre", "文学", "--rating", "4.25", "--date-added",
      "2023-11-30", "--review", "北平城里一个拉车的青年，三起三落；写得又苦又真。")
    try world.succeed(
      "add", "--title", "The Haunting of Hill House", "--author", "Shirley Jackson", "--genre", "Horror",
      "--rating",
      "5", "--date-added", "2024-10-31")
    try world.succeed(
      "add", "--title", "The Hound of the Baskervilles: Another Adventure of Sherlock Holmes", "--author",
      "Arthur Conan Doyle", "--genre", "Mystery", "--rating", "0.5", "--date-added", "2024-04-02")
    try world.succeed(
      "add", "--title", "👩‍👩‍👧‍👦 Families 🇨🇳 and e\u{301}", "--genre", "Kids", "--date-added", "2024")
  }
}
