import Presentation

/// Two values that differ, each short enough for a line and cut so that the difference shows.
enum ChangedText {
  /// Both values on one line each; where long texts begin alike they start shortly before they part.
  static func excerpts(_ old: String, _ new: String, cells: Int, _ layout: TextLayout) -> (String, String) {
    let start = commonStart(of: old, new)
    // What parts in the first half of its room is seen there with what stands before it.
    let isFar = layout.width.cells(in: SafeText.line(String(start))) > cells / 2
    guard isFar, [old, new].contains(where: { !fits($0, cells, layout) }) else {
      return (SafeText.excerpt(old, cells: cells, layout), SafeText.excerpt(new, cells: cells, layout))
    }
    let shown = beforeDifference(start, cells: cells / 3, layout)
    let skipped = old.unicodeScalars[..<shown].count
    func end(of text: String) -> String {
      let rest = String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(skipped).prefix(cells * 8)))
      return layout.truncated(layout.ellipsis + SafeText.line(rest), to: cells)
    }
    return (end(of: old), end(of: new))
  }

  private static func fits(_ text: String, _ cells: Int, _ layout: TextLayout) -> Bool {
    text.utf8.count <= cells
      || text.unicodeScalars.count <= cells * 8 && layout.width.cells(in: SafeText.line(text)) <= cells
  }

  /// What both begin with, up to a place between characters in either.
  private static func commonStart(of old: String, _ new: String) -> Substring {
    let count = zip(old.unicodeScalars, new.unicodeScalars).prefix { $0 == $1 }.count
    let place = old.unicodeScalars.index(old.startIndex, offsetBy: count)
    let start = old[..<place]
    // A mark may follow in one of the two, and change the last character.
    return place < old.endIndex || count < new.unicodeScalars.count ? start.dropLast() : start
  }

  /// Where the last words of a beginning start, which show where the difference is.
  private static func beforeDifference(
    _ start: Substring, cells: Int, _ layout: TextLayout
  ) -> Substring.Index {
    var place = start.endIndex
    var used = 0
    while place > start.startIndex {
      let before = start.index(before: place)
      used += layout.width.cells(in: start[before])
      if used > cells { break }
      place = before
    }
    // From the start of a word, if one starts there at all.
    let word = start[place...].firstIndex(of: " ").map { start.index(after: $0) }
    return word.flatMap { $0 < start.endIndex ? $0 : nil } ?? place
  }
}
