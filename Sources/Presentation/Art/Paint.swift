/// Turns a scene and its pixels into the colours that a terminal can show.
struct Paint {
  private let depth: ColourDepth
  /// The colours to choose from; empty where every colour can be shown.
  private let choice: [(colour: Colour, seen: SeenColour)]
  private var known: [RGB: Colour] = [:]

  init(_ depth: ColourDepth) {
    self.depth = depth
    choice =
      switch depth {
      case .palette256: Colour.cubeAndGrays
      case .sixteen: Colour.basics
      case .none, .trueColour: []
      }
  }

  /// The scene in the colours there are, for a picture of so many rows of pixels.
  func scene(_ scene: Scene, in theme: Theme, rows: Int) -> Scene {
    switch depth {
    case .palette256: scene.indexed(in: theme, rows: rows)
    case .sixteen: scene.basic(in: theme)
    case .none, .trueColour: scene
    }
  }

  /// How the pixels of such a scene are drawn.
  var blending: Raster.Blending { depth == .sixteen ? .majority : .mean }

  /// The colour for a pixel: the nearest there is.
  mutating func colour(_ pixel: RGB) -> Colour {
    if choice.isEmpty { return Colour(pixel) }
    if let known = known[pixel] { return known }
    let seen = SeenColour(pixel)
    var best = (colour: Colour(pixel), distance: Double.infinity)
    for candidate in choice {
      let distance = seen.distance(to: candidate.seen)
      if distance < best.distance { best = (candidate.colour, distance) }
    }
    known[pixel] = best.colour
    return best.colour
  }
}
