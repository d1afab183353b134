/// The colours of text and surfaces by name, for the terminal and the page; pictures have their own.
///
/// The raw value is the name the page uses. Every text colour keeps 4.5 : 1 on `background` and `card` in its
/// theme, except stars and rules, which also speak by shape and keep 3 : 1.
package enum PaletteColour: String, CaseIterable, Sendable {
  case background = "bg"
  case card
  case text
  case dim
  case brownAdaptive = "ColorBrownAdaptive"
  case brownMedium = "ColorBrownMedium"
  case brownLight = "ColorBrownLight"
  case starOn = "star-on"
  case starOff = "star-off"
  case rule
  case focusRing = "focus-ring"
  case blackTransparentLight = "ColorBlackTransparentLight"
  case tag

  /// One colour in both themes, with what replaces it on a terminal of 256 and of 16 colours.
  private struct Entry {
    var light: UInt32
    var dark: UInt32
    /// 0 to 255; 255 hides what is below.
    var opacity: UInt8 = 255
    var indexed: (light: UInt8, dark: UInt8)
    var basic: (light: UInt8, dark: UInt8)
  }

  // Among the 16, yellow can't be made out on white, and on black the bright black of many terminals is hardly seen.
  private var entry: Entry {
    switch self {
    case .background: Entry(light: 0xFBF6EF, dark: 0x17120E, indexed: (231, 233), basic: (15, 0))
    case .card: Entry(light: 0xFFFFFF, dark: 0x221A14, indexed: (231, 234), basic: (15, 0))
    case .text: Entry(light: 0x2A1D14, dark: 0xF3E9DD, indexed: (235, 255), basic: (0, 7))
    case .dim: Entry(light: 0x6B5546, dark: 0xC2AD9A, indexed: (240, 249), basic: (8, 7))
    case .brownAdaptive: Entry(light: 0x6F3F1E, dark: 0xE7B98C, indexed: (94, 180), basic: (0, 3))
    case .brownMedium: Entry(light: 0x7A4522, dark: 0x6B3C1D, indexed: (94, 94), basic: (3, 3))
    case .brownLight: Entry(light: 0xA0622F, dark: 0x935728, indexed: (130, 130), basic: (3, 3))
    case .starOn: Entry(light: 0x9A6A00, dark: 0xF2B632, indexed: (130, 214), basic: (0, 3))
    case .starOff: Entry(light: 0x857567, dark: 0x8D7D70, indexed: (243, 245), basic: (8, 7))
    case .rule: Entry(light: 0x8F7866, dark: 0x8A7462, indexed: (244, 243), basic: (8, 8))
    case .focusRing: Entry(light: 0x1F5FBF, dark: 0x8AB8FF, indexed: (25, 111), basic: (4, 14))
    case .blackTransparentLight:
      Entry(light: 0x000000, dark: 0x000000, opacity: 0x99, indexed: (16, 16), basic: (0, 0))
    case .tag: Entry(light: 0x000000, dark: 0x000000, opacity: 0xBF, indexed: (16, 16), basic: (0, 0))
    }
  }

  /// The colour in a theme, its opacity apart.
  package func rgb(in theme: Theme) -> RGB {
    RGB(theme == .light ? entry.light : entry.dark)
  }

  /// 0 to 255; 255 hides what is below.
  package var opacity: UInt8 { entry.opacity }

  /// The stand-in of the 256 colours of a terminal, 16 to 255.
  package func indexed(in theme: Theme) -> UInt8 {
    theme == .light ? entry.indexed.light : entry.indexed.dark
  }

  /// The stand-in of the 16 colours of a plain terminal, 0 to 15.
  package func basic(in theme: Theme) -> UInt8 { theme == .light ? entry.basic.light : entry.basic.dark }
}
