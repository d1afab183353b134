import Presentation

/// `--color`.
enum ColourChoice: String, CaseIterable {
  case auto
  case always
  case never
}

/// `--art`: how pictures are drawn.
enum ArtChoice: String, CaseIterable {
  case auto
  case blocks
  case mono
  case ascii
  case none
}

/// `--theme`.
enum ThemeChoice: String, CaseIterable {
  case auto
  case dark
  case light
}

/// What the options say about the way output looks.
struct AppearanceOptions {
  var colour = ColourChoice.auto
  var art: ArtChoice?
  var theme: ThemeChoice?
  var isASCII = false
  var isAccessible = false
  var width: Int?
}

extension TerminalOptions {
  /// Decides how output to one stream looks, from options, environment and the kind of stream alone.
  ///
  /// `terminalWidth` is what the terminal says of itself, nil for another kind of stream; `answers` is what it says
  /// when it is asked, nil where it wasn't.
  init(
    deciding options: AppearanceOptions, environment: Environment, isTTY: Bool, terminalWidth: Int?,
    answers: TerminalAnswers? = nil
  ) {
    let isAccessible = options.isAccessible || environment.isOn(.accessible)
    // A screen reader would read escape sequences out.
    let isMute = isAccessible && options.colour == .auto
    let colour = isMute ? .none : Self.colour(options.colour, environment, isTTY: isTTY)
    let art: ArtTier =
      switch options.art ?? environment[.bookstallArt].flatMap(ArtChoice.init(rawValue:)) ?? .auto {
      case .none: .none
      case .mono: .mono
      case .ascii: .ascii
      case .blocks: .blocks
      case .auto: isTTY && !Self.isDumb(environment) ? .blocks : .none
      }
    self.init(
      columns: Self.width(options.width, environment, isTTY: isTTY, terminalWidth: terminalWidth),
      colour: colour, art: art, theme: Self.theme(options.theme, environment, answers),
      isASCII: options.isASCII,
      isAccessible: isAccessible, ambiguousIsWide: environment[.bookstallAmbiguous] == "wide")
  }

  private static func isDumb(_ environment: Environment) -> Bool {
    environment[.term] == nil || environment[.term] == "dumb"
  }

  private static func colour(
    _ choice: ColourChoice, _ environment: Environment, isTTY: Bool
  ) -> ColourDepth {
    let forced = environment.isOn(.cliColorForce) || environment.isOn(.forceColor)
    switch choice {
    case .never: return .none
    case .always: return max(.sixteen, depth(environment))
    case .auto:
      if environment[.noColor] != nil { return .none }
      if forced { return max(.sixteen, depth(environment)) }
      return isTTY && !isDumb(environment) ? depth(environment) : .none
    }
  }

  private static func depth(_ environment: Environment) -> ColourDepth {
    let colourTerm = environment[.colorTerm]
    let term = environment[.term] ?? ""
    if colourTerm == "truecolor" || colourTerm == "24bit" || environment[.forceColor] == "3" {
      return .trueColour
    }
    if term.hasSuffix("-direct") || hasKnownName(term, among: trueColourTerminals) { return .trueColour }
    if term.hasSuffix("-256color") || environment[.forceColor] == "2" { return .palette256 }
    let isMonochrome = term.hasSuffix("-mono") || hasKnownName(term, among: monochromeTerminals)
    return isDumb(environment) || isMonochrome ? .none : .sixteen
  }

  /// Terminals whose name alone tells that they show 24-bit colour; ssh passes on no more than that.
  private static let trueColourTerminals = [
    "alacritty", "contour", "foot", "iterm2", "rio", "wezterm", "xterm-ghostty", "xterm-kitty",
  ]
  /// Terminals, and what emulates them to the letter, that show no colour.
  private static let monochromeTerminals = ["vt52", "vt100", "vt102", "vt220", "vt320", "vt420"]

  /// Whether a name is one of those, perhaps with what kind of it, as in `foot-extra`.
  private static func hasKnownName(_ term: String, among names: [String]) -> Bool {
    names.contains { term == $0 || term.hasPrefix($0 + "-") }
  }

  private static func theme(
    _ choice: ThemeChoice?, _ environment: Environment, _ answers: TerminalAnswers?
  ) -> Theme {
    switch wantedTheme(choice, environment) {
    case .dark: return .dark
    case .light: return .light
    case .auto: return theme(bySaying: environment) ?? answers?.theme ?? .dark
    }
  }

  /// Whether nothing but the terminal itself can tell the theme, and colours make it matter.
  static func needsAnswers(_ options: AppearanceOptions, _ environment: Environment) -> Bool {
    wantedTheme(options.theme, environment) == .auto && theme(bySaying: environment) == nil
      && canBeAsked(options, environment) && colour(options.colour, environment, isTTY: true) != .none
  }

  /// Whether a terminal of that kind understands questions, and nobody minds them.
  static func canBeAsked(_ options: AppearanceOptions, _ environment: Environment) -> Bool {
    !isDumb(environment) && !options.isAccessible && !environment.isOn(.accessible)
  }

  private static func wantedTheme(_ choice: ThemeChoice?, _ environment: Environment) -> ThemeChoice {
    choice ?? environment[.bookstallTheme].flatMap(ThemeChoice.init(rawValue:)) ?? .auto
  }

  /// The theme by `COLORFGBG`, whose last number is the background; 7 and 15 are the two whites.
  private static func theme(bySaying environment: Environment) -> Theme? {
    let background = environment[.colorFGBG]?.split(separator: ";").last.flatMap { Int($0) }
    return background.map { $0 == 7 || $0 == 15 ? .light : .dark }
  }

  private static func width(
    _ option: Int?, _ environment: Environment, isTTY: Bool, terminalWidth: Int?
  ) -> Int? {
    let columns = environment[.columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard let width = option ?? columns ?? (isTTY ? terminalWidth ?? 80 : nil) else { return nil }
    return max(width, leastColumns)
  }
}
