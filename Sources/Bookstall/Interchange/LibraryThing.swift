/// LibraryThing's tab-separated export: no quoting, dates and ISBNs in brackets, names with the last one first.
///
/// It has no column for the status; dates tell it, and where there are none, some collections.
package struct LibraryThing: TableFormat {
  package static let service = "librarything"
  package static let quotesTabbedCells = false
  static let noTags: Set<String> = ["owned", "your library", "all collections"]
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .rating: ["Rating"], .privateNotes: ["Private Comment"], .pages: ["Page Count"],
    .dateAdded: ["Entry Date"], .started: ["Date Started"], .finished: ["Date Read"],
    .tags: ["Tags"], .series: ["Series"], .seriesNumber: ["Volume"], .isbn: ["ISBN"], .id: ["Book Id"],
  ]

  var table: BookTable
  private let primaryAuthor: HeaderMap.Column?
  private let primaryRole: HeaderMap.Column?
  private let secondaryAuthors: HeaderMap.Column?
  private let secondaryRoles: HeaderMap.Column?
  private let date: HeaderMap.Column?
  private let publication: HeaderMap.Column?
  private let media: HeaderMap.Column?
  private let isbns: HeaderMap.Column?
  private let review: HeaderMap.Column?
  private let collections: HeaderMap.Column?
  private let subjects: HeaderMap.Column?

  package static let marks = [
    "Sort Character", "Primary Author", "Secondary Author", "LCCN", "BCID", "Work id", "ISBNs",
  ]

  /// Takes any two of the names that only this service uses.
  package static func recognises(header: [String]) -> Bool {
    return HeaderMap(header).count(of: marks) >= 2 && !Goodreads.recognises(header: header)
  }

  /// A column with something of the reader's own that nothing here takes.
  package var unusedColumns: [String] { [table.header["Reading Dates"]?.name].compactMap(\.self) }

  /// Whether a cell could be LibraryThing's number of a book, with which each row begins.
  static func isBookID(_ cell: String) -> Bool {
    (1...19).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  init(table: BookTable) {
    self.table = table
    let header = table.header
    primaryAuthor = header["Primary Author"]
    primaryRole = header["Primary Author Role"]
    secondaryAuthors = header["Secondary Author"]
    secondaryRoles = header["Secondary Author Roles"]
    date = header["Date"]
    publication = header["Publication"]
    media = header["Media"]
    isbns = header["ISBNs"]
    review = header["Review"]
    collections = header["Collections"]
    subjects = header["Subjects"]
  }

  func complete(_ record: inout BookRecord, from cells: inout RowCells) {
    readAuthors(into: &record, from: &cells)
    readISBNs(into: &record, from: &cells)
    if record.book.year == nil { record.book.year = year(from: &cells) }
    if record.book.publisher == nil { record.book.publisher = publisher(from: &cells) }
    if record.book.review == nil { record.book.review = text(of: review, from: &cells) }
    readCollections(into: &record, from: &cells)
    if GenreTable.genre(forTags: record.tags) == nil, let cell = cells.glance(subjects) {
      let names = cell.split { $0 == "," || $0 == "|" || $0 == ">" }
      record.book.genre = GenreTable.genre(forTags: names.compactMap { TextNormalisation.line(String($0)) })
    }
  }

  /// The review, in which line breaks appear as `[Return]` and markup as HTML.
  private func text(of column: HeaderMap.Column?, from cells: inout RowCells) -> String? {
    guard let cell = cells.take(column) else { return nil }
    let broken = cell.split(separator: "[Return]", omittingEmptySubsequences: false).joined(separator: "\n")
    let text = TextNormalisation.paragraphs(HTMLText.text(broken))
    if text != TextNormalisation.paragraphs(cell) { cells.keep(column) }
    return text
  }

  private func readAuthors(into record: inout BookRecord, from cells: inout RowCells) {
    var people = People()
    if let name = cells.line(primaryAuthor) {
      people.add(PersonNames.turned(name), role: nil)
      if cells.glance(primaryRole)?.lowercased() == "author" { _ = cells.take(primaryRole) }
    }
    let names = entries(cells.take(secondaryAuthors))
    let roles = entries(cells.take(secondaryRoles))
    for (place, name) in names.enumerated() {
      guard let name = TextNormalisation.line(name) else { continue }
      let role = place < roles.count ? TextNormalisation.line(roles[place]) : nil
      people.add(PersonNames.turned(name), role: role)
    }
    guard record.book.author == nil else { return }
    record.book.author = people.authors.first
    record.additionalAuthors = Array(people.authors.dropFirst())
    record.contributors = people.contributors
  }

  /// The entries between bars, blank ones too, since names and roles belong together by their places.
  private func entries(_ cell: String?) -> [String] {
    cell?.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) } ?? []
  }

  /// Takes the first valid one of the list, whose order says nothing, where the cell for one has none.
  private func readISBNs(into record: inout BookRecord, from cells: inout RowCells) {
    guard let cell = cells.glance(isbns) else { return }
    let found = ListStyle.commas.items(of: cell).compactMap(ISBN.normalised13)
    record.book.isbn13 = found.first { $0 == record.book.isbn13 } ?? record.book.isbn13 ?? found.first
    // The list stays among the other columns: it may hold several editions.
  }

  /// The publisher of `Publisher (Year), Format, N pages`.
  private func publisher(from cells: inout RowCells) -> String? {
    guard let cell = cells.take(publication).flatMap(TextNormalisation.line) else { return nil }
    cells.keep(publication)
    if let year = Self.openingOfYear(in: cell) { return TextNormalisation.line(String(cell[..<year])) }
    // Without a year only the parts that are known to be something else can be told apart.
    var parts = cell.split(separator: ",").map { $0.drop { $0 == " " } }
    let form = cells.glance(media).flatMap(TextNormalisation.line)
    while let last = parts.last, parts.count > 1 {
      guard
        last.hasSuffix(" pages") || last.hasSuffix(" p.") || last.hasPrefix("Edition:") || last == form ?? ""
          || Self.forms.contains(last.lowercased())
      else { break }
      parts.removeLast()
    }
    return TextNormalisation.line(parts.joined(separator: ", "))
  }

  private static let forms: Set<String> = [
    "paperback", "hardcover", "mass market paperback", "unknown binding", "ebook", "kindle edition",
    "audiobook",
    "library binding", "board book", "poche",
  ]

  /// The first four digits of a date such as `1999`, `c1999` or `[1999?]`.
  private func year(from cells: inout RowCells) -> Int? {
    guard let cell = cells.take(date) else { return nil }
    let runs = cell.utf8.split { !(0x30...0x39).contains($0) }
    guard let digits = runs.first(where: { $0.count == 4 }), let year = Int(String(Substring(digits))),
      year > 0
    else {
      if let date { cells.warnings.append(.unreadableDate(column: date.name, text: cell)) }
      cells.keep(date)
      return nil
    }
    cells.keep(date, unlessEqualTo: String(year))
    return year
  }

  /// Where the last ` (1999)` begins.
  private static func openingOfYear(in text: String) -> String.Index? {
    let bytes = text.utf8
    var end = bytes.endIndex
    while let open = bytes[..<end].lastIndex(of: UInt8(ascii: "(")) {
      let inside = bytes[bytes.index(after: open)...].prefix { $0 != UInt8(ascii: ")") }
      if inside.count == 4, inside.allSatisfy({ (0x30...0x39).contains($0) }) { return open }
      end = open
    }
    return nil
  }

  private func readCollections(into record: inout BookRecord, from cells: inout RowCells) {
    var tags = TagList(leavingOut: Self.noTags, record.tags)
    var statuses: [ReadingStatus] = []
    let names = cells.glance(collections).map { cell in
      cell.split { $0 == "," || $0 == "|" }.compactMap { TextNormalisation.line(String($0)) }
    }
    for name in names ?? [] {
      let status = name.lowercased() == "read but unowned" ? .read : StatusWords.status(name)
      if let status { statuses.append(status) } else { tags.add(contentsOf: [name]) }
    }
    record.tags = tags.tags
    guard record.book.status == nil else { return }
    if statuses.contains(.didNotFinish) {
      record.book.status = .didNotFinish
    } else if record.reads.contains(where: { $0.ended != nil }) {
      record.book.status = .read
    } else if !record.reads.isEmpty {
      record.book.status = statuses.contains(.paused) ? .paused : .reading
    } else {
      record.book.status = statuses.first
    }
  }
}
