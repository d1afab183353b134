/// Brings together a book of the store and a row of a file that is the same book.
package enum BookMerging {
  /// The merged record, what changed in the book, and where the two contradict each other.
  ///
  /// Blank never wins over filled, `Uncategorized` is no genre, a status only rises, tags and reads are
  /// united. A record merged with itself, or twice with the same row, doesn't change. With `genreIsDerived`
  /// the row's genre is a guess from tags and fills a gap only. Where the two contradict each other, `takes` may
  /// prefer the row's value; without it the policy decides.
  package static func merge(
    existing: BookRecord, incoming: BookRecord, policy: ImportPolicy, genreIsDerived: Bool = false,
    takes: ((FieldConflict) -> Bool)? = nil
  ) -> (record: BookRecord, changes: [FieldChange], conflicts: [FieldConflict]) {
    guard policy != .keep else { return (existing, [], []) }
    var merge = Merge(existing, incoming, overwrites: policy == .overwrite, takes: takes)
    merge.mergeTexts()
    merge.mergeGenre(isDerived: genreIsDerived)
    merge.mergeStatus()
    merge.mergeNumbers()
    merge.mergePeople()
    merge.mergeSeries()
    merge.mergeTags()
    merge.mergeReads()
    merge.mergeServices()
    return (merge.record, merge.changes, merge.conflicts)
  }
}

/// One merge under way.
struct Merge {
  var record: BookRecord
  let incoming: BookRecord
  let overwrites: Bool
  /// Whether the row's value is preferred in one conflict.
  let takes: (FieldConflict) -> Bool
  var changes: [FieldChange] = []
  var conflicts: [FieldConflict] = []

  init(
    _ existing: BookRecord, _ incoming: BookRecord, overwrites: Bool, takes: ((FieldConflict) -> Bool)?
  ) {
    self.takes = takes ?? { _ in false }
    record = existing
    self.incoming = incoming
    self.overwrites = overwrites
  }

  /// Merges a value that both may have; `isSame` tells differences that mean nothing.
  mutating func merge<Value: Equatable>(
    _ field: BookField, _ path: WritableKeyPath<BookRecord, Value?>, text: (Value) -> String,
    isSame: (Value, Value) -> Bool = { $0 == $1 }, reportsConflict: Bool = true
  ) {
    guard let new = incoming[keyPath: path] else { return }
    guard let old = record[keyPath: path] else {
      record[keyPath: path] = new
      changes.append(FieldChange(field: field, old: nil, new: text(new)))
      return
    }
    if old == new { return }
    if overwrites || (reportsConflict && !isSame(old, new) && !keeps(field, text(old), over: text(new))) {
      record[keyPath: path] = new
      changes.append(FieldChange(field: field, old: text(old), new: text(new)))
    }
  }

  /// Whether the book's value stands in a contradiction, which is noted then.
  mutating func keeps(_ field: BookField, _ kept: String, over other: String) -> Bool {
    let conflict = FieldConflict(field: field, kept: kept, other: other)
    if takes(conflict) { return false }
    conflicts.append(conflict)
    return true
  }

  fileprivate mutating func mergeTexts() {
    let sameWords = { (one: String, other: String) in ComparisonKey(one) == ComparisonKey(other) }
    merge(.title, \.book.title, text: { $0 }, isSame: sameWords)
    merge(
      .author, \.book.author, text: { $0 },
      isSame: { WorkKey.authorKey($0) == WorkKey.authorKey($1) && PersonNames.mayBeOne($0, $1) })
    // Reviews that differ in white space alone are one review.
    merge(
      .review, \.book.review, text: { $0 },
      isSame: { TextNormalisation.line($0) == TextNormalisation.line($1) })
    mergePrivateNotes()
    merge(.publisher, \.book.publisher, text: { $0 }, isSame: sameWords)
    merge(.isbn13, \.book.isbn13, text: { $0 })
  }

  fileprivate mutating func mergeGenre(isDerived: Bool) {
    guard let new = incoming.book.genre, new != Genre.uncategorized else { return }
    guard let old = record.book.genre, old != Genre.uncategorized else {
      changes.append(FieldChange(field: .genre, old: record.book.genre, new: new))
      record.book.genre = new
      return
    }
    if !isDerived { merge(.genre, \.book.genre, text: { $0 }) }
  }

  fileprivate mutating func mergeStatus() {
    guard let old = record.book.status, let new = incoming.book.status, new.rank > old.rank else {
      return merge(.status, \.book.status, text: \.rawValue)
    }
    record.book.status = new
    changes.append(FieldChange(field: .status, old: old.rawValue, new: new.rawValue))
  }

  fileprivate mutating func mergeNumbers() {
    merge(.rating, \.book.rating, text: \.text)
    // Each service counts from the day on which it learnt of the book; the store's own day stands.
    merge(.dateAdded, \.book.dateAdded, text: \.text, reportsConflict: false)
    merge(.year, \.book.year, text: { String($0) })
    merge(.originalYear, \.book.originalYear, text: { String($0) })
    merge(.pages, \.book.pages, text: { String($0) })
    if let old = record.book.readCount, let new = incoming.book.readCount, new > old, !overwrites {
      // Like a status, a count only rises.
      record.book.readCount = new
      changes.append(FieldChange(field: .readCount, old: String(old), new: String(new)))
    } else {
      merge(.readCount, \.book.readCount, text: { String($0) }, reportsConflict: false)
    }
  }
}

extension ReadingStatus {
  /// How far the reader has come with the book; an import only raises it.
  fileprivate var rank: Int {
    switch self {
    case .toRead: 0
    case .paused: 1
    case .reading: 2
    case .didNotFinish, .read: 3
    }
  }
}
