import Bookstall
import Glibc
import Presentation

/// `bookstall doctor`: what was detected of terminal, locale and store, and what decided it.
struct DoctorCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor", abstract: "Say what was detected of terminal, locale and store, and why.",
      examples: ["bookstall doctor", "bookstall doctor --json"],
      discussion: ["Exit code 1 says that the store needs care."])
  }

  var global = GlobalOptions()
  var isRead: Bool { true }
  var asksTerminal: TerminalAsking { .always }

  /// One fact of the report.
  struct Fact {
    var section: String
    var name: String
    var value: String
    /// The option or the variable that decided it; empty where nothing had to.
    var reason = ""
  }

  func run(in session: Session) throws -> ExitStatus {
    let (store, health) = try storeFacts(in: session)
    let facts = terminalFacts(in: session) + localeFacts + store
    if global.json {
      try session.printJSON(Self.json(facts, health))
    } else if global.plain {
      for fact in facts {
        try session.print("\(fact.section)\t\(fact.name)\t\(SafeText.line(fact.value))\t\(fact.reason)")
      }
    } else {
      try session.print(Self.lines(facts, session.output))
    }
    if !global.json {
      for line in health?.lines ?? [] {
        if global.plain {
          try session.print("store\tproblem\t\(line)\t")
        } else {
          try session.print(sentence: StyledText("  " + line))
        }
      }
    }
    return health?.health.isSound == false ? .failure : .success
  }

  // MARK: Facts

  private func terminalFacts(in session: Session) -> [Fact] {
    let output = session.output
    let reasons = AppearanceReasons(session)
    func fact(_ name: String, _ value: String, _ reason: String) -> Fact {
      Fact(section: "terminal", name: name, value: value, reason: reason)
    }
    let rows = session.console.outputHeight.map { " by \($0)" } ?? ""
    let size = session.console.outputWidth.map { ", \($0)\(rows)" } ?? ""
    let kind = session.console.outputIsTTY ? "a terminal\(size)" : "no terminal"
    return [
      fact("input", session.console.inputIsTTY ? "a terminal" : "no terminal", ""),
      fact("output", kind, ""),
      fact("errors", session.console.errorIsTTY ? "a terminal" : "no terminal", ""),
      fact(
        "width", output.columns.map { "\($0) columns" } ?? "not known: nothing is cut",
        decider(reasons.deciding(\.columns), in: session)),
      fact("colour", Self.words(for: output.colour), colourReason(in: session, reasons)),
      fact("pictures", output.shownArt.rawValue, artReason(in: session, reasons)),
      fact("theme", output.theme.rawValue, themeReason(in: session, reasons)),
      fact("asked", Self.words(for: session.answers), ""),
      fact("characters", output.isASCII ? "ASCII" : "Unicode", reasons.deciding(\.isASCII)),
      fact(
        "stars", output.ambiguousIsWide ? "two cells wide" : "one cell wide",
        reasons.deciding(\.ambiguousIsWide)),
      fact("accessible", output.isAccessible ? "yes" : "no", reasons.deciding(\.isAccessible)),
      pagerFact(in: session),
    ] + ignoredFacts(in: session)
  }

  /// The variables of ours whose value is none of those that are known.
  private func ignoredFacts(in session: Session) -> [Fact] {
    let known: [(EnvironmentVariable, [String])] = [
      (.bookstallArt, ArtChoice.allCases.map(\.rawValue)),
      (.bookstallTheme, ThemeChoice.allCases.map(\.rawValue)), (.bookstallAmbiguous, ["wide", "narrow"]),
    ]
    return known.compactMap { variable, values in
      guard let value = session.environment[variable], !values.contains(value) else { return nil }
      return Fact(
        section: "terminal", name: "ignored",
        value: "\(variable.rawValue)=\(SafeText.excerpt(value, cells: 20)): use \(alternatives(values))")
    }
  }

  /// What decided a look: what was found, or, where nothing made a difference, the kind of the stream.
  private func decider(_ reason: String, in session: Session) -> String {
    if !reason.isEmpty { return reason }
    guard session.console.outputIsTTY else { return "the output, which is no terminal" }
    return session.environment[.term] == nil ? "TERM, which is not set" : "the terminal"
  }

  /// What decided that there are colours, and how many.
  private func colourReason(in session: Session, _ reasons: AppearanceReasons) -> String {
    let reason = reasons.deciding(\.colour)
    let isSwitch = ["--color", "CLICOLOR_FORCE", "FORCE_COLOR"].contains(reason)
    guard isSwitch, session.output.colour != .none else { return decider(reason, in: session) }
    let depth = reasons.deciding(\.colour, besides: reason)
    return depth.isEmpty ? reason : "\(reason), \(depth)"
  }

  /// What decided the pictures: the option that names the ones there are, and what they need besides.
  private func artReason(in session: Session, _ reasons: AppearanceReasons) -> String {
    let reason = reasons.deciding(\.shownArt)
    guard let art = global.art, art.rawValue == session.output.shownArt.rawValue,
      !reason.contains("--art")
    else {
      return decider(reason, in: session)
    }
    return reason.isEmpty ? "--art" : "--art, \(reason)"
  }

  /// What decided the theme; an answer decides it also where it says what is taken for granted without one.
  private func themeReason(in session: Session, _ reasons: AppearanceReasons) -> String {
    let reason = reasons.deciding(\.theme)
    if !reason.isEmpty { return reason }
    // What says no more than would be taken for granted decides all the same.
    if let theme = global.theme, theme != .auto { return "--theme" }
    if let theme = session.environment[.bookstallTheme], ["dark", "light"].contains(theme) {
      return EnvironmentVariable.bookstallTheme.rawValue
    }
    if session.environment[.colorFGBG]?.split(separator: ";").last.flatMap({ Int($0) }) != nil {
      return EnvironmentVariable.colorFGBG.rawValue
    }
    let isOpen = TerminalOptions.needsAnswers(global.appearance, session.environment)
    if isOpen, session.answers?.theme != nil { return "the terminal's answer" }
    return "default, as nothing tells dark from light"
  }

  private static func words(for answers: TerminalAnswers?) -> String {
    guard let answers else { return "no" }
    guard answers.isComplete else { return "yes, without an answer within 150 ms" }
    let ground = answers.background.map { "yes: ground \(TerminalAnswers.text(of: $0))" } ?? "yes: no ground"
    return ground + (answers.hasSixel ? ", sixel (not used)" : ", no sixel")
  }

  private func pagerFact(in session: Session) -> Fact {
    let variable = [EnvironmentVariable.bookstallPager, .pager].first { session.environment.raw($0) != nil }
    let pager = global.noPager ? nil : Pager(session.environment)
    return Fact(
      section: "terminal", name: "pager", value: pager?.words.joined(separator: " ") ?? "none",
      reason: global.noPager ? "--no-pager" : variable?.rawValue ?? "")
  }

  private static func words(for colour: ColourDepth) -> String {
    switch colour {
    case .none: "none"
    case .sixteen: "16 colours"
    case .palette256: "256 colours"
    case .trueColour: "24 bits"
    }
  }

  private var localeFacts: [Fact] {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let found = names.lazy.compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }.flatMap { $0.1.isEmpty ? nil : $0 }
    }.first
    return [
      Fact(section: "locale", name: "name", value: found?.1 ?? "none", reason: found?.0 ?? ""),
      Fact(section: "locale", name: "text", value: "UTF-8, in any locale"),
    ]
  }

  private func storeFacts(in session: Session) throws -> ([Fact], HealthReport?) {
    let path = try session.storePath()
    let places: [EnvironmentVariable] = [.bookstallDB, .xdgDataHome, .home]
    let variable = places.first {
      session.environment[$0] != nil && ($0 != .xdgDataHome || isAbsolute(session))
    }
    var facts = [
      Fact(
        section: "store", name: "file", value: path,
        reason: global.db != nil ? "--db" : variable?.rawValue ?? "")
    ]
    func add(_ name: String, _ value: String) {
      facts.append(Fact(section: "store", name: name, value: value))
    }
    add("SQLite", BookStore.sqliteVersion)
    guard access(path, F_OK) == 0 else {
      add("state", "no file yet; adding a book makes it")
      return (facts, nil)
    }
    do {
      let store = try session.existingStore()
      add("books", String(try store.count()))
      add("size", Session.kilobytes(Session.fileSize(path)))
      if access(path, W_OK) != 0 { add("state", "can be read, not written") }
      let report = HealthReport(try store.health())
      add("check", report.health.isSound ? "sound" : "needs care")
      return (facts, report)
    } catch {
      var health = StoreHealth()
      health.fileProblems = [Failure(error).message]
      add("check", "can't be used")
      return (facts, HealthReport(health))
    }
  }

  private func isAbsolute(_ session: Session) -> Bool {
    session.environment[.xdgDataHome]?.hasPrefix("/") == true
  }

  // MARK: Output

  private static func lines(_ facts: [Fact], _ options: TerminalOptions) -> [StyledText] {
    let layout = options.layout
    var lines: [StyledText] = []
    var section = ""
    for fact in facts {
      if fact.section != section {
        if !lines.isEmpty { lines.append(StyledText()) }
        lines.append(
          StyledText(fact.section.prefix(1).uppercased() + fact.section.dropFirst(), Style(isBold: true)))
        section = fact.section
      }
      let label = layout.padded("  \(fact.name)", to: 14)
      let value = SafeText.line(fact.value)
      let reason = fact.reason.isEmpty ? "" : "   by \(fact.reason)"
      let room = options.columns.map { max(1, $0 - 14) } ?? Int.max
      if layout.width.cells(in: value + reason) <= room {
        var line = StyledText(label, options.style(.dim))
        line.append(value)
        line.append(reason, options.style(.dim))
        lines.append(line)
        continue
      }
      let parts =
        layout.wrapped(value, to: room)
        + (reason.isEmpty ? [] : layout.wrapped(String(reason.dropFirst(3)), to: room))
      for (index, part) in parts.enumerated() {
        var line = StyledText(index == 0 ? label : layout.padded("", to: 14), options.style(.dim))
        line.append(part)
        lines.append(line)
      }
    }
    return lines
  }

  private static func json(_ facts: [Fact], _ health: HealthReport?) -> JSON {
    var members: [(String, JSON)] = []
    for section in ["terminal", "locale", "store"] {
      let own = facts.filter { $0.section == section }.map { fact in
        (
          fact.name,
          SnackJSON.object([
            ("value", .string(fact.value)), ("by", fact.reason.isEmpty ? .null : .string(fact.reason)),
          ])
        )
      }
      members.append((section, SnackJSON.object(own)))
    }
    members.append(("health", health?.json ?? .null))
    return SnackJSON.object(members)
  }
}
