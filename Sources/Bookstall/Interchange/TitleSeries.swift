/// Parts a title from the series that some services write behind it in parentheses.
package enum TitleSeries {
  /// Splits `Title (Name, #2; Other, #5)`; any other parenthesis stays in the title.
  package static func split(_ title: String) -> (title: String, series: [SeriesPlace]) {
    guard let open = openingOfLastParenthesis(title) else { return (title, []) }
    let inside = title.utf8[title.utf8.index(after: open)...].dropLast()
    var series: [SeriesPlace] = []
    for part in inside.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false) {
      guard let place = place(String(Substring(part))) else { return (title, []) }
      series.append(place)
    }
    guard let bare = TextNormalisation.line(String(title[..<open])) else { return (title, []) }
    return (bare, series)
  }

  /// Writes a title and its series the way `split` reads them.
  package static func joined(title: String, series: [SeriesPlace]) -> String {
    let places = series.compactMap { place in place.number.map { "\(place.name), #\($0)" } }
    return places.isEmpty ? title : "\(title) (\(places.joined(separator: "; ")))"
  }

  /// Reads a cell of series: `Name (#1.0), Other (#2)`, `Name, #1; Other #2` or a mere name.
  package static func places(_ cell: String) -> [SeriesPlace] {
    guard cell.contains("(#"), cell.utf8.last == UInt8(ascii: ")") || cell.contains("), ") else {
      return cell.utf8.split(separator: UInt8(ascii: ";")).compactMap { part in
        guard let text = TextNormalisation.line(String(Substring(part))) else { return nil }
        return place(text) ?? SeriesPlace(name: text, number: nil)
      }
    }
    var places: [SeriesPlace] = []
    var rest = Substring(cell)
    while let open = rest.firstRange(of: "(#"), let close = rest[open.upperBound...].firstIndex(of: ")") {
      let name = rest[..<open.lowerBound].drop { $0 == "," || $0 == ";" || $0 == " " }
      if let place = place(name + "#" + rest[open.upperBound..<close]) { places.append(place) }
      rest = rest[rest.index(after: close)...]
    }
    // Names without a place may stand behind those that have one.
    for name in rest.split(separator: ",") {
      if let name = TextNormalisation.line(String(name)) {
        places.append(SeriesPlace(name: name, number: nil))
      }
    }
    return places
  }

  /// Writes series as `places` reads them.
  static func cell(of places: [SeriesPlace]) -> String {
    places.map { place in place.name + (place.number.map { " (#\($0))" } ?? "") }.joined(separator: ", ")
  }

  /// Brings a place in a series to its short form: `1.0` is `1`.
  package static func placeNumber(_ text: String) -> String {
    text.hasSuffix(".0") && text.utf8.count > 2 ? String(text.dropLast(2)) : text
  }

  /// The `(` that the title's final `)` closes, or nil where the title doesn't end in a parenthesis.
  private static func openingOfLastParenthesis(_ title: String) -> String.Index? {
    let bytes = title.utf8
    guard bytes.last == UInt8(ascii: ")") else { return nil }
    var depth = 0
    var index = bytes.endIndex
    while index > bytes.startIndex {
      index = bytes.index(before: index)
      if bytes[index] == UInt8(ascii: ")") { depth += 1 }
      if bytes[index] == UInt8(ascii: "(") { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Reads `Name, #2` or `Name #2`.
  private static func place(_ text: String) -> SeriesPlace? {
    guard let mark = text.utf8.lastIndex(of: UInt8(ascii: "#")) else { return nil }
    guard let number = TextNormalisation.line(String(text[text.utf8.index(after: mark)...])),
      number.utf8.allSatisfy({ $0 > 0x20 }), number.utf8.contains(where: { (0x30...0x39).contains($0) }),
      var name = TextNormalisation.line(String(text[..<mark]))
    else { return nil }
    if name.hasSuffix(",") {
      guard let bare = TextNormalisation.line(String(name.dropLast())) else { return nil }
      name = bare
    }
    // Two places in one, such as `#10 & #11`.
    if name.utf8.contains(UInt8(ascii: "#")) { return nil }
    return SeriesPlace(name: name, number: placeNumber(number))
  }
}
