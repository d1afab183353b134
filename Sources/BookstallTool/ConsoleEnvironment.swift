import Glibc

/// The environment variables that Bookstall looks at; `help environment` prints this list.
enum EnvironmentVariable: String, CaseIterable {
  case bookstallDB = "BOOKSTALL_DB"
  case bookstallTheme = "BOOKSTALL_THEME"
  case bookstallArt = "BOOKSTALL_ART"
  case bookstallAmbiguous = "BOOKSTALL_AMBIGUOUS"
  case bookstallPager = "BOOKSTALL_PAGER"
  case xdgDataHome = "XDG_DATA_HOME"
  case xdgStateHome = "XDG_STATE_HOME"
  case home = "HOME"
  case visual = "VISUAL"
  case editor = "EDITOR"
  case tmpdir = "TMPDIR"
  case noColor = "NO_COLOR"
  case cliColorForce = "CLICOLOR_FORCE"
  case forceColor = "FORCE_COLOR"
  case colorTerm = "COLORTERM"
  case term = "TERM"
  case termProgram = "TERM_PROGRAM"
  case xtermVersion = "XTERM_VERSION"
  case colorFGBG = "COLORFGBG"
  case columns = "COLUMNS"
  case accessible = "ACCESSIBLE"
  case pager = "PAGER"
  case less = "LESS"

  /// What the variable does, as a sentence.
  var meaning: String {
    switch self {
    case .bookstallDB: "The store's file, unless --db names one."
    case .bookstallTheme: "dark or light, unless --theme says it."
    case .bookstallArt: "blocks, mono, ascii or none, unless --art says it."
    case .bookstallAmbiguous: "wide for terminals that draw stars and dashes over two cells."
    case .bookstallPager: "Shows text taller than the screen; empty or cat for none (else PAGER, else less)."
    case .xdgDataHome: "Holds bookstall/books.db where no file is named; else ~/.local/share does."
    case .xdgStateHome: "Holds the drafts of forms left early; else ~/.local/state does."
    case .home: "The home folder."
    case .visual: "The editor for long reviews (Ctrl-O in the form); may have arguments."
    case .editor: "The editor, unless VISUAL names one; else nano or vi."
    case .tmpdir: "Holds the file that the editor edits; else /tmp does."
    case .noColor: "Any text turns colour off."
    case .cliColorForce: "1 colours output that is not a terminal."
    case .forceColor: "1 colours output that is not a terminal; 2 means 256 colours, 3 means 24 bits."
    case .colorTerm: "truecolor or 24bit says that the terminal has 24-bit colour."
    case .term:
      "dumb turns colour and pictures off, vt100 and its like colour; names ending in -256color have 256 colours, "
        + "those of some terminals, as alacritty, foot, wezterm and xterm-kitty, 24 bits."
    case .termProgram:
      "Whether the terminal is another than yesterday's, and must be asked about itself again."
    case .xtermVersion: "Says that the terminal is xterm, which cuts old lines when its window gets narrower."
    case .colorFGBG:
      "The terminal's colours; the last number tells dark from light (else the terminal is asked)."
    case .columns: "The width of the output, for terminals and pipes alike."
    case .accessible: "1 is the same as --accessible."
    case .pager: "Shows text taller than the screen, unless BOOKSTALL_PAGER says what does."
    case .less: "The options of less, which are FRX where this is not set."
    }
  }
}

/// The values of the variables; an empty one counts as unset.
struct Environment {
  private let values: [EnvironmentVariable: String]

  /// An environment made by hand.
  init(_ values: [EnvironmentVariable: String]) {
    self.values = values
  }

  /// The environment of this process.
  static func current() -> Environment {
    var values: [EnvironmentVariable: String] = [:]
    for variable in EnvironmentVariable.allCases {
      if let text = getenv(variable.rawValue) { values[variable] = String(cString: text) }
    }
    return Environment(values)
  }

  subscript(variable: EnvironmentVariable) -> String? { values[variable].flatMap { $0.isEmpty ? nil : $0 } }

  /// The value as it is, also an empty one: for some variables that says something.
  func raw(_ variable: EnvironmentVariable) -> String? { values[variable] }

  /// The environment without some of its variables.
  func without(_ variables: [EnvironmentVariable]) -> Environment {
    Environment(values.filter { !variables.contains($0.key) })
  }

  /// The environment with another value of a variable.
  func setting(_ variable: EnvironmentVariable, to value: String) -> Environment {
    Environment(values.merging([variable: value]) { $1 })
  }

  /// Whether the variable is set to something other than `0`, `false` and `no`.
  func isOn(_ variable: EnvironmentVariable) -> Bool {
    guard let value = self[variable]?.lowercased() else { return false }
    return !["0", "false", "no"].contains(value)
  }
}
