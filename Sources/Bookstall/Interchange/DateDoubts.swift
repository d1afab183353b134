/// Finds dates that are real days and yet can't be meant so; they are kept as written.
package enum DateDoubts {
  /// Reads that end before they start, and days after `today`.
  package static func warnings(for record: BookRecord, today: Day) -> [ImportWarning] {
    var warnings: [ImportWarning] = []
    for read in record.reads {
      if let started = read.started, let ended = read.ended, ended < started, !ended.contains(started) {
        warnings.append(.finishedBeforeStarted(started: started, finished: ended))
      }
    }
    let days = record.reads.flatMap { [$0.started, $0.finished, $0.stopped] } + [record.book.dateAdded]
    for case let day? in days where day > today { warnings.append(.futureDate(day)) }
    return warnings
  }
}

extension Day {
  /// Whether a partial day, such as a month, has the other one in it.
  fileprivate func contains(_ other: Day) -> Bool {
    year == other.year && (month == nil || (month == other.month && day == nil))
  }
}
