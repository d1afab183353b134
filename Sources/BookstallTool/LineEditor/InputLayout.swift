import Presentation

/// An edited text in lines of so many cells, and where its cursor is among them.
struct InputLayout {
  /// A line on the screen.
  struct Line: Equatable {
    /// The characters that it shows.
    var range: Range<Int>
    /// The same as a terminal may show them.
    var text: String
  }

  let lines: [Line]
  /// The line that has the cursor.
  let cursorLine: Int
  /// The part of that line before the cursor.
  let beforeCursor: String
  private let cursor: Int
  private let pieces: [Piece]

  /// A character as it is shown.
  private struct Piece {
    var text: String
    var cells: Int
    var isSpace: Bool
    var isWide: Bool
  }

  /// Breaks lines behind spaces and beside wide characters, or, where a word is longer than the line, within it.
  init(_ edited: EditedText, cells: Int, width: CellWidth) {
    let pieces = edited.characters.map { InputLayout.piece($0, width) }
    var breaking = LineBreaking(room: max(1, cells))
    for (place, piece) in pieces.enumerated() {
      if edited.isBreak(place) {
        breaking.end(at: place, next: place + 1)
      } else {
        breaking.take(place, cells: piece.cells, isSpace: piece.isSpace, isWide: piece.isWide)
      }
    }
    breaking.end(at: pieces.count, next: pieces.count)
    lines = breaking.ranges.map { range in
      Line(range: range, text: pieces[range].map(\.text).joined())
    }
    cursor = edited.cursor
    // Between two lines the cursor is at the start of the lower one.
    let line = lines.lastIndex { $0.range.lowerBound <= edited.cursor } ?? 0
    cursorLine = line
    let start = lines[line].range.lowerBound
    beforeCursor = pieces[start..<max(start, min(edited.cursor, lines[line].range.upperBound))].map(\.text)
      .joined()
    self.pieces = pieces
  }

  /// The place above or below the cursor that is nearest to its column; nil where there is no such line.
  func place(linesBelow offset: Int) -> Int? {
    guard lines.indices.contains(cursorLine + offset) else { return nil }
    let column = pieces[lines[cursorLine].range.lowerBound..<cursor].reduce(0) { $0 + $1.cells }
    let range = lines[cursorLine + offset].range
    var used = 0
    for place in range {
      if used + (pieces[place].cells + 1) / 2 > column { return place }
      used += pieces[place].cells
    }
    // The end of a line that goes on below would be shown at the start of the next.
    let goesOn =
      lines.indices.contains(cursorLine + offset + 1)
      && lines[cursorLine + offset + 1].range.lowerBound == range.upperBound
    return goesOn ? max(range.lowerBound, range.upperBound - 1) : range.upperBound
  }

  private static func piece(_ character: Character, _ width: CellWidth) -> Piece {
    if let byte = character.asciiValue, byte >= 0x20, byte < 0x7F {
      return Piece(text: String(character), cells: 1, isSpace: byte == 0x20, isWide: false)
    }
    let text = SafeText.line(String(character))
    let cells = width.cells(in: text)
    return Piece(text: text, cells: cells, isSpace: false, isWide: cells == 2)
  }
}

/// Where lines end, found character by character.
private struct LineBreaking {
  let room: Int
  private(set) var ranges: [Range<Int>] = []
  private var start = 0
  private var used = 0
  /// The last place at which the line could end, and the cells before it.
  private var chance: (place: Int, used: Int)?
  private var isAfterSpace = false
  private var isAfterWide = false

  init(room: Int) {
    self.room = room
  }

  mutating func take(_ place: Int, cells: Int, isSpace: Bool, isWide: Bool) {
    let mayBreak = !isSpace && (isAfterSpace || isWide || isAfterWide)
    if mayBreak, place > start { chance = (place, used) }
    // One space at the end of a line may hang over.
    while used + cells > (isSpace ? room + 1 : room), place > start {
      let (end, before) = (isSpace ? nil : chance) ?? (place, used)
      ranges.append(start..<end)
      start = end
      used -= before
      chance = nil
    }
    used += cells
    isAfterSpace = isSpace
    isAfterWide = isWide
  }

  mutating func end(at place: Int, next: Int) {
    ranges.append(start..<place)
    (start, used, chance, isAfterSpace, isAfterWide) = (next, 0, nil, false, false)
  }
}
