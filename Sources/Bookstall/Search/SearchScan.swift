internal import Persistence

/// What a look at all books brings, or one thread's look at some.
struct SearchScan: Sendable {
  let words: SearchWords
  /// What was found in the parts of books, which are passed by in the order of the books' numbers.
  var parts: BookParts
  /// The words that any book has.
  var known = SearchWords.Found()
  /// The books that have all words anywhere, in the order of their numbers.
  private(set) var candidates: [Candidate] = []

  /// Whether a book has all words at the start of words, so that no other books are hits than those that have too.
  private var isSettled = false

  /// What was found in the books that lie together with the next one.
  private var matches: PageMatches

  /// A book that has all words.
  struct Candidate {
    let id: Int64
    /// How much it counts where the words stand.
    let rank: Int32
    /// Whether all words are at the start of words.
    let isAtStart: Bool
  }

  /// Nothing yet.
  init(_ words: SearchWords, _ parts: BookParts) {
    self.words = words
    self.parts = parts
    matches = PageMatches(ofWords: words.words.count)
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
  ///
  /// - Parameters:
  ///   - bytes: What holds the books.
  ///   - books: Between which numbers theirs lie; nil where some of them go on elsewhere, which must all be looked at.
  /// - Returns: False if none of them need be looked at.
  mutating func mayLearn(from bytes: UnsafeBufferPointer<UInt8>, _ books: ClosedRange<Int64>?) -> Bool {
    guard let books else {
      matches.removeAll()
      return true
    }
    let hasParts = parts.has(books)
    matches.find(words, in: bytes, needingAll: known.atStart == words.all && !hasParts)
    let possible = matches.words
    return known.atStart & possible != possible || possible == words.all || hasParts
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
    for place in places {
      // In names each word counts; in other texts only those that are not at the start of any word so far.
      let wanted = place < 2 ? possible : possible & ~found.atStart
      guard wanted != 0, let text = texts.bytes(at: place) else { continue }
      let here = matches.found(of: words, among: wanted, in: text) ?? words.found(in: text, of: wanted)
      if here.anywhere == 0 { continue }
      found.formUnion(here)
      guard place < 2 else { continue }
      rank += here.atStart.nonzeroBitCount * (place == 0 ? 100 : 1)
      rankAnywhere += here.anywhere.nonzeroBitCount * (place == 0 ? 100 : 1)
    }
    known.formUnion(found)
    guard found.anywhere == all, all != 0 else { return }
    let isAtStart = found.atStart == all
    if isAtStart { isSettled = !words.inside }
    guard isAtStart || !isSettled else { return }
    candidates.append(
      Candidate(
        id: id, rank: Int32(truncatingIfNeeded: isAtStart ? rank : rankAnywhere), isAtStart: isAtStart))
  }

  /// The numbers of the candidates, the best first and of equals the newest.
  ///
  /// - Parameter isAtStart: Whether only those are meant that have all words at the start of words.
  /// - Returns: Their numbers.
  func ranked(onlyAtStart isAtStart: Bool) -> [Int64] {
    // There are few ranks, and the books are in order already: each goes to where those of its rank stand.
    var ends = [Int](repeating: 0, count: Int(candidates.lazy.map(\.rank).max() ?? 0) + 2)
    var count = 0
    for candidate in candidates where candidate.isAtStart || !isAtStart {
      ends[Int(candidate.rank)] += 1
      count += 1
    }
    for rank in ends.indices.dropLast().reversed() { ends[rank] += ends[rank + 1] }
    return [Int64](unsafeUninitializedCapacity: count) { ids, initialized in
      for candidate in candidates where candidate.isAtStart || !isAtStart {
        ends[Int(candidate.rank)] -= 1
        ids.initializeElement(at: ends[Int(candidate.rank)], to: candidate.id)
      }
      initialized = count
    }
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
