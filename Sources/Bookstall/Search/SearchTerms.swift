/// Cuts what a reader types into words and phrases.
///
/// Marks around words are left out, as they are no part of the words in texts either. What stands between quotation
/// marks is a phrase, and so are words that a hyphen, an apostrophe or a full stop joins.
enum SearchTerms {
  /// The words and phrases of the texts; marks alone are looked for as they are.
  static func terms(in texts: [String]) -> [SearchWord] {
    let terms = texts.flatMap { text in
      segments(of: text).flatMap { $0.isQuoted ? quoted($0.text) : chunks(of: $0.text).flatMap(words) }
    }
    if !terms.isEmpty { return terms }
    return texts.flatMap { $0.split(whereSeparator: \.isWhitespace) }.compactMap { SearchWord(String($0)) }
  }

  private static let quotes: [Character: Set<Character>] = [
    "\"": ["\""], "“": ["”"], "„": ["“", "”"], "«": ["»"], "»": ["«"], "「": ["」"], "『": ["』"], "《": ["》"],
    "〈": ["〉"], "＂": ["＂"],
  ]

  /// The text cut at pairs of quotation marks; a mark without its partner is a mark like any other.
  private static func segments(of text: String) -> [(text: Substring, isQuoted: Bool)] {
    var segments: [(text: Substring, isQuoted: Bool)] = []
    var rest = text[...]
    var place = rest.startIndex
    while place < rest.endIndex {
      let next = rest.index(after: place)
      if let closing = quotes[rest[place]], let end = rest[next...].firstIndex(where: closing.contains) {
        segments.append((rest[..<place], false))
        segments.append((rest[next..<end], true))
        rest = rest[rest.index(after: end)...]
        place = rest.startIndex
      } else {
        place = next
      }
    }
    return segments + [(rest, false)]
  }

  private static func chunks(of text: Substring) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

  private static func quoted(_ text: Substring) -> [SearchWord] {
    term(chunks(of: text).flatMap(joined).flatMap(\.parts)) { _ in "\"\(text)\"" }
  }

  private static func words(in chunk: Substring) -> [SearchWord] {
    joined(chunk).flatMap { group in term(group.parts) { _ in group.typed } }
  }

  /// The word or the phrase of some parts; none if folding leaves nothing of them.
  private static func term(_ parts: [String], typed: ([String]) -> String) -> [SearchWord] {
    let words = parts.compactMap { SearchWord($0) }
    return words.count < 2 ? words : [SearchWord(phrase: words, typed: typed(parts))]
  }

  /// Words that hang together.
  private struct Group {
    var parts: [String] = []
    /// What was typed, from the first word to the last.
    var typed = ""
  }

  /// The words of a chunk without white space; those in one group hang together.
  private static func joined(_ chunk: Substring) -> [Group] {
    var groups = [Group()]
    var word = String.UnicodeScalarView()
    // What joins the next word to the one before.
    var joint = String.UnicodeScalarView()
    func endWord() {
      guard !word.isEmpty else { return }
      let last = groups.count - 1
      groups[last].typed += (groups[last].parts.isEmpty ? "" : String(joint)) + String(word)
      groups[last].parts.append(String(word))
      word.removeAll()
      joint.removeAll()
    }
    for scalar in chunk.unicodeScalars {
      if isPart(scalar, of: word) {
        word.append(scalar)
        continue
      }
      endWord()
      joint.append(scalar)
      if !joiners.contains(scalar) { groups.append(Group()) }
    }
    endWord()
    return groups.filter { !$0.parts.isEmpty }
  }

  private static let joiners: Set<Unicode.Scalar> = [
    "-", "\u{2010}", "\u{2011}", "'", "’", ".", "·", "・", "&", "/", "_", "@", "＇", "．", "－",
  ]

  /// Whether a scalar belongs to the word before it: letters, digits and signs do, marks of writing don't, except for
  /// those that names such as `C#` end with.
  private static func isPart(_ scalar: Unicode.Scalar, of word: String.UnicodeScalarView) -> Bool {
    if scalar == "#" { return word.last.map(WordBoundary.isInWord) ?? false }
    if "<>|=~^`".unicodeScalars.contains(scalar) { return false }
    return switch scalar.properties.generalCategory {
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation, .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }
}
