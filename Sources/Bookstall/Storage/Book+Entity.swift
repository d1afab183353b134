package import Persistence

extension Book: PersistentModel {
  package static let schema = EntitySchema<Book>(
    "book", key: \.id,
    [
      Attribute("uuid", \.uuid),
      Attribute("title", \.title),
      Attribute("author", \.author),
      Attribute("genre", \.genre),
      Attribute("rating", \.rating),
      Attribute("review", \.review),
      Attribute("status", \.status),
      Attribute("date_added", \.dateAdded),
      Attribute("read_count", \.readCount),
      Attribute("isbn13", \.isbn13),
      Attribute("publisher", \.publisher),
      Attribute("year", \.year),
      Attribute("original_year", \.originalYear),
      Attribute("pages", \.pages),
      Attribute("private_notes", \.privateNotes),
    ])

  package init(row: inout RowReader) throws {
    // Each property once and none by another initialiser, which would copy the whole value.
    id = try row.integer()
    uuid = try row.uuid()
    title = try row.textIfPresent()
    author = try row.textIfPresent()
    genre = try row.textIfPresent()
    rating = try row.realIfPresent().map(Rating.init(stored:))
    review = try row.textIfPresent()
    status = try row.textIfPresent().map { text in
      guard let status = ReadingStatus(rawValue: text) else { throw row.invalidValue() }
      return status
    }
    dateAdded = try row.dayIfPresent()
    readCount = try row.integerIfPresent().map(Int.init)
    isbn13 = try row.textIfPresent()
    publisher = try row.textIfPresent()
    year = try row.integerIfPresent().map(Int.init)
    originalYear = try row.integerIfPresent().map(Int.init)
    pages = try row.integerIfPresent().map(Int.init)
    privateNotes = try row.textIfPresent()
  }

  // By hand, since importing a library writes hundreds of thousands of these.
  package func encode(into row: inout RowWriter) throws {
    try row.write(uuid)
    try row.write(title)
    try row.write(author)
    try row.write(genre)
    try row.write(rating?.stars)
    try row.write(review)
    try row.write(status?.rawValue)
    try row.write(dateAdded?.text)
    try row.write(readCount)
    try row.write(isbn13)
    try row.write(publisher)
    try row.write(year)
    try row.write(originalYear)
    try row.write(pages)
    try row.write(privateNotes)
  }

  package func validate() -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    if let rating, !rating.isValid {
      failures.append(ValidationFailure(column: "rating", rule: "is 0.25 to 5 in quarter stars"))
    }
    if let pages, pages <= 0 {
      failures.append(ValidationFailure(column: "pages", rule: "is at least 1"))
    }
    if let readCount, readCount < 0 {
      failures.append(ValidationFailure(column: "read_count", rule: "is at least 0"))
    }
    if let isbn13, isbn13.utf8.count != 13 || !isbn13.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      failures.append(ValidationFailure(column: "isbn13", rule: "is 13 digits"))
    }
    return failures
  }
}
