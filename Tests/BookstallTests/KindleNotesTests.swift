import Testing

@testable import Bookstall

/// The words of a Kindle's clippings stand among the notes of their books.
struct KindleNotesTests {
  private static let end = "==========\r\n"
  private static func clipping(_ kind: String, _ second: Int, _ text: String) -> String {
    "A (Mira Holm)\r\n- Your \(kind) on page 1 | Added on Sunday, December 18, 2022 3:19:0\(second) PM\r\n\r\n\(text)\r\n"
      + end
  }

  private let store: BookStore

  init() throws {
    store = try BookStore()
  }

  @discardableResult
  private func take(_ text: String) throws -> ImportReport {
    let file = try TemporaryTextFile(text)
    return try store.importBooks(from: try ByteSource(path: file.path))
  }

  private func notes() throws -> [String?] {
    var notes: [String?] = []
    try store.forEachRecord { notes.append($0.book.privateNotes) }
    return notes
  }

  @Test func `highlights and notes come in, bookmarks don't`() throws {
    try take(
      Self.clipping("Highlight", 1, "One.\r\n\r\nTwo.") + Self.clipping("Bookmark", 2, "")
        + Self.clipping("Note", 3, "Three."))
    #expect(try notes() == ["One.\n\nTwo.\n\nThree."])
  }

  @Test func `a file that has grown adds what is new, and what was taken out stays out`() throws {
    let file = Self.clipping("Highlight", 1, "One.") + Self.clipping("Note", 2, "Two.")
    try take(file)
    #expect(try take(file).unchanged == 1)
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    var record = try #require(records.first)
    record.book.privateNotes = "Mine.\n\nTwo."
    _ = try store.update(record, named: "edit")
    #expect(try take(file + Self.clipping("Highlight", 3, "Three.")).merged == 1)
    #expect(try notes() == ["Mine.\n\nTwo.\n\nThree."])
    #expect(try take(file + Self.clipping("Highlight", 3, "Three.")).unchanged == 1)
  }

  @Test func `a clipping that the end of the file has cut is told, and comes whole with the whole file`()
    throws
  {
    let whole = Self.clipping("Highlight", 1, "One.") + Self.clipping("Highlight", 2, "Simplify, simplify.")
    let cut = String(whole.dropLast(Self.end.count + 12))
    let report = try take(cut)
    #expect(report.added == 1 && report.refused.kept.map(\.content) == [.cutShort])
    try take(whole)
    #expect(try notes() == ["One.\n\nSimplify, simplify."])
  }

  @Test(arguments: ["==========", "=====", "==========\r\n"])
  func `a file that ends in a part of the mark is whole`(mark: String) throws {
    let text =
      Self.clipping("Highlight", 1, "One.") + Self.clipping("Highlight", 2, "Two.").dropLast(Self.end.count)
    #expect(try take(text + mark).refused.isEmpty)
    #expect(try notes() == ["One.\n\nTwo."])
  }

  @Test func `they go through our own table and come back`() throws {
    try take(Self.clipping("Highlight", 1, "One.") + Self.clipping("Note", 2, "Two."))
    var csv = OwnCSV()
    var bytes: [UInt8] = []
    csv.appendHeader(into: &bytes)
    try store.forEachRecord { csv.append($0, into: &bytes) }
    let read = try CaseFile.outcomes(text: String(decoding: bytes, as: UTF8.self)).first?.book
    #expect(read?.book.privateNotes == "One.\n\nTwo.")
  }
}
