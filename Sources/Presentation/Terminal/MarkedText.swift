import Bookstall

/// Text in which the words of a search stand out: by colour, and where there is none, between marks.
struct MarkedText {
  private let words: SearchWords
  private let layout: TextLayout
  private let found: Style
  private let marks: (opening: Character, closing: Character)?

  /// Marks for one kind of terminal; a screen reader would read marks out, so there it gets none.
  init(_ words: SearchWords, _ options: TerminalOptions) {
    self.words = words
    layout = options.layout
    found = options.accent(isBold: true)
    let hasColour = options.colour > .none
    marks = hasColour || options.isAccessible ? nil : options.isASCII ? ("[", "]") : ("«", "»")
  }

  /// One cluster as it is drawn.
  private struct Cluster {
    var character: Character
    var style: Style
    var isFound: Bool
  }

  /// Whether any of the words stands in the text.
  func isFound(in text: String) -> Bool { !words.ranges(in: text).isEmpty }

  /// The text with its matches marked, cut to a number of cells; nil for no limit.
  func line(_ text: String, to cells: Int? = nil, _ style: Style = .plain) -> StyledText {
    let clusters = clusters(text, style)
    let needed = clusters.reduce(0) { $0 + layout.width.cells(in: $1.character) }
    guard let cells, needed > cells else { return styled(clusters[...]) }
    // Room for the ellipsis and for the mark that closes a match that is cut.
    let closing = marks.map { layout.width.cells(in: $0.closing) } ?? 0
    let room = max(0, cells - layout.width.cells(in: layout.ellipsis) - closing)
    var used = 0
    var end = 0
    while end < clusters.count {
      used += layout.width.cells(in: clusters[end].character)
      if used > room { break }
      end += 1
    }
    if let opening = marks?.opening, end > 0, clusters[end - 1].character == opening { end -= 1 }
    let isCut = end > 0 && end < clusters.count && clusters[end - 1].isFound && clusters[end].isFound
    var line = styled(clusters[..<end])
    guard layout.width.cells(in: layout.ellipsis) <= cells else { return line }
    line.append(layout.ellipsis, style)
    if isCut, let mark = marks?.closing { line.append(String(mark), found) }
    return line
  }

  /// A piece of a long text around the first match, in one line; nil where nothing is found.
  func excerpt(of text: String, to cells: Int?) -> StyledText? {
    guard let near = neighbourhood(in: text) else { return nil }
    let line = TextLayout.squeezed(SafeText.line(near.text))
    guard let first = words.ranges(in: line).first else { return nil }
    var start = line.startIndex
    if let cells {
      // The match stands in the first third, so that what follows can be read.
      var room = cells / 3
      var place = first.lowerBound
      while place > line.startIndex {
        let before = line.index(before: place)
        room -= layout.width.cells(in: line[before])
        if room < 0 { break }
        place = before
      }
      if place > line.startIndex, let space = line[place..<first.lowerBound].firstIndex(of: " ") {
        place = line.index(after: space)
      }
      start = place
    }
    let isCut = near.isCut || start > line.startIndex
    return self.line((isCut ? layout.ellipsis : "") + line[start...], to: cells)
  }

  /// The first match and some text on both sides: reviews may be megabytes.
  private func neighbourhood(in text: String) -> (text: String, isCut: Bool)? {
    guard let first = words.ranges(in: text).first else { return nil }
    let scalars = text.unicodeScalars
    let start = scalars.index(first.lowerBound, offsetBy: -600, limitedBy: scalars.startIndex)
    let end = scalars.index(first.lowerBound, offsetBy: 1200, limitedBy: scalars.endIndex)
    return (String(text[(start ?? scalars.startIndex)..<(end ?? scalars.endIndex)]), start != nil)
  }

  private func clusters(_ text: String, _ style: Style) -> [Cluster] {
    var clusters: [Cluster] = []
    var place = text.startIndex
    func add(_ part: Substring, _ style: Style, isFound: Bool) {
      clusters += part.map { Cluster(character: $0, style: style, isFound: isFound) }
    }
    for range in words.ranges(in: text) {
      add(text[place..<range.lowerBound], style, isFound: false)
      if let marks { clusters.append(Cluster(character: marks.opening, style: found, isFound: true)) }
      add(text[range], found, isFound: true)
      if let marks { clusters.append(Cluster(character: marks.closing, style: found, isFound: true)) }
      place = range.upperBound
    }
    add(text[place...], style, isFound: false)
    return clusters
  }

  private func styled(_ clusters: ArraySlice<Cluster>) -> StyledText {
    var line = StyledText()
    for cluster in clusters { line.append(String(cluster.character), cluster.style) }
    return line
  }
}
