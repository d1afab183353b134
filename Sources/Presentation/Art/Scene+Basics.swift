extension Scene {
  /// The scene in the 16 basic colours as xterm shows them, before a sky of one of them.
  func basic(in theme: Theme) -> Scene {
    let sky = basicSky(in: theme)
    var result = self
    result.palette = palette.map { role in
      let index = basicIndex(of: role, in: theme, sky: sky)
      return Role(role.name, light: Colour.rgb(ofIndex: index).value, dark: Colour.rgb(ofIndex: index).value)
    }
    let ground = Colour.rgb(ofIndex: sky).value
    result.palette.append(Role("sky", light: ground, dark: ground))
    result.shapes = shapes.map { shape in
      switch shape {
      case .gradient: .gradient(from: "sky", to: "sky")
      case .polygon(let points, let role, _): .polygon(points, role)
      default: shape
      }
    }
    return result
  }

  /// A dull colour by the sky's hue; dark skies are black and light ones gray.
  func basicSky(in theme: Theme) -> UInt8 {
    for case .gradient(_, let bottom) in shapes {
      guard let role = palette.first(where: { $0.name == bottom }) else { break }
      if let basic = role.standIn?.basic(in: theme) { return basic }
      let colour = role.colour(in: theme)
      return colour.lightness < 90 ? 0 : colour.lightness > 190 ? 7 : Colour(colour).basicIndex & 7
    }
    return 0
  }

  private func basicIndex(of role: Role, in theme: Theme, sky: UInt8) -> UInt8 {
    if let basic = role.standIn?.basic(in: theme) { return basic }
    let colour = role.colour(in: theme)
    let index = Colour(colour).basicIndex
    if index != sky { return index }
    // Never the sky's own: the next brighter or the next darker.
    if sky == 0 { return 8 }
    if colour.lightness < self.sky(in: theme).lightness { return sky >= 7 ? 8 : 0 }
    return sky < 8 ? sky + 8 : 15
  }
}
