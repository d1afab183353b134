internal import CSV
internal import Persistence

extension BookImport {
  /// As many books are read for a look at likenesses; a file in which all look alike would have no end of them.
  private static let looks = 4000

  /// Notes which new books look like another one, now that all are written.
  func noteLikenesses() throws {
    guard var list = takeLikenesses() else { return }
    var looks = 0
    var newBook: (place: Int64, record: BookRecord)?
    try list.forEachPair { new, other in
      // Our own format says that all its books are different ones.
      if other < 0, report.service == OwnCSVFormat.service { return true }
      guard looks < BookImport.looks else { return true }
      looks += 1
      if newBook?.place != new, let record = try written(new) { newBook = (new, record) }
      guard let record = newBook?.record, let otherRecord = try written(other),
        BookLikeness.areAlike(record, otherRecord)
      else { return false }
      let likeness = ImportReport.Likeness(
        book: record.book.id, other: otherRecord.book.id, otherTitle: otherRecord.book.title ?? "",
        otherLine: other < 0 ? line(of: other) : nil)
      report.likenesses.append(
        ImportReport.Note(line: line(of: new), record: 0, title: record.book.title, content: likeness))
      return true
    }
  }
}
