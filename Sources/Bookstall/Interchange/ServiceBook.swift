/// A book on its way into a service's table: its values in the forms that several services share.
package struct ServiceBook: Sendable {
  /// The book with everything that hangs on it.
  package let record: BookRecord
  /// The service's own id of the book.
  package let serviceID: String?
  /// What was lost so far, this book included.
  package var report: FlattenReport
  /// The cells as they came from the service, by their names in lower case.
  private let kept: [String: String]

  /// Takes the cells that the service's own row left beside the book.
  init(_ record: BookRecord, service: String, report: FlattenReport) {
    self.record = record
    self.report = report
    let own = record.services.first { $0.service == service }
    serviceID = own?.serviceID
    kept = Dictionary(
      (own?.other.columns ?? []).map { ($0.name.lowercased(), $0.text) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Whether there is any cell as it came.
  var hasKeptCells: Bool { !kept.isEmpty }

  /// The cell as it came, by its name in lower case.
  func keptCell(_ name: String) -> String? { kept[name] }

  // MARK: Values

  /// The title with its series behind it, for tables without a column for them.
  var titleWithSeries: String { TitleSeries.joined(title: record.book.title ?? "", series: record.series) }

  /// The authors between commas, without commas within a name.
  var authors: String {
    ([record.book.author].compactMap(\.self) + record.additionalAuthors).map(GoodreadsDialect.commaFree)
      .filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The ten digits of an ISBN that begins with 978.
  var isbn10: String? { record.book.isbn13.flatMap(GoodreadsDialect.isbn10) }

  /// Stars in half steps, rounded half up; never 0 for a rated book.
  mutating func halfStars() -> Double? {
    guard let stars = record.book.rating?.clamped, stars > 0 else { return nil }
    let rounded = max(0.5, (stars * 2 + 0.5).rounded(.down) / 2)
    if rounded != stars { report.roundedRatings += 1 }
    return rounded
  }

  /// The day as `2024-02-10`; one that knows no day is blank, because importers would make one up.
  mutating func day(_ day: Day?) -> String {
    guard let day else { return "" }
    if day.day != nil { return day.text }
    report.droppedPartialDates += 1
    return ""
  }

  /// The reading that a table with one pair of dates tells: the last finished one of a book that was read,
  /// else the last.
  var mainRead: Read? {
    guard record.book.status == .read else { return record.reads.last }
    return record.reads.last { $0.finished != nil } ?? record.reads.last
  }

  /// The end of the main reading where one column serves for finishing and giving up.
  mutating func endOfMainRead() -> String {
    let read = mainRead
    if record.book.status == .didNotFinish { return day(read?.stopped ?? read?.finished) }
    if read?.stopped != nil { report.droppedStoppedDates += 1 }
    return day(read?.finished)
  }

  /// The review as plain text, with entities only where it would be taken for markup.
  var plainReview: String {
    guard let review = record.book.review else { return "" }
    if TextNormalisation.paragraphs(HTMLText.text(review)) == TextNormalisation.paragraphs(review) {
      return review
    }
    return HTMLText.html(review)
  }

  /// The tags, and in front of them the genre where they don't tell it.
  mutating func tagsWithGenre() -> [String] {
    guard let genre = record.book.genre, genre != Genre.uncategorized,
      GenreTable.genre(forTags: record.tags) != genre,
      !record.tags.contains(where: { $0.lowercased() == genre.lowercased() })
    else { return record.tags }
    report.genresAsTags += 1
    return [genre] + record.tags
  }

  /// Tags between commas; a comma within one becomes a blank.
  mutating func commaList(_ tags: [String]) -> String {
    tags.compactMap { tag in
      guard tag.utf8.contains(UInt8(ascii: ",")) else { return tag }
      report.renamedTags += 1
      return TextNormalisation.line(tag.split(separator: ",").joined(separator: " "))
    }.joined(separator: ", ")
  }

  // MARK: Losses

  /// Counts what no column can say.
  mutating func countLosses(_ unsaid: Set<FlattenReport.Value>) {
    if record.book.status == .paused { report.pausedBooks += 1 }
    if record.book.isbn13 == nil { report.withoutISBN += 1 }
    let authors = [record.book.author].compactMap(\.self) + record.additionalAuthors
    report.respelledNames += authors.count { GoodreadsDialect.commaFree($0) != $0 }
    for value in unsaid {
      let count = count(of: value, onlyMainRead: unsaid.contains(.earlierRead))
      if count > 0 { report.withoutColumn[value, default: 0] += count }
    }
  }

  private func count(of value: FlattenReport.Value, onlyMainRead: Bool) -> Int {
    let book = record.book
    switch value {
    case .contributor: return record.contributors.count
    case .earlierRead: return max(0, record.reads.count - 1)
    case .readNote: return record.reads.count { $0.rating != nil || $0.review != nil }
    case .readCount:
      let finished = record.reads.count { $0.finished != nil }
      let told = max(onlyMainRead ? min(finished, 1) : finished, book.status == .read ? 1 : 0)
      return (book.readCount ?? 0) > told ? 1 : 0
    case .genre: return book.genre == nil || book.genre == Genre.uncategorized ? 0 : 1
    case .tag: return record.tags.count
    case .publisher: return book.publisher == nil ? 0 : 1
    case .year: return book.year == nil ? 0 : 1
    case .originalYear: return book.originalYear == nil || book.originalYear == book.year ? 0 : 1
    case .privateNote: return book.privateNotes == nil ? 0 : 1
    case .furtherSeries: return max(0, record.series.count - 1)
    case .seriesNumber: return record.series.first?.number == nil ? 0 : 1
    case .seriesWithoutNumber: return record.series.count { $0.number == nil }
    }
  }
}
