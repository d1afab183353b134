import Foundation
import Testing

@testable import Bookstall

/// One small file per service with its usual quirks: every value must come out as expected.
struct HandedFileTests {
  private static let services = [
    "goodreads.csv": "goodreads", "goodreads_legacy31.csv": "goodreads", "goodreads_23.csv": "goodreads",
    "storygraph.csv": "storygraph", "librarything.tsv": "librarything", "bookwyrm.csv": "bookwyrm",
    "calibre.csv": "calibre", "openreads.csv": "openreads", "openlibrary_readinglog.csv": "openlibrary",
    "openlibrary_ratings.csv": "openlibrary", "hardcover.csv": "hardcover", "literal.csv": "literal",
    "libib.csv": "libib", "readinglist.csv": "readinglist", "notion.csv": "notion", "generic.csv": "generic",
    "kindle_my_clippings.txt": "kindle", "bookmory_backup.zip": "bookmory",
  ]

  private static func expected() throws -> [String: [[String: Any]]] {
    let data = try CaseFile.data("handed/expected.json")
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
  }

  @Test func `every file of the expectations is tried`() throws {
    #expect(Set(try HandedFileTests.expected().keys) == Set(HandedFileTests.services.keys))
  }

  @Test(arguments: services.keys.sorted())
  func `every row comes out as expected, key by key`(_ name: String) throws {
    let expected = try #require(try HandedFileTests.expected()[name])
    let (service, all) = try CaseFile.outcomes(try CaseFile.source("handed/" + name))
    #expect(service == HandedFileTests.services[name])
    // A book that a backup says is deleted has no row in the expectations.
    let outcomes = name == "bookmory_backup.zip" ? all.filter { $0.book != nil } : all
    try #require(outcomes.count == expected.count)
    for (outcome, row) in zip(outcomes, expected) {
      let title = row["title"] ?? "?"
      if let reason = row["skip"] as? String {
        #expect(outcome.rowProblem == .notABook(kind: "movie", title: title as? String), "\(reason)")
        continue
      }
      if row["deleted"] as? Bool == true {
        #expect(outcome.rowProblem == .deletedInSource(title: title as? String))
        continue
      }
      let record = try #require(outcome.book, "\(title)")
      #expect(outcome.warnings.isEmpty, "\(title)")
      let actual = record.asExpected()
      for (key, value) in row {
        #expect(actual[key] as? NSObject == value as? NSObject, "\(key) of \(title)")
      }
    }
  }

  @Test(arguments: services.keys.sorted())
  func `bytes one at a time and a second look make no difference`(_ name: String) throws {
    let whole = try CaseFile.outcomes(try CaseFile.source("handed/" + name)).outcomes.map(\.book)
    let single = try CaseFile.outcomes(try CaseFile.source("handed/" + name, chunk: 1)).outcomes.map(\.book)
    #expect(whole == single)
  }

  @Test(arguments: services.keys.sorted())
  func `a second import changes nothing, and one undo takes the first back`(_ name: String) throws {
    let store = try BookStore()
    let path = CaseFile.url("handed/" + name).path()
    let first = try store.importBooks(from: try ByteSource(path: path))
    #expect(first.refused.isEmpty && first.added > 0)
    #expect(first.rows == first.added + first.merged + first.unchanged + first.skipped.count)
    let before = try store.count()
    let second = try store.importBooks(from: try ByteSource(path: path))
    #expect(second.added == 0 && second.merged == 0 && second.rows == first.rows)
    #expect(try store.count() == before)
    try #require(try store.undo() != nil)
    #expect(try store.count() == 0)
  }

  @Test(arguments: services.keys.sorted())
  func `what our own formats carry into an empty store is the same again`(_ name: String) throws {
    for format in [ExportFormat.csv, .tsv, .json] {
      func exported(from path: String) throws -> String {
        let store = try BookStore()
        _ = try store.importBooks(from: try ByteSource(path: path))
        let sink = ByteSink()
        var options = ExportOptions()
        options.format = format
        _ = try store.export(to: sink, options)
        return String(decoding: sink.bytes, as: UTF8.self)
      }
      let first = try exported(from: CaseFile.url("handed/" + name).path())
      let file = try TemporaryTextFile(first)
      let isSame = try exported(from: file.path) == first
      #expect(isSame && first.utf8.count > 300, "\(format)")
    }
  }

  @Test(arguments: services.keys.sorted())
  func `bytes changed at random cost rows or the file, never more`(_ name: String) throws {
    let whole = Array(try CaseFile.data("handed/" + name))
    var state: UInt64 = 11
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    let telling = Array("\",;\t|\n\r()[]{}&<#\\-/0X".utf8) + [0, 0xC3, 0xFF]
    var rows = 0
    for _ in 0..<60 {
      var changed = whole
      for _ in 0...next(6) { changed[next(changed.count)] = telling[next(telling.count)] }
      if next(4) == 0 { changed.removeLast(next(changed.count)) }
      var rest: [UInt8]? = changed
      do {
        rows += try CaseFile.outcomes {
          defer { rest = nil }
          return rest ?? []
        }.outcomes.count
      } catch is ImportError {
        continue
      }
    }
    #expect(name.hasSuffix(".zip") || rows > 100)
  }
}
