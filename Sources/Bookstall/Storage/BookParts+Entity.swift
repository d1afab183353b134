package import Persistence

/// A row that hangs on a book and has a place among its siblings.
package protocol BookPart: PersistentModel {
  /// The key of the book.
  var bookID: Int64 { get set }
  /// The place among the book's rows of the same kind, from 0.
  var position: Int { get set }

  /// The list of a book that rows of this kind make up.
  static var siblings: OrderedToMany<Book, Self> { get }
}

extension Book {
  /// Its further authors and other people, in order.
  package static let contributors = OrderedToMany<Book, BookContributor>(\.bookID, position: \.position)
  /// The series that it is part of, in order.
  package static let series = OrderedToMany<Book, BookSeries>(\.bookID, position: \.position)
  /// Its readings, in order.
  package static let reads = OrderedToMany<Book, BookRead>(\.bookID, position: \.position)
  /// Its tags, in order.
  package static let tags = OrderedToMany<Book, BookTag>(\.bookID, position: \.position)
  /// What other services know it by, in order.
  package static let services = OrderedToMany<Book, BookService>(\.bookID, position: \.position)
}

/// A further author (no role) or another person with a part in the book.
package struct BookContributor: BookPart {
  package var id: Int64 = 0
  package var bookID: Int64
  package var position: Int
  /// The person's name.
  package var name: String
  /// The role as the source says it; nil for an author.
  package var role: String?

  package static let schema = EntitySchema<BookContributor>(
    "book_contributor", key: \.id,
    [
      .reference("book_id", \.bookID, to: Book.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("name", \.name),
      Attribute("role", \.role),
    ])

  package static var siblings: OrderedToMany<Book, BookContributor> { Book.contributors }

  init(bookID: Int64, position: Int, name: String, role: String?) {
    self.bookID = bookID
    self.position = position
    self.name = name
    self.role = role
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    position = Int(try row.integer())
    name = try row.text()
    role = try row.textIfPresent()
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(reference: bookID)
    try row.write(position)
    try row.write(name)
    try row.write(role)
  }
}

/// A series that the book is part of.
package struct BookSeries: BookPart {
  package var id: Int64 = 0
  package var bookID: Int64
  package var position: Int
  /// The series' name.
  package var name: String
  /// The book's place in it, as text; nil when unknown.
  package var number: String?

  package static let schema = EntitySchema<BookSeries>(
    "book_series", key: \.id,
    [
      .reference("book_id", \.bookID, to: Book.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("name", \.name),
      Attribute("number", \.number),
    ])

  package static var siblings: OrderedToMany<Book, BookSeries> { Book.series }

  init(bookID: Int64, position: Int, place: SeriesPlace) {
    self.bookID = bookID
    self.position = position
    name = place.name
    number = place.number
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    position = Int(try row.integer())
    name = try row.text()
    number = try row.textIfPresent()
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(reference: bookID)
    try row.write(position)
    try row.write(name)
    try row.write(number)
  }
}

/// One reading of the book.
package struct BookRead: BookPart {
  package var id: Int64 = 0
  package var bookID: Int64
  package var position: Int
  /// The reading itself.
  package var read: Read

  package static let schema = EntitySchema<BookRead>(
    "book_read", key: \.id,
    [
      .reference("book_id", \.bookID, to: Book.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("started", \.read.started),
      Attribute("finished", \.read.finished),
      Attribute("stopped", \.read.stopped),
      Attribute("rating", \.read.rating),
      Attribute("review", \.read.review),
    ])

  package static var siblings: OrderedToMany<Book, BookRead> { Book.reads }

  init(bookID: Int64, position: Int, read: Read) {
    self.bookID = bookID
    self.position = position
    self.read = read
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    position = Int(try row.integer())
    read = Read(
      started: try row.dayIfPresent(), finished: try row.dayIfPresent(), stopped: try row.dayIfPresent(),
      rating: try row.realIfPresent().map(Rating.init(stored:)), review: try row.textIfPresent())
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(reference: bookID)
    try row.write(position)
    try row.write(read.started?.text)
    try row.write(read.finished?.text)
    try row.write(read.stopped?.text)
    try row.write(read.rating?.stars)
    try row.write(read.review)
  }

  package func validate() -> [ValidationFailure] {
    guard let rating = read.rating, !rating.isValid else { return [] }
    return [ValidationFailure(column: "rating", rule: "is 0.25 to 5 in quarter stars")]
  }
}

/// A tag of the book.
package struct BookTag: BookPart {
  package var id: Int64 = 0
  package var bookID: Int64
  package var position: Int
  /// The tag's text.
  package var name: String

  package static let schema = EntitySchema<BookTag>(
    "book_tag", key: \.id,
    [
      .reference("book_id", \.bookID, to: Book.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("name", \.name),
    ])

  package static var siblings: OrderedToMany<Book, BookTag> { Book.tags }

  /// A tag at its place among those of its book.
  package init(bookID: Int64, position: Int, name: String) {
    self.bookID = bookID
    self.position = position
    self.name = name
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    position = Int(try row.integer())
    name = try row.text()
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(reference: bookID)
    try row.write(position)
    try row.write(name)
  }
}

/// What another service knows the book by.
package struct BookService: BookPart {
  package var id: Int64 = 0
  package var bookID: Int64
  package var position: Int
  /// The service in lower case.
  package var service: String
  /// The service's own id of the book; nil when it gave none.
  package var serviceID: String?
  /// Columns that Bookstall does not model.
  package var other: OtherColumns

  package static let schema = EntitySchema<BookService>(
    "book_service", key: \.id,
    [
      .reference("book_id", \.bookID, to: Book.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("service", \.service),
      Attribute("service_id", \.serviceID),
      Attribute("other", \.other),
    ])

  package static var siblings: OrderedToMany<Book, BookService> { Book.services }

  init(bookID: Int64, position: Int, record: ServiceRecord) {
    self.bookID = bookID
    self.position = position
    service = record.service
    serviceID = record.serviceID
    other = record.other
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    bookID = try row.integer()
    position = Int(try row.integer())
    service = try row.text()
    serviceID = try row.textIfPresent()
    // Not by way of a value of any kind, since an export reads one of these for each book.
    let json = try row.textIfPresent()
    guard let columns = try? OtherColumns(json: json) else { throw row.invalidValue() }
    other = columns
  }

  package func encode(into row: inout RowWriter) throws {
    try row.write(reference: bookID)
    try row.write(position)
    try row.write(service)
    try row.write(serviceID)
    try row.write(value: other)
  }
}
