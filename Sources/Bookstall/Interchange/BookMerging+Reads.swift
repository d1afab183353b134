extension Merge {
  /// Unites the reads; each of the row's stands for at most one of the book's.
  mutating func mergeReads() {
    let (partners, unmatched) = matchedReads()
    var changed: [String] = []
    for (index, partner) in partners {
      let before = record.reads[index]
      record.reads[index] = merged(before, incoming.reads[partner])
      if record.reads[index] != before { changed.append(record.reads[index].text) }
    }
    for read in unmatched.map({ incoming.reads[$0] }) {
      record.reads.insert(read, at: place(for: read))
      changed.append(read.text)
    }
    note(.reads, added: changed)
  }

  /// Pairs of the book's and the row's reads, equal dates before mere fits, and the row's reads that are new.
  private func matchedReads() -> (pairs: [(existing: Int, incoming: Int)], unmatched: [Int]) {
    var isTaken = Array(repeating: false, count: record.reads.count)
    var partners: [Int?] = Array(repeating: nil, count: incoming.reads.count)
    for fits in [Read.hasSameDates, Read.canBeSame] {
      for (index, read) in incoming.reads.enumerated() where partners[index] == nil {
        let found = record.reads.indices.first { !isTaken[$0] && fits(record.reads[$0])(read) }
        guard let found else { continue }
        isTaken[found] = true
        partners[index] = found
      }
    }
    let pairs = partners.enumerated().compactMap { index, existing in
      existing.map { (existing: $0, incoming: index) }
    }
    return (pairs, partners.indices.filter { partners[$0] == nil })
  }

  private mutating func merged(_ old: Read, _ new: Read) -> Read {
    var read = old
    read.started = old.started ?? new.started
    if old.ended == nil {
      read.finished = new.finished
      read.stopped = new.stopped
    } else if overwrites, new.ended != nil {
      read.finished = new.finished
      read.stopped = new.stopped
    }
    read.rating = overwrites ? new.rating ?? old.rating : old.rating ?? new.rating
    read.review = overwrites ? new.review ?? old.review : old.review ?? new.review
    return read
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
  fileprivate func hasSameDates(_ other: Read) -> Bool {
    started == other.started && finished == other.finished && stopped == other.stopped
  }

  /// The same end with one start unknown, or the same start with one end unknown.
  fileprivate func canBeSame(_ other: Read) -> Bool {
    if let ended, ended == other.ended {
      return started == other.started || started == nil || other.started == nil
    }
    guard let started, started == other.started else { return false }
    return ended == nil || other.ended == nil
  }

  /// The dates with a dash between start and end.
  fileprivate var text: String {
    (started?.text ?? "") + "–" + (ended?.text ?? "")
  }
}
