/// The pictures of one page: each scene once as a symbol, each pair of colours once as a class.
struct PageArt {
  private var numbers: [Scene: Int] = [:]
  private var scenes: [Scene] = []
  private var colourNumbers: [ColourPair: Int] = [:]
  private(set) var colours: [ColourPair] = []

  /// A colour in both themes.
  struct ColourPair: Hashable {
    var light: RGB
    var dark: RGB
  }

  /// A part of the board, in board units.
  struct Window {
    var left: Double
    var top: Double
    var width: Double
    var height: Double

    /// All of it.
    static let whole = Window(left: 0, top: 0, width: Scene.size.width, height: Scene.size.height)
    /// The dish in the middle of a snack's picture, as rings show it.
    static let dish = Window(left: 90, top: 16, width: 60, height: 60)
  }

  /// Takes a scene into the page; returns its number, the same for the same scene.
  mutating func add(_ scene: Scene) -> Int {
    if let number = numbers[scene] { return number }
    let number = scenes.count
    numbers[scene] = number
    scenes.append(scene)
    for role in scene.palette { _ = colourClass(role) }
    return number
  }

  private mutating func colourClass(_ role: Scene.Role) -> Int {
    let pair = ColourPair(light: role.light, dark: role.dark)
    if let number = colourNumbers[pair] { return number }
    colourNumbers[pair] = colours.count
    colours.append(pair)
    return colours.count - 1
  }

  /// Shows a scene that was taken in; the picture says nothing that the words beside it don't.
  func picture(_ number: Int, window: Window = .whole, class name: String = "") -> HTML {
    let gap: HTML = name.isEmpty ? "" : " "
    return """
      <svg class="art k\(number)\(gap)\(name)" viewBox="\(window.left) \(window.top) \(window.width) \(window.height)" \
      preserveAspectRatio="xMidYMid slice" aria-hidden="true"><use href="#k\(number)" width="\(Scene.size.width)" \
      height="\(Scene.size.height)"/></svg>
      """
  }

  /// Shows the part of a scene that a row of the list has room for, its focus in the middle.
  func thumbnail(_ number: Int) -> HTML {
    let height = Scene.size.height
    let width = height * 0.85
    let left = min(max(scenes[number].focus - width / 2, 0), Scene.size.width - width)
    return picture(number, window: Window(left: left, top: 0, width: width, height: height))
  }

  /// The symbols of all scenes.
  var symbols: HTML {
    scenes.enumerated().map { number, scene in
      // The sky is the picture's own ground, see `skyRule`.
      let shapes = scene.shapes.compactMap { shape in
        shape.element { role in scene.palette.first { $0.name == role }.flatMap(className) }
      }
      return """
        <symbol id="k\(number)" viewBox="0 0 \(Scene.size.width) \(Scene.size.height)" \
        overflow="visible">\(shapes.joined())</symbol>

        """
    }.joined()
  }

  private func className(_ role: Scene.Role) -> Int? {
    colourNumbers[ColourPair(light: role.light, dark: role.dark)]
  }

  /// The rules of style that give the classes their colours.
  var style: String {
    let dark = colours.indices.filter { colours[$0].dark != colours[$0].light }
    return colours.enumerated().map { ".c\($0){color:\($1.light.hex)}" }.joined()
      + scenes.enumerated().map { skyRule($0, $1, in: .light) }.joined()
      + "@media screen and (prefers-color-scheme:dark){"
      + dark.map { ".c\($0){color:\(colours[$0].dark.hex)}" }.joined()
      + scenes.enumerated().map { skyRule($0, $1, in: .dark) }.joined() + "}"
  }

  /// A gradient in SVG is used by an address; the style's own needs none.
  private func skyRule(_ number: Int, _ scene: Scene, in theme: Theme) -> String {
    for case .gradient(let top, let bottom) in scene.shapes {
      return ".k\(number){--sky:\(scene.colour(top, in: theme).hex);"
        + "--ground:\(scene.colour(bottom, in: theme).hex)}"
    }
    return ""
  }
}

extension Shape {
  /// The shape as an element of SVG, its role's class given by `colour`; the sky is none.
  func element(_ colour: (String) -> Int?) -> HTML? {
    func paint(_ role: String) -> HTML {
      guard let number = colour(role) else { return "" }
      return " class=\"c\(number)\""
    }
    func stroke(_ role: String, _ width: Double) -> HTML {
      let name: HTML = colour(role).map { "c\($0) " } ?? ""
      return " class=\"\(name)s\" stroke-width=\"\(width)\""
    }
    switch self {
    case .gradient:
      return nil
    case .circle(let x, let y, let radius, let role):
      return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"\(paint(role))/>"
    case .ellipse(let x, let y, let radiusX, let radiusY, let role):
      return "<ellipse cx=\"\(x)\" cy=\"\(y)\" rx=\"\(radiusX)\" ry=\"\(radiusY)\"\(paint(role))/>"
    case .ring(let x, let y, let radius, let width, let role):
      return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\"\(stroke(role, width))/>"
    case .rectangle(let x, let y, let width, let height, let role):
      return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"\(paint(role))/>"
    case .polygon(let points, let role, let opacity):
      let faint: HTML = opacity < 1 ? " opacity=\"\(opacity)\"" : ""
      return "<polygon points=\"\(Shape.list(points))\"\(faint)\(paint(role))/>"
    case .line(let points, let width, let role):
      return "<polyline points=\"\(Shape.list(points))\"\(stroke(role, width))/>"
    }
  }

  private static func list(_ points: [Double]) -> HTML {
    points.enumerated().map { index, number in
      let separator: HTML = index == 0 ? "" : index % 2 == 0 ? " " : ","
      return "\(separator)\(number)"
    }.joined()
  }
}
