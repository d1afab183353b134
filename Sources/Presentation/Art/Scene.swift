/// A picture as data: colours by role and shapes in drawing order, on a board of 240 by 80.
///
/// The terminal and the page draw the same scene: one samples it, the other writes each shape as an SVG
/// element.
package struct Scene: Hashable, Sendable {
  /// What a role looks like in each theme.
  package struct Role: Hashable, Sendable {
    /// What shapes call the colour by, and the page its class.
    package var name: String
    /// The colour on a light ground.
    package var light: RGB
    /// The colour on a dark ground.
    package var dark: RGB
    /// What replaces it on terminals of few colours, where that is chosen by hand.
    var standIn: StandIn?

    /// A colour of the 16, 0 to 15, on a light and on a dark ground; and where the nearest won't do, one of the 256.
    struct StandIn: Hashable, Sendable {
      private let light: UInt8
      private let dark: UInt8
      private let indexedDark: UInt8?

      init(_ light: UInt8, _ dark: UInt8, indexedDark: UInt8? = nil) {
        self.light = light
        self.dark = dark
        self.indexedDark = indexedDark
      }

      func basic(in theme: Theme) -> UInt8 { theme == .light ? light : dark }
      func indexed(in theme: Theme) -> UInt8? { theme == .light ? nil : indexedDark }
    }

    /// A role and its two colours in 24 bits each.
    package init(_ name: String, light: UInt32, dark: UInt32) {
      self.init(name, light: light, dark: dark, nil)
    }

    /// A role and its two colours in 24 bits each, with what replaces them.
    init(_ name: String, light: UInt32, dark: UInt32, _ standIn: StandIn?) {
      self.name = name
      self.light = RGB(light)
      self.dark = RGB(dark)
      self.standIn = standIn
    }

    /// The colour in a theme.
    package func colour(in theme: Theme) -> RGB { theme == .light ? light : dark }
  }

  /// The roles that the shapes fill with.
  package var palette: [Role]
  /// What is drawn, the lowest first.
  package var shapes: [Shape]
  /// How far from the left the middle of a small upright view of it lies.
  package var focus = Scene.size.width / 2

  /// The board's size; the origin is at its top left.
  package static let size = (width: 240.0, height: 80.0)

  /// The colour of a role in a theme; black for a role the palette lacks.
  package func colour(_ role: String, in theme: Theme) -> RGB {
    palette.first { $0.name == role }?.colour(in: theme) ?? RGB(0)
  }
}

/// One element of a scene in board units; the last text is the role that fills it.
package enum Shape: Hashable, Sendable {
  /// The whole board, from the first role at the top to the second at the bottom.
  case gradient(from: String, to: String)
  /// Centre and radius.
  case circle(Double, Double, radius: Double, String)
  /// Centre, horizontal and vertical radius.
  case ellipse(Double, Double, radii: Double, Double, String)
  /// Centre, radius of the middle of the stroke, and the stroke's width.
  case ring(Double, Double, radius: Double, width: Double, String)
  /// Left, top, width and height.
  case rectangle(Double, Double, Double, Double, String)
  /// Corners as x and y in turn; opacity 0 to 1.
  case polygon([Double], String, opacity: Double = 1)
  /// Points as x and y in turn; joints and ends are round.
  case line([Double], width: Double, String)

  /// The role that fills it; of a gradient the one at the bottom.
  var role: String {
    switch self {
    case .gradient(_, let role), .circle(_, _, _, let role), .ellipse(_, _, _, _, let role),
      .ring(_, _, _, _, let role), .rectangle(_, _, _, _, let role), .polygon(_, let role, _),
      .line(_, _, let role):
      role
    }
  }
}

extension Scene {
  /// The genre that stands in where a book has none.
  package static let fallbackGenre = "Fantasy"

  /// The picture of a genre by its exact name; any other name gets a picture derived from it.
  ///
  /// No genre, or a blank one, shows `fallbackGenre`; `Uncategorized` shows a neutral shelf.
  package init(genre: String?) {
    guard let genre, !genre.allSatisfy(\.isWhitespace) else {
      self = .fantasy
      return
    }
    self =
      switch genre {
      case "Fantasy": .fantasy
      case "Horror": .horror
      case "Kids": .kids
      case "Mystery": .mystery
      case "Poetry": .poetry
      case "Romance": .romance
      case "Thriller": .thriller
      case "Uncategorized": .neutral
      default: Scene(derivedFrom: genre)
      }
  }
}
