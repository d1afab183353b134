import Testing

@testable import Bookstall

struct BookMergingTests {
  private func day(_ text: String) -> Day? { Day(text) }

  @Test func `gaps are filled and nothing else`() throws {
    var existing = BookRecord.sample("Emma", by: "Jane Austen")
    existing.book.rating = Rating(stars: 4)
    existing.book.genre = "Uncategorized"
    var incoming = BookRecord.sample("EMMA", by: "Austen, Jane", isbn13: "9780306406157")
    incoming.book.rating = Rating(stars: 5)
    incoming.book.genre = "Romance"
    incoming.book.pages = 474
    let (record, changes, conflicts) = BookMerging.merge(
      existing: existing, incoming: incoming, policy: .fill)
    #expect(record.book.title == "Emma" && record.book.rating == Rating(stars: 4))
    #expect(record.book.isbn13 == "9780306406157" && record.book.pages == 474)
    #expect(record.book.genre == "Romance")
    #expect(Set(changes.map(\.field)) == [.isbn13, .pages, .genre])
    #expect(changes.contains(FieldChange(field: .genre, old: "Uncategorized", new: "Romance")))
    #expect(conflicts == [FieldConflict(field: .rating, kept: "4", other: "5")])
  }

  @Test func `overwriting lets the row win but never blanks`() throws {
    var existing = BookRecord.sample("Emma", by: "Jane Austen", isbn13: "9780306406157")
    existing.book.rating = Rating(stars: 4)
    existing.book.status = .read
    existing.book.genre = "Fantasy"
    existing.book.review = "Old"
    var incoming = BookRecord.sample("Emma!")
    incoming.book.rating = Rating(stars: 5)
    incoming.book.status = .toRead
    incoming.book.genre = "Uncategorized"
    let (record, changes, conflicts) = BookMerging.merge(
      existing: existing, incoming: incoming, policy: .overwrite)
    #expect(record.book.title == "Emma!" && record.book.author == "Jane Austen")
    #expect(record.book.isbn13 == "9780306406157" && record.book.review == "Old")
    #expect(record.book.rating == Rating(stars: 5) && record.book.status == .toRead)
    #expect(record.book.genre == "Fantasy")
    #expect(Set(changes.map(\.field)) == [.title, .rating, .status])
    #expect(conflicts.isEmpty)
  }

  @Test func `a genre guessed from tags never replaces one, even when overwriting`() {
    var existing = BookRecord.sample("Emma")
    existing.book.genre = "Fantasy"
    var incoming = existing
    incoming.book.genre = "Romance"
    func genre(isDerived: Bool) -> String? {
      BookMerging.merge(
        existing: existing, incoming: incoming, policy: .overwrite, genreIsDerived: isDerived
      ).record.book.genre
    }
    #expect(genre(isDerived: true) == "Fantasy")
    #expect(genre(isDerived: false) == "Romance")
  }

  @Test func `keeping changes nothing`() {
    let existing = BookRecord.sample("Emma")
    let merge = BookMerging.merge(existing: existing, incoming: .sample("Evelina", by: "F"), policy: .keep)
    #expect(merge.record == existing && merge.changes.isEmpty)
  }

  @Test(arguments: [
    (ReadingStatus.toRead, ReadingStatus.paused, ReadingStatus.paused), (.paused, .reading, .reading),
    (.reading, .read, .read), (.reading, .didNotFinish, .didNotFinish), (.read, .reading, .read),
    (.read, .didNotFinish, .read), (.didNotFinish, .read, .didNotFinish), (.reading, .paused, .reading),
    (.read, .toRead, .read),
  ])
  func `a status only rises`(_ old: ReadingStatus, _ new: ReadingStatus, _ merged: ReadingStatus) {
    var existing = BookRecord.sample("Emma")
    existing.book.status = old
    var incoming = existing
    incoming.book.status = new
    let (record, changes, conflicts) = BookMerging.merge(
      existing: existing, incoming: incoming, policy: .fill)
    #expect(record.book.status == merged)
    #expect(changes.count == (merged == old ? 0 : 1))
    #expect(conflicts.count == (merged == old ? 1 : 0))
  }

