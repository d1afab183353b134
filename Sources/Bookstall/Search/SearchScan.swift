internal import Persistence

/// What a look at all books brings, or one thread's look at some.
struct SearchScan: Sendable {
  let words: SearchWords
  /// What was found in the parts of books, which are passed by in the order of the books' numbers.
  var parts: BookParts
  /// The words that any book has.
  var known = SearchWords.Found()
  /// The books that have all words anywhere, and how much that counts; in the order of their numbers.
  var candidates: [(id: Int64, found: SearchWords.Found, rank: Int)] = []

  /// What was found in the books that lie together with the next one.
  private var matches = PageMatches()

  /// Nothing yet.
  init(_ words: SearchWords, _ parts: BookParts) {
    self.words = words
    self.parts = parts
  }

  /// What several threads have found.
  init(_ words: SearchWords, joining scans: [SearchScan]) {
    self.init(words, BookParts([]))
    for scan in scans {
      known.formUnion(scan.known)
      candidates += scan.candidates
    }
    candidates.sort { $0.id < $1.id }
  }

  /// Whether books that lie together may be hits or teach something new.
  mutating func mayLearn(from bytes: UnsafeBufferPointer<UInt8>, _ books: ClosedRange<Int64>) -> Bool {
    matches = PageMatches(of: words, in: bytes, reusing: matches)
    let possible = matches.words
    return known.atStart & possible != possible || possible == words.all || parts.has(books)
  }

  /// Looks at a book's texts, of which the first two, its title and its author, weigh more than others.
  mutating func take(_ texts: borrowing StoredTexts, _ places: Range<Int>) {
    guard let id = texts.key else { return }
    let all = words.all
    var found = parts.found(of: id)
    let possible = texts.whole.map { matches.words(in: $0) ?? words.possible(in: $0) } ?? all
    // Nothing is to be learned from a book that has only words which others have, and not all of them.
    if known.atStart & possible == possible, possible | found.anywhere != all {
      return known.formUnion(found)
    }
    var (rank, rankAnywhere) = (0, 0)
    for place in places where found.atStart != all || place < 2 {
      guard possible != 0, let text = texts.bytes(at: place) else { continue }
      let here = matches.found(of: words, in: text) ?? words.found(in: text, of: possible)
      if here.anywhere == 0 { continue }
      found.formUnion(here)
      guard place < 2 else { continue }
      rank += here.atStart.nonzeroBitCount * (place == 0 ? 100 : 1)
      rankAnywhere += here.anywhere.nonzeroBitCount * (place == 0 ? 100 : 1)
    }
    known.formUnion(found)
    guard found.anywhere == all, all != 0 else { return }
    candidates.append((id, found, found.atStart == all ? rank : rankAnywhere))
  }

  /// The numbers of those that pass, the best first.
  func ranked(_ passes: (SearchWords.Found) -> Bool) -> [Int64] {
    // There are few ranks, and the books are in order already.
    var groups: [Int: [Int64]] = [:]
    for candidate in candidates where passes(candidate.found) {
      groups[candidate.rank, default: []].append(candidate.id)
    }
    return groups.sorted { $0.key > $1.key }.flatMap { $0.value.reversed() }
  }
}

/// What was found in the parts of books, such as tags, in the order of the books' numbers.
struct BookParts: Sendable {
  typealias Entry = (book: Int64, found: SearchWords.Found)

  private let entries: [Entry]
  /// The first that no book asked for has passed by.
  private var next = 0

  init(_ entries: [Entry]) {
    self.entries = entries.sorted { $0.book < $1.book }
  }

  /// What was found in a book's parts; the books are asked for in the order of their numbers.
  mutating func found(of book: Int64) -> SearchWords.Found {
    var found = SearchWords.Found()
    skip(to: book)
    while next < entries.count, entries[next].book == book {
      found.formUnion(entries[next].found)
      next += 1
    }
    return found
  }

  /// Whether anything was found in the parts of some books; these too are asked for in order.
  mutating func has(_ books: ClosedRange<Int64>) -> Bool {
    skip(to: books.lowerBound)
    return next < entries.count && entries[next].book <= books.upperBound
  }

  private mutating func skip(to book: Int64) {
    while next < entries.count, entries[next].book < book { next += 1 }
  }
}

/// What a look at the parts of books brings.
struct PartScan: Sendable {
  let words: SearchWords
  var entries: [BookParts.Entry] = []

  /// Looks at one part.
  mutating func take(_ texts: borrowing StoredTexts) {
    let possible = texts.whole.map(words.possible) ?? words.all
    guard possible != 0, let text = texts.bytes(at: 0), let book = texts.key else { return }
    let found = words.found(in: text, of: possible)
    if found.anywhere != 0 { entries.append((book, found)) }
  }
}
