package import FoundationEssentials

/// What tells whether two records are the same book, in the order in which it decides.
package enum MatchEvidence: Hashable, Sendable {
  /// The identity that our own lossless format carries.
  case identity
  /// The same service's same id.
  case service
  case isbn
  case titleAndAuthor
}

/// How two records stand to each other.
package enum MatchVerdict: Hashable, Sendable {
  case same(MatchEvidence)
  /// One ISBN on two plainly different titles: a boxed set or a slip, so both stay.
  case isbnClash
  case different
}

/// The 64-bit keys of a book for an index in memory; equal keys make candidates, `verdict` decides.
///
/// Two books may be the same when they share `identity`, one of `services`, `isbn13`, or when one's `titles`
/// meet the other's `titleQueries`. Every key is the same in every run. Those of the titles are no arrays, which would
/// be allocated for each row of a file.
package struct MatchKeys: Hashable, Sendable {
  /// Nil for a book that no store has taken yet.
  package let identity: UUID?
  /// One key per service that has given an id.
  package let services: [UInt64]
  /// The digits as a number.
  package let isbn13: UInt64?
  /// The key of title and first author; nil without a title.
  let title: UInt64?
  /// The key of the title before the subtitle; nil without a subtitle.
  let shortTitle: UInt64?
  /// A key of other books that are the same where a subtitle stands on one side alone.
  let otherTitle: UInt64?
  /// Equal for titles that look alike, which makes a report and never a merge; nil without a title.
  package let likeness: UInt32?
  /// Computes all keys in one walk over the texts.
  package init(_ record: borrowing BookRecord) {
    identity = record.book.hasIdentity ? record.book.uuid : nil
    services = record.services.compactMap(MatchKeys.serviceKey)
    isbn13 = record.book.isbn13.flatMap { UInt64($0) }
    guard let work = WorkKey(title: record.book.title, author: record.book.author) else {
      title = nil
      shortTitle = nil
      otherTitle = nil
      likeness = nil
      return
    }
    likeness = record.book.title.map { BookLikeness.hash(of: LooseTitle($0, work)) }
    title = StableHash(.whole, work.title, work.author).value
    shortTitle = work.shortTitle.map { StableHash(.beforeSubtitle, $0, work.author).value }
    // The whole title of a book without a subtitle is this one's short title, or the other way round.
    otherTitle =
      work.shortTitle.map { StableHash(.whole, $0, work.author).value }
      ?? StableHash(.beforeSubtitle, work.title, work.author).value
  }

  /// The keys to put into the index: title and first author, in full and before the subtitle.
  package var titles: [UInt64] { [title, shortTitle].compactMap(\.self) }
  /// The keys to look up: as `titles`, and so that a subtitle on one side alone doesn't part two books.
  package var titleQueries: [UInt64] { [title, otherTitle].compactMap(\.self) }
}

extension MatchKeys {
  /// The key of what one service calls the book; nil where that means nothing in other files.
  static func serviceKey(_ service: ServiceRecord) -> UInt64? {
    service.globalID.map { StableHash(.service, service.service.utf8, $0.utf8).value }
  }
}

/// Decides whether two records are the same book.
package enum BookMatching {
  /// Goes through the evidence and stops at the first that decides; a mere likeness is never the same book.
  package static func verdict(_ one: BookRecord, _ other: BookRecord) -> MatchVerdict {
    if one.book.hasIdentity, one.book.uuid == other.book.uuid { return .same(.identity) }
    for service in one.services {
      guard let id = service.globalID else { continue }
      let isShared = other.services.contains { $0.service == service.service && $0.globalID == id }
      if isShared { return .same(.service) }
    }
    if let isbn = one.book.isbn13, let otherISBN = other.book.isbn13 {
      // Two editions are two books, however alike their titles.
      guard isbn == otherISBN else { return .different }
      return titlesPlainlyDiffer(one.book.title, other.book.title) ? .isbnClash : .same(.isbn)
    }
    guard let work = WorkKey(title: one.book.title, author: one.book.author),
      let otherWork = WorkKey(title: other.book.title, author: other.book.author),
      work.author == otherWork.author
    else { return .different }
    if areVolumes(one.series, other.series) { return .different }
    let isSame =
      work.title == otherWork.title
      || (work.shortTitle == nil && otherWork.shortTitle == work.title)
      || (otherWork.shortTitle == nil && work.shortTitle == otherWork.title)
    return isSame ? .same(.titleAndAuthor) : .different
  }

  /// Whether two books have different places in one series, so that their one title is the series'.
  static func areVolumes(_ one: [SeriesPlace], _ other: [SeriesPlace]) -> Bool {
    if one.isEmpty || other.isEmpty { return false }
    return one.contains { place in
      let name = ComparisonKey(place.name)
      return place.number != nil
        && other.contains { $0.number != nil && $0.number != place.number && ComparisonKey($0.name) == name }
    }
  }

  /// Whether two titles share no word that says anything; false where one of them is missing.
  package static func titlesPlainlyDiffer(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return false }
    let words = tellingWords(of: one)
    let otherWords = tellingWords(of: other)
    return !words.isEmpty && !otherWords.isEmpty && words.isDisjoint(with: otherWords)
  }

  private static func tellingWords(of title: String) -> Set<ArraySlice<UInt8>> {
    let all = Set(ComparisonKey(TitleSeries.split(title).title).words)
    let telling = all.subtracting(WorkKey.articles).subtracting(smallWords)
    return telling.isEmpty ? all : telling
  }

  private static let smallWords = Set(
    ["of", "and", "in", "on", "to", "for", "und", "von", "et", "du", "des", "y", "del", "e", "di"].map {
      Array($0.utf8)[...]
    })
}

extension ServiceRecord {
  /// The id where it means the same book in every file; the numbers in people's own tables don't.
  fileprivate var globalID: String? { service == GenericTable.service ? nil : serviceID }
}

/// The 64-bit FNV-1a hash, which unlike the standard library's is the same in every run.
private struct StableHash {
  /// Keeps keys of different meaning apart.
  enum Domain: UInt8 {
    case service
    case whole
    case beforeSubtitle
  }

  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init(_ domain: Domain, _ first: some Sequence<UInt8>, _ second: some Sequence<UInt8>) {
    mix(domain.rawValue)
    for byte in first { mix(byte) }
    mix(0)
    for byte in second { mix(byte) }
  }

  private mutating func mix(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01B3
  }
}
