import Foundation
import Testing

@testable import Bookstall

/// A file of `Fixtures/cases`, split into its header and rows.
struct CaseFile {
  let header: [String]
  let rows: [[String]]

  /// Reads comma-separated records; quotes as in RFC 4180, and literal within an unquoted cell.
  init(_ name: String) throws {
    try self.init(text: CaseFile.text(name))
  }

  init(text: String) throws {
    var records: [[String]] = []
    var record: [String] = []
    var cell = ""
    var quoted = false
    var scalars = Substring(text).unicodeScalars
    if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where quoted && scalars.first == "\"":
        cell.unicodeScalars.append("\"")
        scalars.removeFirst()
      case "\"" where quoted: quoted = false
      case "\"" where cell.isEmpty: quoted = true
      case "," where !quoted:
        record.append(cell)
        cell = ""
      case "\n" where !quoted:
        records.append(record + [cell])
        record = []
        cell = ""
      default: cell.unicodeScalars.append(scalar)
      }
    }
    if !record.isEmpty { records.append(record + [cell]) }
    header = try #require(records.first)
    rows = Array(records.dropFirst())
  }

  static func text(_ name: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/cases")
    return try String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  /// Runs the whole file through Goodreads' format: every row is observed, then read.
  func readAsGoodreads() throws -> [RowOutcome] {
    var format = try Goodreads(header: header)
    for row in rows { format.observe(row) }
    return rows.map { format.read($0) }
  }

  /// The books of the file with their warnings, the row numbers of refused rows left out.
  func goodreadsBooks() throws -> [(record: BookRecord, warnings: [ImportWarning])] {
    try readAsGoodreads().compactMap { outcome in
      guard case .book(let record, let warnings) = outcome else { return nil }
      return (record, warnings)
    }
  }
}

extension BookRecord {
  /// A record made by hand, for tests.
  static func sample(_ title: String, by author: String? = nil, isbn13: String? = nil) -> BookRecord {
    var record = BookRecord(book: Book(readTitle: title))
    record.book.author = author
    record.book.isbn13 = isbn13
    return record
  }
}
