import Presentation

/// An edited text in lines of so many cells, and where its cursor is among them.
///
/// Lines are found by their cells alone, and are written when they are asked for: of a long text few are seen.
struct InputLayout {
  /// The characters of each line on the screen.
  let lines: [Range<Int>]
  /// The line that has the cursor.
  let cursorLine: Int
  /// The part of that line before the cursor.
  let beforeCursor: String
  private let edited: EditedText
  private let width: CellWidth

  /// Breaks lines behind spaces and beside wide characters, or, where a word is longer than the line, within it.
  init(_ edited: EditedText, cells: Int, width: CellWidth) {
    self.edited = edited
    self.width = width
    var breaking = LineBreaking(room: max(1, cells))
    let characters = edited.characters
    // As everywhere else, so that a text doesn't move when the cursor leaves it.
    func mayBreak(before place: Int) -> Bool {
      guard place > 0 else { return false }
      let (left, right) = (characters[place - 1], characters[place])
      if InputLayout.plainByte(of: left) != nil, InputLayout.plainByte(of: right) != nil { return false }
      return TextLayout.mayBreak(between: left, and: right)
    }
    for place in characters.indices {
      let character = characters[place]
      if let byte = InputLayout.plainByte(of: character) {
        breaking.take(place, cells: 1, isSpace: byte == 0x20, mayBreak: mayBreak(before: place))
      } else if edited.isBreak(place) {
        breaking.end(at: place, next: place + 1)
      } else {
        let piece = InputLayout.piece(character, width)
        breaking.take(place, cells: piece.cells, isSpace: false, mayBreak: mayBreak(before: place))
      }
    }
    breaking.end(at: characters.count, next: characters.count)
    lines = breaking.ranges
    // Between two lines the cursor is at the start of the lower one.
    let line = lines.lastIndex { $0.lowerBound <= edited.cursor } ?? 0
    cursorLine = line
    let start = lines[line].lowerBound
    beforeCursor = InputLayout.text(
      characters[start..<max(start, min(edited.cursor, lines[line].upperBound))], width)
  }

  /// A line as a terminal may show it.
  func text(ofLine index: Int) -> String { InputLayout.text(edited.characters[lines[index]], width) }

  private static func text(_ characters: ArraySlice<Character>, _ width: CellWidth) -> String {
    characters.map { piece($0, width).text }.joined()
  }

  /// The place above or below the cursor that is nearest to its column; nil where there is no such line.
  func place(linesBelow offset: Int) -> Int? {
    guard lines.indices.contains(cursorLine + offset) else { return nil }
    func cells(_ place: Int) -> Int { InputLayout.piece(edited.characters[place], width).cells }
    let column = (lines[cursorLine].lowerBound..<edited.cursor).reduce(0) { $0 + cells($1) }
    let range = lines[cursorLine + offset]
    var used = 0
    for place in range {
      if used + (cells(place) + 1) / 2 > column { return place }
      used += cells(place)
    }
    // The end of a line that goes on below would be shown at the start of the next.
    let goesOn =
      lines.indices.contains(cursorLine + offset + 1)
      && lines[cursorLine + offset + 1].lowerBound == range.upperBound
    return goesOn ? max(range.lowerBound, range.upperBound - 1) : range.upperBound
  }

  /// A character as it is shown, and the cells that it takes.
  private static func piece(_ character: Character, _ width: CellWidth) -> (text: String, cells: Int) {
    if plainByte(of: character) != nil { return (String(character), 1) }
    let text = SafeText.line(String(character))
    return (text, width.cells(in: text))
  }

  /// The byte of a printable character of ASCII.
  private static func plainByte(of character: Character) -> UInt8? {
    guard character.utf8.count == 1, let byte = character.utf8.first, byte >= 0x20, byte < 0x7F else {
      return nil
    }
    return byte
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

  init(room: Int) {
    self.room = room
  }

  /// Takes a character; `mayBreak` says that a line may end before it though no space is there.
  mutating func take(_ place: Int, cells: Int, isSpace: Bool, mayBreak: Bool) {
    if !isSpace, isAfterSpace || mayBreak, place > start { chance = (place, used) }
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
  }

  mutating func end(at place: Int, next: Int) {
    ranges.append(start..<place)
    (start, used, chance, isAfterSpace) = (next, 0, nil, false)
  }
}
