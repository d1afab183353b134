import Bookstall

extension Tab {
  /// The texts of the page as a reader's program sees them, without asking a script.
  func visibleTexts() throws -> String {
    try nodes().map(\.name).joined(separator: "\n")
  }

  /// The roles and names of everything that a reader's program tells.
  func accessibleNames() throws -> [String] {
    try nodes().map { "\($0.role): \($0.name)" }
  }

  private func nodes() throws -> [(role: String, name: String)] {
    try call("Accessibility.enable")
    let tree = try call("Accessibility.getFullAXTree")["nodes"]?.elements ?? []
    return tree.filter { $0["ignored"]?.isTrue != true }.map { node in
      (node["role"]?["value"]?.text ?? "", node["name"]?["value"]?.text ?? "")
    }
  }

  /// Pulls with the mouse straight down.
  func drag(from start: (x: Double, y: Double), by distance: Double) throws {
    try drag(from: start, to: (start.x, start.y + distance))
  }

  /// Presses the mouse at one place and lets it go at another.
  func drag(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) throws {
    func mouse(_ kind: String, _ part: Double) throws {
      try call(
        "Input.dispatchMouseEvent",
        [
          "type": .string(kind), "x": .number("\(start.x + (end.x - start.x) * part)"),
          "y": .number("\(start.y + (end.y - start.y) * part)"), "button": .string("left"),
          "buttons": .count(kind == "mouseReleased" ? 0 : 1), "clickCount": .count(1),
        ])
    }
    try mouse("mousePressed", 0)
    for step in 1...5 { try mouse("mouseMoved", Double(step) / 5) }
    try mouse("mouseReleased", 1)
  }
}