  @Test func `reviews that differ in white space alone are one review`() {
    var existing = BookRecord.sample("Emma")
    existing.book.review = "One.\n\nTwo."
    var incoming = existing
    incoming.book.review = "One. Two."
    let merge = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill)
    #expect(merge.record == existing && merge.conflicts.isEmpty)
  }

  @Test func `reads are united and not doubled`() {
    var existing = BookRecord.sample("Emma")
    existing.reads = [
      Read(finished: day("2020-01-05")), Read(started: day("2023-05-01")),
    ]
    var incoming = existing
    incoming.reads = [
      Read(started: day("2020-01-01"), finished: day("2020-01-05")), Read(finished: day("2021-07-07")),
      Read(started: day("2023-05-01"), finished: day("2023-05-06")), Read(finished: day("2024-01-01")),
    ]
    let (record, changes, _) = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill)
    #expect(record.reads == incoming.reads)
    #expect(changes.map(\.field) == [.reads])
  }

  @Test func `overwriting turns a book put away into a finished one`() {
    var existing = BookRecord.sample("Emma")
    existing.reads = [Read(started: day("2020-01-01"), stopped: day("2020-01-05"))]
    var incoming = existing
    incoming.reads = [Read(finished: day("2020-01-05"))]
    #expect(BookMerging.merge(existing: existing, incoming: incoming, policy: .fill).record == existing)
    let record = BookMerging.merge(existing: existing, incoming: incoming, policy: .overwrite).record
    #expect(record.reads == [Read(started: day("2020-01-01"), finished: day("2020-01-05"))])
  }

  @Test func `a reread is another read`() {
    var existing = BookRecord.sample("Emma")
    existing.reads = [Read(started: day("2020-01-01"), finished: day("2020-01-05"))]
    var incoming = existing
    incoming.reads = [Read(started: day("2022-01-01"), finished: day("2022-01-05"))]
    let record = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill).record
    #expect(record.reads == existing.reads + incoming.reads)
  }

  @Test func `tags and people are united without doubles`() {
    var existing = BookRecord.sample("Emma", by: "Jane Austen")
    existing.tags = ["Regency"]
    existing.contributors = [Contributor(name: "Ann Vey", role: "Narrator")]
    var incoming = existing
    incoming.tags = ["regency", "comedy"]
    incoming.additionalAuthors = ["ann vey", "Jane Austen", "Jo Pell"]
    let record = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill).record
    #expect(record.tags == ["Regency", "comedy"])
    #expect(record.additionalAuthors == ["Jo Pell"])
  }

  @Test func `services are united by id and their columns by name`() throws {
    typealias Column = OtherColumns.Column
    var existing = BookRecord.sample("Emma")
    let old = OtherColumns([Column(name: "Binding", text: "Paperback"), Column(name: "Mine", text: "x")])
    existing.services = [ServiceRecord(service: "goodreads", serviceID: nil, other: old)]
    var incoming = BookRecord.sample("Emma")
    let new = OtherColumns([Column(name: "Binding", text: "ebook"), Column(name: "BCID", text: "7")])
    incoming.services = [
      ServiceRecord(service: "goodreads", serviceID: "1", other: new),
      ServiceRecord(service: "storygraph", serviceID: "1"),
    ]
    let filled = BookMerging.merge(existing: existing, incoming: incoming, policy: .fill).record
    #expect(filled.services.map(\.service) == ["goodreads", "storygraph"])
    let goodreads = try #require(filled.services.first)
    #expect(goodreads.serviceID == "1")
    #expect(goodreads.other.columns.map(\.text) == ["Paperback", "x", "7"])
    let overwritten = BookMerging.merge(existing: existing, incoming: incoming, policy: .overwrite).record
    #expect(overwritten.services.first?.other.columns.map(\.text) == ["ebook", "x", "7"])
  }

  @Test(arguments: [ImportPolicy.fill, .overwrite])
  func `merging again changes nothing`(_ policy: ImportPolicy) {
    var world = SmallWorld(seed: 7)
    for _ in 0..<4_000 {
      let (one, other) = (world.record(), world.record())
      let itself = BookMerging.merge(existing: one, incoming: one, policy: policy)
      #expect(itself.record == one && itself.changes.isEmpty && itself.conflicts.isEmpty)
      let once = BookMerging.merge(existing: one, incoming: other, policy: policy).record
      let twice = BookMerging.merge(existing: once, incoming: other, policy: policy)
      #expect(twice.record == once && twice.changes.isEmpty, "\(twice.changes) for \(one) and \(other)")
    }
  }

  @Test func `filling never takes anything away`() {
    var world = SmallWorld(seed: 11)
    for _ in 0..<1_000 {
      let (one, other) = (world.record(), world.record())
      let merged = BookMerging.merge(existing: one, incoming: other, policy: .fill).record
      #expect(merged.book.title == one.book.title)
      #expect(one.book.rating == nil || merged.book.rating == one.book.rating)
      #expect(merged.tags.starts(with: one.tags))
      #expect(merged.reads.count >= one.reads.count)
      #expect(merged.reads.count <= one.reads.count + other.reads.count)
    }
  }
}

/// Random records over so few values that they meet often.
private struct SmallWorld {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return values[Int((state >> 33) % UInt64(values.count))]
  }

  mutating func record() -> BookRecord {
    var record = BookRecord.sample(
      pick(["Emma", "EMMA", "Evelina"]), by: pick([nil, "Jane Austen", "J. Austen"]))
    record.book.genre = pick([nil, "Uncategorized", "Fantasy", "Horror"])
    record.book.rating = pick([nil, Rating(stars: 4), Rating(stars: 4.25)])
    record.book.status = pick([nil] + ReadingStatus.allCases.map { $0 })
    record.book.readCount = pick([nil, 0, 1, 2])
    record.book.dateAdded = pick([nil, Day("2023"), Day("2024")])
    record.tags = pick([[], ["a"], ["A", "b"], ["c"]])
    record.additionalAuthors = pick([[], ["Jo Pell"], ["Ann Vey", "Jo Pell"]])
    record.contributors = pick([[], [Contributor(name: "Jo Pell", role: "Narrator")]])
    record.series = pick([
      [], [SeriesPlace(name: "S", number: nil)], [SeriesPlace(name: "s", number: "1")],
      [SeriesPlace(name: "S", number: "2"), SeriesPlace(name: "S", number: nil)],
    ])
    let days = [nil, Day("2023-01-01"), Day("2023-01-02"), Day("2023")]
    for _ in 0..<pick([0, 1, 2, 3]) {
      var read = Read(started: pick(days), rating: pick([nil, Rating(stars: 3), Rating(stars: 2)]))
      if pick([true, false]) { read.finished = pick(days) } else { read.stopped = pick(days) }
      record.reads.append(read)
    }
    for _ in 0..<pick([0, 0, 1, 2]) {
      let text = pick(["", "x", "y"])
      let other = OtherColumns([OtherColumns.Column(name: pick(["A", "B"]), text: text)])
      let service = ServiceRecord(service: "goodreads", serviceID: pick([nil, "1", "2"]), other: other)
      if !record.services.contains(where: { $0.serviceID == service.serviceID }) {
        record.services.append(service)
      }
    }
    return record
  }
}
