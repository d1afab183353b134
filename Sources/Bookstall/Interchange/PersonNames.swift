/// Names of people as other services write them.
package enum PersonNames {
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
    suffixes.contains(word.lowercased().filter { $0 != "." })
  }

  private static let suffixes: Set<String> = ["jr", "sr", "ii", "iii", "iv", "phd", "md", "esq"]
}
