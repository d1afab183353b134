/// A column of ratings whose name says how far they count, such as `Rating (out of 10)` or `Score /5`.
struct StatedScale: Sendable {
  /// The number of the best rating.
  let whole: Double

  /// Reads a column's name; nil for one that states nothing, or whose beginning is none of the names for ratings.
  init?(_ name: String, names: [String]) {
    var rest = name.lowercased()[...]
    while let last = rest.last, ")] ".contains(last) { rest.removeLast() }
    let digits = rest.reversed().prefix { ("0"..."9").contains($0) }
    guard let whole = Int(String(digits.reversed())), [5, 10, 20, 100].contains(whole) else { return nil }
    rest = rest.dropLast(digits.count)
    while rest.last == " " { rest.removeLast() }
    guard let mark = StatedScale.marks.first(where: rest.hasSuffix) else { return nil }
    rest = rest.dropLast(mark.count)
    while let last = rest.last, "([ :,".contains(last) { rest.removeLast() }
    guard names.contains(String(rest)) else { return nil }
    self.whole = Double(whole)
  }

  private static let marks = ["out of", "/", " of", "(of", "0-", "1-", "0\u{2013}", "1\u{2013}"]

  /// The stars of a cell that holds a plain number; nil for one that says its own scale, or nothing.
  func rating(_ cell: String) -> CellReading<Rating>? {
    guard let number = RatingReading.plainNumber(cell), number != 0 else { return nil }
    return Rating(stars: number * 5 / whole).map { .value($0) } ?? .unreadable
  }
}
