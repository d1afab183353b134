internal import Glibc

/// Finds dates that are real days and yet can't be meant so; they are kept as written.
package enum DateDoubts {
  /// The calendar day here and now; nil where the clock is beyond all calendars.
  static var today: Day? {
    var now = time(nil)
    var parts = tm()
    guard localtime_r(&now, &parts) != nil else { return nil }
    return Day(year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
  }

  /// Reads that end before they start, and days after `today`.
  package static func warnings(for record: BookRecord, today: Day) -> [ImportWarning] {
    var warnings: [ImportWarning] = []
    func doubt(_ day: Day?) {
      if let day, day > today { warnings.append(.futureDate(day)) }
    }
    for read in record.reads {
      if let started = read.started, let ended = read.ended, ended < started, !ended.contains(started) {
        warnings.append(.finishedBeforeStarted(started: started, finished: ended))
      }
      doubt(read.started)
      doubt(read.finished)
      doubt(read.stopped)
    }
    doubt(record.book.dateAdded)
    return warnings
  }
}

extension Day {
  /// Whether a partial day, such as a month, has the other one in it.
  fileprivate func contains(_ other: Day) -> Bool {
    year == other.year && (month == nil || (month == other.month && day == nil))
  }
}
