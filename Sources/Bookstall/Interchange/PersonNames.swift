/// Names of people as other services write them.
package enum PersonNames {
  /// Whether two names with one last name and one initial may be of one person: an initial may stand for any name, and a
  /// short form for a longer one, but Jane is not John.
  static func mayBeOne(_ one: String, _ other: String) -> Bool {
    guard let first = firstName(of: one), let second = firstName(of: other) else { return true }
    return first.count == 1 || second.count == 1 || first.starts(with: second) || second.starts(with: first)
  }

  /// In the form for comparisons; nil for a name of one word.
  private static func firstName(of name: String) -> String? {
    var words = ComparisonKey(name).words
    // `Last, First`: what stands behind the comma comes first.
    if let comma = name.utf8.firstIndex(of: UInt8(ascii: ",")) {
      let last = ComparisonKey(String(name[..<comma])).words.count
      if words.count > last, !suffixes.contains(String(decoding: words[last], as: UTF8.self)) {
        words.removeFirst(last)
        words.append([])
      }
    }
    guard words.count > 1, let first = words.first else { return nil }
    return String(decoding: first, as: UTF8.self)
  }

  /// Puts back together what a list of names parted at the comma before `Jr.` and the like.
  package static func separated(_ parts: [String]) -> [String] {
    var names: [String] = []
    for part in parts {
      if let last = names.indices.last, isSuffix(part) {
        names[last] += ", " + part
      } else {
        names.append(part)
      }
    }
    return names
  }

  /// Whether a word follows a name without being one.
  package static func isSuffix(_ word: String) -> Bool {
    // No suffix is as long as most names, with points and all.
    word.utf8.count <= 8 && suffixes.contains(word.lowercased().filter { $0 != "." })
  }

  /// Turns the parts of `Last, First` and `Last, First, Jr.` round.
  package static func turned(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.first else { return parts.first ?? "" }
    // What `separated` has put together belongs behind the whole name.
    let (first, suffix) = parted(parts[1])
    var name = [first.map { $0 + " " + last } ?? last]
    if let suffix { name.append(suffix) }
    return (name + parts.dropFirst(2)).joined(separator: ", ")
  }

  /// Turns `Last, First` round where a format defines it so; every other name stays.
  package static func turned(_ name: String) -> String {
    turned(name.split(separator: ",").compactMap { TextNormalisation.line(String($0)) })
  }

  /// Whether two parts between a lone comma look like one name rather than two.
  ///
  /// Two names of several words each are two people, unless the first begins like a last name: `Le Guin`.
  package static func isLastNameFirst(_ parts: [String]) -> Bool {
    let counts = parts.map { parted($0).name?.split(separator: " ").count ?? 0 }
    guard counts.count == 2, !counts.contains(0) else { return false }
    if counts.contains(1) { return true }
    let word = parts[0].prefix { $0 != " " }
    return particles.contains(word.lowercased())
  }

  /// Parts `First, Jr.`; a suffix alone has no name before it.
  private static func parted(_ part: String) -> (name: String?, suffix: String?) {
    if isSuffix(part) { return (nil, part) }
    guard let comma = part.utf8.lastIndex(of: UInt8(ascii: ",")) else { return (part, nil) }
    let suffix = TextNormalisation.line(String(part[part.utf8.index(after: comma)...]))
    return (TextNormalisation.line(String(part[..<comma])), suffix)
  }

  private static let particles: Set<String> = [
    "de", "del", "della", "den", "der", "di", "du", "el", "la", "le", "mac", "mc", "o", "ó", "st.", "ten",
    "van",
    "vander", "von", "zu", "al", "bin", "ibn", "da", "dos", "das",
  ]

  /// In lower case, without points.
  static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]
}
