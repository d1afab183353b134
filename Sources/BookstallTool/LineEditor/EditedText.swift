/// A text with a cursor between its characters.
///
/// Characters are grapheme clusters: a family, a flag or a letter with its accents goes and comes as one.
struct EditedText: Equatable {
  private(set) var characters: [Character] = []
  /// How many characters stand before the cursor.
  private(set) var cursor = 0
  /// Whether it may have line breaks.
  let hasLines: Bool

  /// A text with the cursor at its end.
  init(_ text: String = "", hasLines: Bool = false) {
    self.hasLines = hasLines
    insert(text)
  }

  /// A text as it was kept, to the last character, with the cursor at its end.
  init(kept text: String, hasLines: Bool = false) {
    self.hasLines = hasLines
    set(text)
  }

  /// The text without its cursor.
  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isAtEnd: Bool { cursor == characters.count }

  /// Puts text before the cursor; what could move a terminal's cursor is left out.
  mutating func insert(_ text: String) { replace(cursor..<cursor, with: cleaned(text)) }

  /// Makes it another text as it is, with the cursor at its end.
  mutating func set(_ text: String) { replace(0..<characters.count, with: text) }

  /// Sets the cursor to a place, or as near to it as there is one.
  mutating func move(to place: Int) { cursor = min(max(place, 0), characters.count) }

  mutating func deleteBefore() {
    if cursor > 0 { replace(cursor - 1..<cursor, with: "") }
  }

  mutating func deleteAfter() {
    if !isAtEnd { replace(cursor..<cursor + 1, with: "") }
  }

  /// Deletes from the place to the cursor, or from the cursor to the place, and returns what stood there.
  mutating func delete(to place: Int) -> String {
    let range = min(place, cursor)..<max(place, cursor)
    let gone = String(characters[range])
    replace(range, with: "")
    return gone
  }

  // MARK: Places

  /// Where the word before the cursor begins.
  var wordStart: Int {
    var place = cursor
    while place > 0, !EditedText.isInWord(characters[place - 1]) { place -= 1 }
    while place > 0, EditedText.isInWord(characters[place - 1]) { place -= 1 }
    return place
  }

  /// Where the word behind the cursor ends.
  var wordEnd: Int {
    var place = cursor
    while place < characters.count, !EditedText.isInWord(characters[place]) { place += 1 }
    while place < characters.count, EditedText.isInWord(characters[place]) { place += 1 }
    return place
  }

  /// Where the line of the cursor begins.
  var lineStart: Int {
    var place = cursor
    while place > 0, !isBreak(place - 1) { place -= 1 }
    return place
  }

  /// Where the line of the cursor ends.
  var lineEnd: Int {
    var place = cursor
    while place < characters.count, !isBreak(place) { place += 1 }
    return place
  }

  /// Whether the line ends at that place; a kept text may have breaks of any kind.
  func isBreak(_ place: Int) -> Bool { hasLines && characters[place].isNewline }

  private static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }

  // MARK: Changing

  private mutating func replace(_ range: Range<Int>, with text: String) {
    if range.isEmpty, text.isEmpty { return }
    // What stands on both sides of the cursor may have become one character, as the halves of a flag do; no further
    // away than where two characters stand side by side that never join. A long text is not read as a whole.
    var (first, last) = (max(0, range.lowerBound - 1), min(range.upperBound + 1, characters.count))
    while first > 0, !neverJoin(at: first) { first -= 1 }
    while last < characters.count, !neverJoin(at: last) { last += 1 }
    let head = String(characters[first..<range.lowerBound]) + text
    let tail = String(characters[range.upperBound..<last])
    characters.replaceSubrange(first..<last, with: Array(head + tail))
    let wanted = head.utf8.count
    var passed = 0
    cursor = first
    while cursor < characters.count, passed < wanted {
      passed += characters[cursor].utf8.count
      cursor += 1
    }
  }

  /// Whether the characters before and behind the place are of those that join with nothing.
  private func neverJoin(at place: Int) -> Bool {
    place > 0 && place < characters.count && EditedText.joinsNothing(characters[place - 1])
      && EditedText.joinsNothing(characters[place])
  }

  /// Letters of ASCII and ideographs stand alone before others of them.
  private static func joinsNothing(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let scalar = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex else {
      return false
    }
    return (0x20..<0x7F).contains(scalar.value) || (0x3400..<0xA000).contains(scalar.value)
  }

  private func cleaned(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in EditedText.breaksAsLineFeeds(text).unicodeScalars {
      switch scalar.value {
      case 0x0A: result.append(hasLines ? "\n" : " ")
      case 0x09: result.append(hasLines ? "\t" : " ")
      case 0x00..<0x20, 0x7F..<0xA0: continue
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The text with its line breaks, whatever their kind, as `\n`.
  static func breaksAsLineFeeds(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isAfterReturn = false
    for scalar in text.unicodeScalars {
      defer { isAfterReturn = scalar == "\r" }
      if scalar == "\n", isAfterReturn { continue }
      let isBreak = scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
      result.append(isBreak ? "\n" : scalar)
    }
    return String(result)
  }
}
