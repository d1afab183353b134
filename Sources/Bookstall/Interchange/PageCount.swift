/// The number of pages in a cell as library records and shops write it.
enum PageCount {
  /// The one number that can be meant; nil where there is none, or more than one.
  ///
  /// Commas, colons and semicolons part the cell; each part is a number of pages, a Roman numeral, or words without a number.
  static func number(in text: String) -> Int? {
    var found: [Int] = []
    for part in parts(of: text.lowercased()) {
      switch reading(part) {
      case .number(let pages): found.append(pages)
      case .other: continue
      case .unclear: return nil
      }
    }
    return found.count == 1 ? found[0] : nil
  }

  private enum Part {
    case number(Int)
    /// Nothing with a digit, or a number of something else, such as `24 cm`.
    case other
    case unclear
  }

  private static let units: Set<String> = [
    "p", "p.", "pp", "pp.", "pg", "pg.", "pgs", "pgs.", "page", "pages", "s", "s.", "seiten", "seite",
    "sivua",
    "sider", "sidor", "páginas", "pages.", "pagine", "pág.", "págs.",
  ]
  private static let measures: Set<String> = [
    "cm", "cm.", "mm", "in", "in.", "inches", "g", "kg", "lb", "oz",
  ]

  /// The parts between semicolons, colons and commas that don't stand in a number.
  private static func parts(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    for index in text.indices {
      let next = text.index(after: index)
      let isComma = text[index] == "," && (next == text.endIndex || text[next] == " ")
      guard text[index] == ";" || text[index] == ":" || isComma else { continue }
      parts.append(text[start..<index])
      start = next
    }
    return parts + [text[start...]]
  }

  private static func reading(_ part: Substring) -> Part {
    var words = part.split(separator: " ")
    guard part.contains(where: \.isNumber) else { return .other }
    // `p. 345`, `345 p.` and `345p.`
    if words.count > 1, units.contains(String(words[0])) { words.removeFirst() }
    if words.count > 1, let last = words.last, units.contains(String(last)) {
      words.removeLast()
    } else if words.count == 2, measures.contains(String(words[1])) {
      return .other
    } else if words.count == 1 {
      let digits = words[0].prefix { ("0"..."9").contains($0) || $0 == "," }
      if units.contains(String(words[0].dropFirst(digits.count))) { words[0] = digits }
    }
    if words.count == 1, words[0].first == "[", words[0].last == "]" {
      words[0] = words[0].dropFirst().dropLast()
    }
    // Blanks part thousands, as in `1 234`; of other groups nobody knows which one counts.
    guard let pages = NumberReading.whole(Substring(words.joined(separator: ","))) else { return .unclear }
    return .number(pages)
  }
}
