/// What an import has to tell of many rows: the first ones, and how many there were.
///
/// A file may have millions of them, so no more are kept than anybody reads.
package struct ImportNotes<Content: Sendable>: Sendable {
  /// The first notes in the file's order.
  package private(set) var kept: [ImportReport.Note<Content>] = []
  /// How many notes there were in all.
  package private(set) var count = 0

  /// No notes yet.
  package init() {}

  /// Whether there was none.
  package var isEmpty: Bool { count == 0 }

  /// Notes that are counted and not kept.
  package var unlisted: Int { count - kept.count }

  /// Counts a note and keeps it among the first ones.
  package mutating func append(_ note: @autoclosure () -> ImportReport.Note<Content>) {
    count += 1
    if kept.count < ImportReport.noteLimit { kept.append(note()) }
  }
}
