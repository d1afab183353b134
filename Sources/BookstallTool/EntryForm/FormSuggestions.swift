import Bookstall

/// The names that the store knows for one field, and how many books have each.
struct KnownNames {
  /// One name.
  struct Name: Equatable {
    var text: String
    var count: Int
  }

  private let names: [Name]
  private let folded: [[UInt8]]

  /// The names, those with the most books first.
  init(_ names: [Name]) {
    self.names = names
    folded = names.map { Array(SearchWords.folded($0.text).utf8) }
  }

  /// How many books have exactly this name, but for case and accents.
  func count(of text: String) -> Int {
    let wanted = Array(SearchWords.folded(text).utf8)
    return zip(names, folded).reduce(0) { $0 + ($1.1 == wanted ? $1.0.count : 0) }
  }

  /// The first names of all.
  func first(_ limit: Int) -> [String] { names.prefix(limit).map(\.text) }

  /// The names that a text may become: those that begin with it, then those with such a word, then those that have it
  /// anywhere.
  func completions(of text: String, limit: Int) -> [String] {
    let wanted = Array(SearchWords.folded(text).utf8)
    guard !wanted.isEmpty else { return first(limit) }
    var ranked: [[String]] = [[], [], []]
    for (name, bytes) in zip(names, folded) where bytes.count >= wanted.count {
      guard let rank = KnownNames.rank(of: wanted, in: bytes), ranked[rank].count < limit else { continue }
      ranked[rank].append(name.text)
    }
    return Array(ranked.joined().prefix(limit))
  }

  private static func rank(of wanted: [UInt8], in bytes: [UInt8]) -> Int? {
    var isInside = false
    for start in 0...(bytes.count - wanted.count)
    where bytes[start] == wanted[0] && bytes[start..<start + wanted.count].elementsEqual(wanted) {
      if start == 0 { return 0 }
      if bytes[start - 1] == UInt8(ascii: " ") || bytes[start - 1] == UInt8(ascii: "-") { return 1 }
      isInside = true
    }
    return isInside ? 2 : nil
  }
}

/// What the form can complete.
struct FormSuggestions {
  private let known: [FormField: KnownNames]

  /// Names by field.
  init(_ names: [FormField: [KnownNames.Name]] = [:]) {
    var names = names
    // The usual genres are offered in any store, in their order, before the store's own.
    let usual = Genre.names.map { name in
      KnownNames.Name(text: name, count: names[.genre]?.first { $0.text == name }?.count ?? 0)
    }
    names[.genre] =
      usual
      + (names[.genre] ?? []).filter { !Genre.names.contains($0.text) && !Genre.standsForNone($0.text) }
    known = names.mapValues(KnownNames.init)
  }

  /// What a store knows.
  init(of store: BookStore) throws {
    var names: [FormField: [KnownNames.Name]] = [:]
    for (field, kind) in [
      (FormField.author, BookStore.NameKind.author), (.genre, .genre), (.tags, .tag), (.series, .series),
    ] {
      names[field] = try store.names(kind).map { KnownNames.Name(text: $0.name, count: $0.count) }
    }
    self.init(names)
  }

  /// The names that the text of a field, or of the last part of a list, may become.
  func completions(of text: String, in field: FormField) -> [String] {
    if text.isEmpty, field != .genre { return [] }
    return known[field]?.completions(of: text, limit: field == .genre ? 12 : 8) ?? []
  }

  /// How many books have the name; nil for fields that know no names.
  func count(of text: String, in field: FormField) -> Int? { known[field].map { $0.count(of: text) } }

  /// The name that a text is but for case and accents, as the store has it.
  func spelling(of text: String, in field: FormField) -> String? {
    let folded = SearchWords.folded(text)
    return completions(of: text, in: field).first { SearchWords.folded($0) == folded }
  }

  /// The genre as it is written already, whatever its case.
  func spelling(ofGenre text: String) -> String {
    let folded = text.lowercased()
    return known[.genre]?.completions(of: text, limit: 12).first { $0.lowercased() == folded } ?? text
  }
}
