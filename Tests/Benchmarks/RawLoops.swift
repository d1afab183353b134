import Bookstall
import CSQLite
import FoundationEssentials
import Persistence

/// The yardsticks: what a careful programmer writes straight on the C API.
struct RawDatabase {
  private let handle: OpaquePointer

  struct Failure: Error {
    let message: String
  }

  init(path: String) throws {
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened else { throw Failure(message: "can't open \(path)") }
    handle = opened
    try execute("PRAGMA foreign_keys = ON; PRAGMA cache_size = -8000; PRAGMA synchronous = FULL")
  }

  func close() {
    sqlite3_close_v2(handle)
  }

  /// Opens a file, counts the books and closes it, with no more calls than that takes.
  static func count(at path: String) throws {
    var handle: OpaquePointer?
    var statement: OpaquePointer?
    defer {
      sqlite3_finalize(statement)
      sqlite3_close(handle)
    }
    guard sqlite3_open(path, &handle) == SQLITE_OK,
      sqlite3_prepare_v2(handle, "SELECT count(*) FROM book", -1, &statement, nil) == SQLITE_OK,
      sqlite3_step(statement) == SQLITE_ROW
    else { throw Failure(message: "can't count the books of \(path)") }
  }

  func execute(_ sql: String) throws {
    guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else {
      throw Failure(message: String(cString: sqlite3_errmsg(handle)))
    }
  }

  static let columns =
    "uuid, title, author, genre, rating, review, status, date_added, read_count, isbn13, publisher, year, original_year, pages, private_notes"

  /// Reads all books into structs.
  func books() throws -> [Book] {
    var books: [Book] = []
    try forEachBook { books.append($0) }
    return books
  }

  /// Reads all books, one struct after the other.
  @inline(__always)
  func forEachBook(_ body: (Book) -> Void) throws {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, "SELECT id, \(RawDatabase.columns) FROM book ORDER BY id", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard let statement else { throw Failure(message: "can't prepare") }
    while sqlite3_step(statement) == SQLITE_ROW {
      guard let bytes = sqlite3_column_text(statement, 1),
        let uuid = UUID(
          canonicalText: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, 1))))
      else { throw Failure(message: "no uuid") }
      var book = Book(uuid: uuid, title: text(statement, 2))
      book.id = sqlite3_column_int64(statement, 0)
      book.author = text(statement, 3)
      book.genre = text(statement, 4)
      if sqlite3_column_type(statement, 5) != SQLITE_NULL {
        book.rating = Rating(stored: sqlite3_column_double(statement, 5))
      }
      book.review = text(statement, 6)
      book.status = text(statement, 7).flatMap(ReadingStatus.init)
      book.dateAdded = text(statement, 8).flatMap { Day($0) }
      book.readCount = integer(statement, 9)
      book.isbn13 = text(statement, 10)
      book.publisher = text(statement, 11)
      book.year = integer(statement, 12)
      book.originalYear = integer(statement, 13)
      book.pages = integer(statement, 14)
      book.privateNotes = text(statement, 15)
      body(book)
    }
  }

  private func text(_ statement: OpaquePointer, _ column: Int32) -> String? {
    guard let bytes = sqlite3_column_text(statement, column) else { return nil }
    return String(
      decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))),
      as: UTF8.self)
  }

  private func integer(_ statement: OpaquePointer, _ column: Int32) -> Int? {
    sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : Int(sqlite3_column_int64(statement, column))
  }

  /// Writes books in one transaction with one prepared statement.
  func insert(_ books: [Book]) throws {
    try execute("BEGIN IMMEDIATE")
    var statement: OpaquePointer?
    let marks = Array(repeating: "?", count: 15).joined(separator: ", ")
    sqlite3_prepare_v2(
      handle, "INSERT INTO book (\(RawDatabase.columns)) VALUES (\(marks))", -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    guard let statement else { throw Failure(message: "can't prepare") }
    for book in books {
      bind(statement, 1, book.uuid.canonicalText)
      bind(statement, 2, book.title)
      bind(statement, 3, book.author)
      bind(statement, 4, book.genre)
      if let rating = book.rating {
        sqlite3_bind_double(statement, 5, rating.stars)
      } else {
        sqlite3_bind_null(statement, 5)
      }
      bind(statement, 6, book.review)
      bind(statement, 7, book.status?.rawValue)
      bind(statement, 8, book.dateAdded?.text)
      bind(statement, 9, book.readCount)
      bind(statement, 10, book.isbn13)
      bind(statement, 11, book.publisher)
      bind(statement, 12, book.year)
      bind(statement, 13, book.originalYear)
      bind(statement, 14, book.pages)
      bind(statement, 15, book.privateNotes)
      guard sqlite3_step(statement) == SQLITE_DONE else {
        throw Failure(message: String(cString: sqlite3_errmsg(handle)))
      }
      sqlite3_reset(statement)
    }
    try execute("COMMIT")
  }

  private func bind(_ statement: OpaquePointer, _ index: Int32, _ text: String?) {
    guard var text else {
      sqlite3_bind_null(statement, index)
      return
    }
    text.withUTF8 { bytes in
      _ = bytes.withMemoryRebound(to: CChar.self) {
        bookstall_bind_text(statement, index, $0.baseAddress, Int32($0.count))
      }
    }
  }

  private func bind(_ statement: OpaquePointer, _ index: Int32, _ number: Int?) {
    if let number {
      sqlite3_bind_int64(statement, index, Int64(number))
    } else {
      sqlite3_bind_null(statement, index)
    }
  }
}
