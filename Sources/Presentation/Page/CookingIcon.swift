import Bookstall

/// The icon of a way of cooking as shapes on a board of 42 by 42, in one colour.
enum CookingIcon {
  /// The side of the board, and of every icon on the page.
  static let side = 42

  /// The shapes of an icon by its name; a name without one shows a pot.
  static func shapes(_ name: String) -> [Shape] {
    switch name {
    case "steam": steamer + [wisp(14), wisp(21), wisp(28)]
    case "pan-fry": pan + [.ellipse(17, 22, radii: 7, 2.6, "ink")]
    case "griddle":
      [
        stroke([6, 27, 36, 27]), .ellipse(21, 23, radii: 10, 2.4, "ink"), stroke([10, 31, 12, 36]),
        stroke([32, 31, 30, 36]), stroke([16, 33, 17, 37]), stroke([26, 33, 25, 37]), wisp(16), wisp(26),
      ]
    case "flash-fry":
      [
        stroke([5, 18, 9, 26, 16, 30, 26, 30, 33, 26, 37, 18]), stroke([5, 18, 37, 18]),
        stroke([15, 34, 17, 38]),
        stroke([21, 33, 21, 38]), stroke([27, 34, 25, 38]), stroke([21, 4, 18, 12]), stroke([12, 6, 13, 12]),
        stroke([30, 5, 27, 12]),
      ]
    case "roast":
      [
        stroke([21, 4, 21, 8]), stroke([17, 8, 25, 8, 29, 16, 27, 25, 21, 28, 15, 25, 13, 16, 17, 8]),
        stroke([10, 37, 12, 32, 14, 37]), stroke([19, 37, 21, 31, 23, 37]), stroke([28, 37, 30, 32, 32, 37]),
        stroke([6, 38, 36, 38]),
      ]
    case "dip-boil":
      [
        stroke([5, 22, 9, 31, 16, 34, 26, 34, 33, 31, 37, 22]), stroke([5, 22, 37, 22]),
        stroke([17, 22, 18, 12, 24, 12, 25, 22]), wisp(21), stroke([30, 18, 38, 6]), stroke([33, 19, 40, 9]),
      ]
    case "infuse":
      [
        stroke([10, 17, 9, 28, 14, 34, 26, 34, 31, 28, 30, 17, 10, 17]),
        stroke([31, 20, 36, 20, 36, 28, 30, 29]),
        stroke([9, 22, 4, 17]), stroke([16, 17, 17, 13, 23, 13, 24, 17]), .circle(20, 10, radius: 2, "ink"),
      ]
    case "simmer":
      pot + [
        .circle(16, 20, radius: 1.8, "ink"), .circle(22, 17, radius: 1.8, "ink"),
        .circle(27, 20, radius: 1.8, "ink"),
      ]
    default: pot
    }
  }

  private static let width = 2.2

  private static func stroke(_ points: [Double]) -> Shape { .line(points, width: width, "ink") }

  /// Steam above the middle of the board.
  private static func wisp(_ x: Double) -> Shape {
    stroke([x, 14, x - 1.6, 11, x + 1.6, 8, x, 5])
  }

  private static var steamer: [Shape] {
    [
      stroke([7, 18, 35, 18, 35, 27, 7, 27, 7, 18]), stroke([7, 22, 35, 22]),
      stroke([9, 27, 10, 36, 32, 36, 33, 27]),
    ]
  }

  private static var pan: [Shape] {
    [
      .ring(17, 22, radius: 12.5, width: width, "ink"), stroke([28, 17, 39, 11]),
      stroke([12, 16, 15, 14]), stroke([20, 28, 23, 27]),
    ]
  }

  private static var pot: [Shape] {
    [
      stroke([8, 24, 9, 34, 13, 37, 29, 37, 33, 34, 34, 24]), stroke([5, 24, 37, 24]),
      stroke([3, 28, 7, 28]),
      stroke([35, 28, 39, 28]), stroke([14, 12, 13, 9, 15, 6]), stroke([28, 12, 27, 9, 29, 6]),
    ]
  }

  /// The icon as an element of its own.
  static func picture(_ name: String) -> HTML {
    let elements = shapes(name).compactMap { $0.element { _ in nil } }
    return """
      <svg class="way-icon" viewBox="0 0 \(side) \(side)" aria-hidden="true">\(elements.joined())</svg>
      """
  }
}
