/// The cells of a book's own Goodreads row that were kept beside it.
///
/// A kept cell goes back only if reading it again would give what the book says now; after an edit it is
/// stale.
struct GoodreadsKeptCells {
  /// Goodreads' own id; never a number of another service, for importers look books up by it.
  let bookID: String?
  /// A short list, which costs a stream of books less than a dictionary for each.
  private var cells: [(column: GoodreadsColumn, text: String)] = []
  /// Cells of columns that Goodreads itself never had.
  private var addedCells: [(name: String, text: String)] = []

  /// Takes the first Goodreads record of the book, if it has one.
  init(_ record: BookRecord) {
    let service = record.services.first { $0.service == Goodreads.service }
    bookID = service?.serviceID.flatMap { id in
      (1...19).contains(id.utf8.count) && id.utf8.allSatisfy { (0x30...0x39).contains($0) } ? id : nil
    }
    for column in service?.other.columns ?? [] {
      guard let place = GoodreadsKeptCells.column(column.name) else {
        addedCells.append((column.name, column.text))
        continue
      }
      if self[place] == nil { cells.append((place, column.text)) }
    }
  }

  /// The column of a header, in whatever case an edited file spells it.
  private static func column(_ name: String) -> GoodreadsColumn? {
    GoodreadsColumn(rawValue: name) ?? columns[name.lowercased()]
  }

  private static let columns = Dictionary(
    uniqueKeysWithValues: GoodreadsColumn.allCases.map { ($0.rawValue.lowercased(), $0) })

  /// The cell as it came, of a column that the book has no value for.
  subscript(column: GoodreadsColumn) -> String? { cells.first { $0.column == column }?.text }

  /// The cell as it came, of a column that Goodreads itself never had.
  func added(_ name: String) -> String? {
    if addedCells.isEmpty { return nil }
    return
      (addedCells.first { $0.name == name } ?? addedCells.first { $0.name.lowercased() == name.lowercased() })?
      .text
  }

  /// Whether readers' votes, as they came, tell a genre.
  func votes(for genre: String) -> Bool {
    added("genres").map { GenreTable.genre(forTags: Goodreads.genreNames(inVotes: $0)) == genre } ?? false
  }

  /// The title as it came, such as one with `(Name #2)` for `(Name, #2)`.
  func title(_ title: String, _ series: [SeriesPlace]) -> String? {
    guard let cell = self[.title], let line = TextNormalisation.line(cell) else { return nil }
    let read = TitleSeries.split(line)
    return read.title == title && read.series == series.filter { $0.number != nil } ? cell : nil
  }

  /// The author turned round, if it is made of the author's words.
  func authorLastFirst(of author: String?) -> String? {
    guard let author, let cell = self[.authorLastFirst] else { return nil }
    let words = GoodreadsDialect.words(of: cell)
    return words.sorted() == GoodreadsDialect.words(of: author).sorted() ? cell : nil
  }

  /// The list of further people as it came.
  func people(_ people: [String], besides author: String?) -> String? {
    guard let cell = self[.additionalAuthors] else { return nil }
    let parts = cell.split(separator: ",").compactMap { TextNormalisation.line(String($0)) }
    var names: [String] = []
    for name in PersonNames.separated(parts) where name != author && !names.contains(name) {
      names.append(name)
    }
    return names == people ? cell : nil
  }

  /// A ten-digit number beside a thirteen-digit one that has none of its own.
  var isbn10: String? {
    guard let cell = self[.isbn], ISBN.normalised13(cell) != nil else { return nil }
    let digits = cell.uppercased().utf8.filter { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "X") }
    return digits.count == 10 ? String(decoding: digits, as: UTF8.self) : nil
  }

  /// Whether the year of the edition was blank, and is only the year of first publication.
  func hadNoYear(of book: Book) -> Bool {
    self[.yearPublished] == "" && book.year == book.originalYear
  }

  /// The HTML as it came, if it still says the text.
  func html(_ column: GoodreadsColumn, meaning text: String?) -> String? {
    guard let cell = self[column], let text else { return nil }
    return TextNormalisation.paragraphs(HTMLText.text(cell)) == text ? cell : nil
  }

  // MARK: Shelves

  /// The shelves in the order in which they came, if they are still the same ones.
  func shelves(exclusive: [String], tags: [String]) -> [String]? {
    for column in [GoodreadsColumn.bookshelves, .bookshelvesWithPositions] {
      guard let cell = self[column] else { continue }
      let names = GoodreadsKeptCells.shelfNames(in: cell)
      let statuses = names.filter { GoodreadsShelf(rawValue: $0) != nil }
      // The two that say who owns the book are no tags to us.
      let rest = names.filter { GoodreadsShelf(rawValue: $0) == nil && $0 != "owned" && $0 != "your-library" }
      let isSame = statuses == exclusive && rest.count == tags.count && rest.allSatisfy(tags.contains)
      if isSame, names.allSatisfy({ GoodreadsDialect.shelfName($0) == $0 }) { return names }
    }
    return nil
  }

  /// The shelves with the book's place on each, as they came; a shelf whose place nobody knows is left out.
  func positions(of shelves: [String]) -> String {
    guard let cell = self[.bookshelvesWithPositions], !shelves.isEmpty else { return "" }
    let names = GoodreadsKeptCells.shelfNames(in: cell)
    if names == shelves { return cell }
    let parts = cell.utf8.split(separator: UInt8(ascii: ",")).compactMap {
      TextNormalisation.line(String(Substring($0)))
    }
    guard parts.count == names.count else { return "" }
    return shelves.compactMap { shelf in names.firstIndex(of: shelf).map { parts[$0] } }.joined(
      separator: ", ")
  }

  /// The names of a list of shelves without their positions.
  private static func shelfNames(in cell: String) -> [String] {
    cell.utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
      guard let name = TextNormalisation.line(String(Substring(part))) else { return nil }
      guard name.hasSuffix(")"), let open = name.utf8.lastIndex(of: UInt8(ascii: "(")),
        name[open...].hasPrefix("(#")
      else { return name }
      return TextNormalisation.line(String(name[..<open]))
    }
  }
}
