/// Any other table of books, whose columns are found by the names that people and programs use for them.
package struct GenericTable: TableFormat {
  package static let service = "generic"
  static let people = PeopleStyle.typed
  static let lists = ListStyle.typed
  static let scaleIsKnown = false
  static let names: [ImportField: [String]] = [
    .title: ["title", "book title", "name"],
    .author: [
      "author", "authors", "author_text", "author(s)", "primary author", "creators", "writer", "writers",
    ],
    .additionalAuthors: ["additional authors", "additionalauthors"],
    .contributors: ["contributors"],
    .series: ["series"], .seriesNumber: ["series number", "series_index", "seriesnumber"],
    .isbn13: ["isbn13", "isbn-13", "isbn 13", "isbn_13", "ean_isbn13", "isbns"],
    .isbn: ["isbn", "isbn10", "isbn-10", "isbn 10", "isbn_10", "upc_isbn10", "isbn/uid"],
    .rating: ["my rating", "my ratings", "rating", "star rating", "score", "score /5"],
    .review: ["my review", "review", "review_content", "my_review", "comment", "notes"],
    .privateNotes: ["private notes", "privatenotes"],
    .status: ["exclusive shelf", "shelf", "read status", "status", "bookshelf", "reading status"],
    .started: ["date started", "start_date", "start date", "started reading", "began", "started"],
    .finished: [
      "date read", "date finished", "finish_date", "finish date", "end date", "last date read",
      "finished reading", "completed", "finished",
    ],
    .stopped: ["stopped_date", "date stopped", "stopped"],
    .dateAdded: ["date added", "date_added", "dateadded", "shelf_date", "entry date", "timestamp", "added"],
    .pages: ["number of pages", "pages", "page count", "length"],
    .year: [
      "year published", "publication_year", "publication year", "year", "date", "publish date",
      "publish_date",
      "pubdate", "publication date", "published",
    ],
    .originalYear: ["original publication year", "originalyear", "first publish year"],
    .publisher: ["publisher"],
    .tags: ["bookshelves", "tags", "collections", "lists", "genres", "subjects"],
    .genre: ["genre"],
    .readCount: ["read count", "readcount"],
    .id: ["id", "book id"],
  ]

  var table: BookTable
  private let notes: HeaderMap.Column?

  package static let marks = names[.title, default: []] + names[.author, default: []]

  /// Takes a table with a title and something else of a book, one that only lacks the title, and a list of titles.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    if isOfOtherThings(map) { return false }
    if map.names.count == 1, map["title", "book title"] != nil { return true }
    func has(_ field: ImportField) -> Bool {
      names[field, default: []].contains { map[$0] != nil }
        || field == .rating
          && map.names.contains { StatedScale($0, names: names[.rating, default: []]) != nil }
    }
    let others = names.keys.count { $0 != .title && has($0) }
    return has(.title) ? others >= 1 : has(.author) && others >= 3
  }

  /// Whether a table is of films, music, games or people: it names who made them or how to reach them, and has no column
  /// that only books have.
  ///
  /// One such column outweighs any number of the others: a book may have an artist, and be lent to an address.
  private static func isOfOtherThings(_ map: HeaderMap) -> Bool {
    let isOfReaders = bookFields.contains { map.count(of: names[$0, default: []]) > 0 }
    if isOfReaders || map.count(of: booksAlone) > 0 { return false }
    if map.count(of: makers) > 0 { return true }
    // Nobody rates or reviews an address.
    return map.count(of: addresses) > 0 && map["rating", "review", "my rating", "my review"] == nil
  }

  /// Fields that nothing has but a book.
  private static let bookFields: [ImportField] = [.author, .isbn13, .isbn, .readCount]
  /// Names of that kind under which no field is looked for, or one that others have, too.
  private static let booksAlone = [
    "book title", "pages", "number of pages", "page count", "date read", "last date read", "started reading",
    "finished reading", "read status", "reading status", "exclusive shelf", "shelf", "bookshelf",
    "bookshelves",
    "illustrator", "translator",
  ]
  private static let makers = [
    "IMDb Rating", "IMDb ID", "Title Type", "TMDb ID", "Director", "Directors", "Artist", "Artists", "Album",
    "Platform", "Platforms", "Developer", "Developers", "Season", "Episode",
  ]
  private static let addresses = [
    "Email", "E-mail", "Email Address", "E-mail Address", "Phone", "Phone Number", "Mobile",
  ]

  /// Whether a name in lower case is that of a column with a meaning.
  static func knows(_ name: String) -> Bool { names.values.contains { $0.contains(name) } }

  package var unusedColumns: [String] { table.unusedNames.filter { $0 != notes?.name } }

  init(table: BookTable) {
    self.table = table
    notes = table.header["notes"]
  }

  /// Notes are the review where nothing else is, and otherwise the reader's own.
  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    guard let notes, record.book.privateNotes == nil, !columns.uses(notes) else { return }
    record.book.privateNotes = cells.paragraphs(notes)
  }
}
