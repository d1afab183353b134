internal import Persistence

// What a front offers while somebody types.

extension BookStore {
  /// The first authors in the store, those with the most books first.
  package func authors() throws -> [String] {
    try container.frequencies(of: \Book.author).compactMap(\.value)
  }

  /// The tags in the store, the most frequent first.
  package func tags() throws -> [String] {
    try container.frequencies(of: \BookTag.name).map(\.value)
  }

  /// The newest books whose titles begin with a text, without regard to case and accents.
  package func titles(
    startingWith text: String, limit: Int
  ) throws -> [(id: Int64, title: String)] {
    let prefix = Array(text.folded.utf8)
    return try books(limit: limit) { _, title in Array(title.folded.utf8.prefix(prefix.count)) == prefix }
  }

  /// The newest books whose numbers begin with some digits.
  package func numbers(startingWith digits: String, limit: Int) throws -> [(id: Int64, title: String)] {
    try books(limit: limit) { id, _ in String(id).hasPrefix(digits) }
  }

  private func books(
    limit: Int, where isMeant: (Int64, String) -> Bool
  ) throws -> [(id: Int64, title: String)] {
    var found: [(id: Int64, title: String)] = []
    try container.forEachTexts(of: Book.self, [\Book.title], by: \Book.id) { id, texts in
      guard let title = texts.bytes(at: 0).map({ String(decoding: $0, as: UTF8.self) }) else { return }
      guard isMeant(id, title) else { return }
      found.append((id, title))
      // The newest are wanted, and they come last.
      if found.count > 2 * limit { found.removeFirst(limit) }
    }
    return found.suffix(limit).reversed()
  }
}

extension BookStore {
  /// What is named in the store and may be named again.
  package enum NameKind: CaseIterable, Sendable {
    case author
    case genre
    case tag
    case series
  }

  /// The names of a kind with the number of books that have each, the most frequent first.
  package func names(_ kind: NameKind) throws -> [(name: String, count: Int)] {
    switch kind {
    case .author: try container.frequencies(of: \Book.author).compactMap { name, n in name.map { ($0, n) } }
    case .genre: try genres()
    case .tag: try container.frequencies(of: \BookTag.name).map { ($0.value, $0.count) }
    case .series: try container.frequencies(of: \BookSeries.name).map { ($0.value, $0.count) }
    }
  }
}
