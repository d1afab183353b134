extension Merge {
  /// Unites the reads, so that each of the row's is told by one of the book's.
  mutating func mergeReads() {
    let before = record.reads
    var isTaken = Array(repeating: false, count: record.reads.count)
    var rest = incoming.reads
    // Equal dates first, each read for one of the row's: two readings without dates are two readings.
    var places = Dictionary(grouping: record.reads.indices) { record.reads[$0].dates }
    for needsSameOpinion in [true, false] {
      rest = rest.filter { read in
        let entry = places[read.dates]?.firstIndex { place in
          !needsSameOpinion || record.reads[place].hasSameOpinion(read)
        }
        guard let entry, let found = places[read.dates]?.remove(at: entry) else { return true }
        isTaken[found] = true
        record.reads[found].take(opinionOf: read, overwriting: overwrites)
        return false
      }
    }
    let inexact = rest
    rest = rest.filter { read in !record.reads.contains { $0.tells(read) } }
    rest = rest.filter { !completes($0, isTaken: &isTaken) }
    for read in rest { record.reads.insert(read, at: place(for: read)) }
    // Last, so that a second merge finds the same reads to choose from.
    for read in inexact { keepOpinion(of: read) }
    if overwrites { takeKindsOfEnd() }
    noteLostReviews()
    raiseReadCount(from: before.count { $0.finished != nil })
    let known = Set(before)
    note(.reads, added: record.reads.filter { !known.contains($0) }.map(\.text))
  }

  /// The book was read as often as it was finished at least, where the row has brought a read that ended so.
  private mutating func raiseReadCount(from finishedBefore: Int) {
    // The file's own number, where it is to win, would win again in the next import.
    if overwrites, incoming.book.readCount != nil { return }
    let finished = record.reads.count { $0.finished != nil }
    guard finished > finishedBefore, let count = record.book.readCount, count < finished else { return }
    record.book.readCount = finished
    changes.removeAll { $0.field == .readCount }
    changes.append(FieldChange(field: .readCount, old: String(count), new: String(finished)))
  }

  /// Adds what the row's read says of the book to a read of the same dates, unless one says so already.
  private mutating func keepOpinion(of read: Read) {
    let places = record.reads.indices.filter { record.reads[$0].tells(read) }
    if places.contains(where: { record.reads[$0].hasSameOpinion(read) }) { return }
    guard let place = places.first(where: { record.reads[$0].hasRoom(forOpinionOf: read) }) else { return }
    record.reads[place].take(opinionOf: read, overwriting: false)
  }

  /// Notes what the row's reads say in words that neither the book nor a read of it says now.
  private mutating func noteLostReviews() {
    for read in incoming.reads {
      guard let review = read.review, review != record.book.review else { continue }
      var kept: String?
      var isTold = false
      for other in record.reads {
        if other.review == review { isTold = true }
        if other.tells(read) || other.hasSameDates(read) { kept = kept ?? other.review }
      }
      if !isTold { conflicts.append(FieldConflict(field: .reads, kept: kept ?? "", other: review)) }
    }
  }

  /// Finds a read of the book whose missing start or end the row's read tells, and fills it in.
  private mutating func completes(_ read: Read, isTaken: inout [Bool]) -> Bool {
    let found = record.reads.indices.first { !isTaken[$0] && read.tells(record.reads[$0]) }
    guard let found else { return false }
    isTaken[found] = true
    record.reads[found].started = read.started
    if record.reads[found].ended == nil {
      record.reads[found].finished = read.finished
      record.reads[found].stopped = read.stopped
    }
    record.reads[found].take(opinionOf: read, overwriting: overwrites)
    return true
  }

  /// Where the row finished a book on the day on which the book says it was put away, or the other way round.
  private mutating func takeKindsOfEnd() {
    for place in record.reads.indices {
      let read = record.reads[place]
      let alike = incoming.reads.filter { $0.ended != nil && $0.ended == read.ended }
      guard let first = alike.first, !alike.contains(where: { $0.finished == read.finished }) else {
        continue
      }
      record.reads[place].finished = first.finished
      record.reads[place].stopped = first.stopped
    }
  }

  /// Before the first read that ended later, and after all others.
  private func place(for read: Read) -> Int {
    guard let latest = read.latest else {
      // Undated reads lie in the past: the last read's dates must stay those of the book.
      return record.reads.firstIndex { $0.latest != nil } ?? record.reads.count
    }
    return record.reads.firstIndex { other in other.latest.map { $0 > latest } ?? false }
      ?? record.reads.count
  }
}

extension Read {
  /// The days between which it lasted, for a look by both.
  fileprivate var dates: [Day?] { [started, ended] }

  fileprivate func hasSameDates(_ other: Read) -> Bool {
    started == other.started && ended == other.ended
  }

  fileprivate func hasSameOpinion(_ other: Read) -> Bool {
    rating == other.rating && review == other.review
  }

  fileprivate func hasRoom(forOpinionOf other: Read) -> Bool {
    (rating == nil || rating == other.rating) && (review == nil || review == other.review)
  }

  /// Whether the other read is dated and has no day that this one has not.
  fileprivate func tells(_ other: Read) -> Bool {
    if other.started == nil { return ended != nil && ended == other.ended }
    return started == other.started && (other.ended == nil || ended == other.ended)
  }

  fileprivate mutating func take(opinionOf other: Read, overwriting: Bool) {
    rating = overwriting ? other.rating ?? rating : rating ?? other.rating
    review = overwriting ? other.review ?? review : review ?? other.review
  }

  /// The dates with a dash between start and end.
  fileprivate var text: String {
    (started?.text ?? "") + "–" + (ended?.text ?? "")
  }
}
