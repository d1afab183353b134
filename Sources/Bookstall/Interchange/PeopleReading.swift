/// How a service writes several people into one cell.
enum PeopleStyle: Sendable {
  /// `Mira Holm, Jo Pell`
  case commas
  /// `Ann Vey (Translator), Mira Holm`
  case commasWithRoles
  /// `Mira Holm & Vey && Sons`, a doubled ampersand being part of a name.
  case ampersands
  /// `Mira Holm | Jo Pell`
  case bars
  /// `Holm, Mira; Pell\, Jr., Jo`, the last name first, with a backslash before what is no separator.
  case lastNameFirst
  /// As `commas`, except that a single `Last, First` stays as it is.
  case commasAsTyped
  /// Whatever people type: semicolons or bars part names, a lone comma may part last name and first.
  case typed

  /// The people of a cell in its order.
  func people(in cell: String) -> [(name: String, role: String?)] {
    switch self {
    case .commas:
      PersonNames.separated(ListStyle.commas.items(of: cell)).map { ($0, nil) }
    case .commasAsTyped:
      PeopleStyle.asTyped(cell).map { ($0, nil) }
    case .commasWithRoles:
      PeopleStyle.withSuffixes(PeopleStyle.partsOutsideParentheses(cell).map(PeopleStyle.withRole))
    case .ampersands:
      PeopleStyle.atAmpersands(cell).map { ($0, nil) }
    case .bars:
      ListStyle.bars.items(of: cell).map { ($0, nil) }
    case .lastNameFirst:
      BackslashList.parts(of: cell, at: UInt8(ascii: ";")).compactMap { part in
        let names = BackslashList.parts(of: part, at: UInt8(ascii: ",")).compactMap {
          TextNormalisation.line(BackslashList.plain($0))
        }
        return names.isEmpty ? nil : (PersonNames.turned(names), nil)
      }
    case .typed:
      PeopleStyle.typedNames(cell).map(PeopleStyle.withRole)
    }
  }

  /// Puts a `Jr.` back behind the name before it; the role stands behind both.
  private static func withSuffixes(_ people: [(name: String, role: String?)]) -> [(
    name: String, role: String?
  )] {
    var joined: [(name: String, role: String?)] = []
    for person in people {
      if let last = joined.last, last.role == nil, PersonNames.isSuffix(person.name) {
        joined[joined.count - 1] = (last.name + ", " + person.name, person.role)
      } else {
        joined.append(person)
      }
    }
    return joined
  }

  /// Parts a name from the role that stands in parentheses behind it.
  private static func withRole(_ text: String) -> (name: String, role: String?) {
    guard text.hasSuffix(")"), let open = text.utf8.lastIndex(of: UInt8(ascii: "(")),
      let name = TextNormalisation.line(String(text[..<open]))
    else { return (text, nil) }
    let inside = text.utf8[text.utf8.index(after: open)...].dropLast()
    return (name, TextNormalisation.line(String(Substring(inside))))
  }

  /// The parts between commas that stand in no parentheses; plainly between commas where those don't match.
  private static func partsOutsideParentheses(_ cell: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    var depth = 0
    for byte in cell.utf8 {
      if byte == UInt8(ascii: ","), depth == 0 {
        parts.append([])
        continue
      }
      if byte == UInt8(ascii: "(") { depth += 1 }
      if byte == UInt8(ascii: ")") { depth -= 1 }
      if depth < 0 { break }
      parts[parts.count - 1].append(byte)
    }
    guard depth == 0 else { return ListStyle.commas.items(of: cell) }
    return parts.compactMap { TextNormalisation.line(String(decoding: $0, as: UTF8.self)) }
  }

  private static func atAmpersands(_ cell: String) -> [String] {
    var names: [[UInt8]] = [[]]
    var bytes = Array(cell.utf8)[...]
    while let byte = bytes.popFirst() {
      if byte != UInt8(ascii: "&") {
        names[names.count - 1].append(byte)
      } else if bytes.first == byte {
        bytes.removeFirst()
        names[names.count - 1].append(byte)
      } else {
        names.append([])
      }
    }
    return names.compactMap { TextNormalisation.line(String(decoding: $0, as: UTF8.self)) }
  }

  private static func asTyped(_ cell: String) -> [String] {
    let names = PersonNames.separated(ListStyle.commas.items(of: cell))
    guard names.count == 2, PersonNames.isLastNameFirst(names), let name = TextNormalisation.line(cell) else {
      return names
    }
    return [name]
  }

  private static func typedNames(_ cell: String) -> [String] {
    // Each link ends the name before it, whatever commas there are.
    PageLinks.parts(of: cell).flatMap(namesWithoutLinks)
  }

  private static func namesWithoutLinks(_ cell: String) -> [String] {
    var cell = cell
    let names = cell.withUTF8 { bytes in
      let separators = [UInt8(ascii: ";"), UInt8(ascii: "|"), 0x0A]
      return bytes.split { separators.contains($0) }.map { String(decoding: $0, as: UTF8.self) }
    }
    return names.flatMap { part -> [String] in
      let parts = PersonNames.separated(partsOutsideParentheses(part))
      guard parts.count == 2, PersonNames.isLastNameFirst(parts) else { return parts }
      return [PersonNames.turned(parts)]
    }
  }
}

/// Links to pages, which some exports put behind each name: `Mira Holm (https://…)`.
enum PageLinks {
  /// The text without links in parentheses.
  static func removed(from text: String) -> String {
    pieces(of: text).joined()
  }

  /// What stands before each link and behind the last one, without the commas between them.
  static func parts(of text: String) -> [String] {
    let pieces = pieces(of: text)
    return pieces.enumerated().compactMap { place, piece in
      let isBehindLink = place > 0
      return TextNormalisation.line(
        String(piece.drop { isBehindLink && ($0 == "," || $0 == " ") }))
    }
  }

  private static func pieces(of text: String) -> [String] {
    guard text.contains("(http") else { return [text] }
    let bytes = Array(text.utf8)
    var kept: [[UInt8]] = [[]]
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "("), bytes[index...].starts(with: "(http".utf8) {
        guard let end = bytes[index...].firstIndex(of: UInt8(ascii: ")")) else { break }
        index = end + 1
        kept.append([])
      } else {
        kept[kept.count - 1].append(bytes[index])
        index += 1
      }
    }
    // A link that never closes is text.
    kept[kept.count - 1] += bytes[index...]
    return kept.map { String(decoding: $0, as: UTF8.self) }
  }
}

/// Authors and people with other roles, each once.
struct People: Sendable {
  private(set) var authors: [String] = []
  private(set) var contributors: [Contributor] = []
  private var known: Set<String> = []

  /// Adds someone unless they are there already; without a role, or as `Author`, they are an author.
  mutating func add(_ name: String, role: String?) {
    if let role, role.lowercased() != "author" {
      let person = Contributor(name: name, role: role)
      if known.insert(name.lowercased() + "\u{0}" + role.lowercased()).inserted {
        contributors.append(person)
      }
    } else if known.insert(name.lowercased()).inserted {
      authors.append(name)
    }
  }
}
