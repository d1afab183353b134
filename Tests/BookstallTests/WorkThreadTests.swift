import TestSupport
import Testing

@testable import Bookstall

/// Work on a thread of its own is done in order, and its faults reach whoever hands it over.
struct WorkThreadTests {
  private struct Fault: Error {}

  @Test(arguments: [0, 1, 2, 3, 1000])
  func `items are worked on one after the other`(count: Int) throws {
    var done: [Int] = []
    let thread = WorkThread<Int> { done.append($0) }
    for item in 0..<count { try thread.give(item) }
    try thread.finish()
    #expect(done == Array(0..<count))
    thread.stop()
    #expect(done.count == count)
  }

  @Test(arguments: [0, 5, 99])
  func `a fault ends the work and is thrown`(bad: Int) throws {
    var done: [Int] = []
    let thread = WorkThread<Int> { item in
      if item == bad { throw Fault() }
      done.append(item)
    }
    #expect(throws: Fault.self) {
      for item in 0..<100 { try thread.give(item) }
      try thread.finish()
    }
    thread.stop()
    #expect(done == Array(0..<bad))
  }

  @Test func `whoever stops the work waits for no items but the one under way`() throws {
    var done: [Int] = []
    let thread = WorkThread<Int> { done.append($0) }
    for item in 0..<10 { try thread.give(item) }
    thread.stop()
    #expect(done == Array(0..<done.count))
    #expect(done.count >= 7, "two wait at most, and one is under way")
  }

  @Test func `many books are exported as each would be by itself`() throws {
    let store = try BookStore()
    try store.addAll(
      (0..<1500).lazy.map { number in
        var record = SampleStore.records[number % SampleStore.records.count]
        record.book.id = 0
        record.book.uuid = BookStore.newUUID()
        record.book.title = "\(record.book.title ?? "") \(number)"
        return record
      })
    var csv = OwnCSV()
    var csvBytes: [UInt8] = []
    csv.appendHeader(into: &csvBytes)
    var array = BookJSONArray()
    var jsonBytes: [UInt8] = []
    try store.forEachRecord { record in
      csv.append(record, into: &csvBytes)
      array.append(record, into: &jsonBytes)
    }
    array.finish(into: &jsonBytes)
    for (format, expected) in [(ExportFormat.csv, csvBytes), (.json, jsonBytes)] {
      var options = ExportOptions()
      options.format = format
      let sink = ByteSink()
      let report = try store.export(to: sink, options)
      #expect(report.books == 1500)
      #expect(sink.bytes == expected)
    }
  }

  @Test func `a sink that fails ends the export with its own error`() throws {
    let store = try BookStore()
    try store.addAll(
      (0..<3000).lazy.map { number in
        var record = BookRecord(book: Book(uuid: BookStore.newUUID(), title: "Book \(number)"))
        record.book.review = String(repeating: "word ", count: 100)
        return record
      })
    #expect(throws: ExportError.self) { try store.export(to: FullSink()) }
    #expect(try store.count() == 3000)
  }
}

/// A disk that is full after the first piece.
private final class FullSink: ExportSink {
  private var pieces = 0

  func write(_ bytes: [UInt8]) throws {
    pieces += 1
    if pieces > 1 { throw ExportError.unwritable(path: "full", reason: 28) }
  }

  func finish() {}
}
