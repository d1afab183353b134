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

/// The way output to one stream looks, decided from options, environment and the kind of stream alone.
struct Appearance: Equatable {
  let colour: ColourDepth
  let art: ArtTier
  let theme: Theme
  /// The width in cells, or nil where nothing limits it.
  let width: Int?
  let isASCII: Bool
  let isAccessible: Bool

  /// Decides; `terminalWidth` is what the terminal says, nil for another kind of stream.
  init(options: AppearanceOptions, environment: Environment, isTTY: Bool, terminalWidth: Int?) {
    isASCII = options.isASCII
    isAccessible = options.isAccessible || environment.isOn(.accessible)
    colour = Self.colour(options.colour, environment, isTTY: isTTY)
    theme = Self.theme(options.theme, environment)
    width = Self.width(options.width, environment, isTTY: isTTY, terminalWidth: terminalWidth)
    let choice = options.art ?? environment[.bookstallArt].flatMap(ArtChoice.init(rawValue:)) ?? .auto
    switch choice {
    case .none: art = .none
    case .mono: art = .mono
    case .ascii: art = .ascii
    // Two colours per cell can't be told apart without colour.
    case .blocks: art = colour == .none ? .mono : .blocks
    case .auto:
      if !isTTY || Self.isDumb(environment) || isAccessible {
        art = .none
      } else if isASCII {
        art = .ascii
      } else {
        art = colour == .none ? .mono : .blocks
      }
    }
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
    if colourTerm == "truecolor" || colourTerm == "24bit" || term.hasSuffix("-direct") { return .trueColour }
    if environment[.forceColor] == "3" { return .trueColour }
    if term.hasSuffix("-256color") || environment[.forceColor] == "2" { return .palette256 }
    return isDumb(environment) ? .none : .sixteen
  }

  private static func theme(_ choice: ThemeChoice?, _ environment: Environment) -> Theme {
    let named = choice ?? environment[.bookstallTheme].flatMap(ThemeChoice.init(rawValue:)) ?? .auto
    switch named {
    case .dark: return .dark
    case .light: return .light
    case .auto:
      // The last number is the background; 7 and 15 are the two whites.
      let background = environment[.colorFGBG]?.split(separator: ";").last.flatMap { Int($0) }
      return background == 7 || background == 15 ? .light : .dark
    }
  }

  private static func width(
    _ option: Int?, _ environment: Environment, isTTY: Bool, terminalWidth: Int?
  ) -> Int? {
    let columns = environment[.columns].flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    guard let width = option ?? columns ?? (isTTY ? terminalWidth ?? 80 : nil) else { return nil }
    // Below 20 cells there is no layout left.
    return max(width, 20)
  }
}
