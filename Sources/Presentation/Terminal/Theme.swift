/// Whether text stands on a light or on a dark ground.
package enum Theme: String, CaseIterable, Sendable {
  case light
  case dark

  /// A palette colour as a terminal shows it in this theme.
  package func colour(_ name: PaletteColour) -> Colour {
    Colour(name.rgb(in: self), indexed: name.indexed(in: self), basic: name.basic(in: self))
  }
}
