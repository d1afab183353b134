// How the book's values become Goodreads', and what that loses.
extension GoodreadsDialect {
  /// Counts what no column of this record can say, whatever the single cells lose.
  mutating func countLosses(of record: BookRecord) {
    let finished = record.reads.count { $0.finished != nil }
    report.foldedRereads += max(0, finished - 1)
    report.droppedStartDates += record.reads.count { $0.started != nil }
    report.droppedStoppedDates += record.reads.count { $0.stopped != nil }
    report.droppedReadNotes += record.reads.count { $0.rating != nil || $0.review != nil }
    report.lostRoles += record.contributors.count
    let others = record.additionalAuthors + record.contributors.map(\.name)
    report.respelledNames += others.count { GoodreadsDialect.commaFree($0) != $0 }
    report.droppedSeries += record.series.count { $0.number == nil }
  }

  /// Whole stars, rounded half up; a rated book keeps one star at least, since 0 means not rated.
  mutating func wholeStars(_ rating: Rating?) -> Int {
    guard let stars = rating?.clamped, stars > 0 else { return 0 }
    let rounded = max(1, Int((stars + 0.5).rounded(.down)))
    if Double(rounded) != stars { report.roundedRatings += 1 }
    return rounded
  }

  /// The date if it is a whole one.
  mutating func wholeDay(_ day: Day?) -> Day? {
    guard let day else { return nil }
    guard day.day != nil else {
      report.droppedPartialDates += 1
      return nil
    }
    return day
  }

  /// The greater of what was counted and what is dated; at least 1 for a book that has been read.
  static func readCount(of record: BookRecord, hasDateRead: Bool) -> Int {
    let counted = max(record.book.readCount ?? 0, record.reads.count { $0.finished != nil })
    let isRead = hasDateRead || (record.book.status == .read && record.book.readCount == nil)
    return max(counted, isRead ? 1 : 0)
  }

  /// Further authors and everybody with a role, once each, without the commas that would part their names.
  static func otherPeople(of record: BookRecord) -> [String] {
    var people: [String] = []
    for name in record.additionalAuthors + record.contributors.map(\.name) {
      let name = commaFree(name)
      if !name.isEmpty, name != record.book.author, !people.contains(name) { people.append(name) }
    }
    return people
  }

  static func commaFree(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: ",")) else { return name }
    let parts = name.split(separator: ",").compactMap { TextNormalisation.line(String($0)) }
    let separated = PersonNames.separated(parts)
    // A comma before `Jr.` parts nothing.
    return separated.count == 1 ? separated[0] : parts.joined(separator: " ")
  }

  /// `Last, First`, with a `Jr.` kept at the last name; a single name stays as it is.
  static func lastFirst(_ author: String) -> String {
    var words = GoodreadsDialect.words(of: author)
    guard var last = words.popLast(), !words.isEmpty else { return author }
    if PersonNames.isSuffix(last), words.count > 1, let name = words.popLast() { last = "\(name) \(last)" }
    if words.count > 1, let particle = words.last, GoodreadsDialect.particles.contains(particle) {
      last = "\(particle) \(last)"
      words.removeLast()
    }
    return "\(last), \(words.joined(separator: " "))"
  }

  /// Words that belong to the last name where they are written with a capital.
  private static let particles: Set<String> = [
    "De", "Del", "Di", "Du", "La", "Le", "Mac", "Mc", "St.", "Van", "Von",
  ]

  /// The words of a name, without the commas between them.
  static func words(of name: String) -> [String] {
    name.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: ",") }.map { String(Substring($0)) }
  }

  /// The ten-digit form, which only numbers with the prefix 978 have.
  static func isbn10(of isbn13: String) -> String? {
    guard isbn13.utf8.count == 13, isbn13.hasPrefix("978"), ISBN.normalised13(isbn13) != nil else {
      return nil
    }
    let digits = Array(isbn13.utf8.dropFirst(3).dropLast())
    var sum = 0
    for (index, digit) in digits.enumerated() { sum += (10 - index) * Int(digit - 0x30) }
    let check = (11 - sum % 11) % 11
    return String(decoding: digits, as: UTF8.self) + (check == 10 ? "X" : String(check))
  }

  // MARK: Shelves

  /// The exclusive shelf (but not `read`, which Goodreads leaves out) and the tags as shelf names.
  mutating func shelves(of record: BookRecord, on shelf: GoodreadsShelf, _ kept: GoodreadsKeptCells)
    -> [String]
  {
    var tags: [String] = []
    for tag in record.tags {
      let name = GoodreadsDialect.shelfName(tag)
      if name.isEmpty || GoodreadsShelf(rawValue: name) != nil {
        report.droppedTags += 1
        continue
      }
      if !name.utf8.elementsEqual(tag.utf8) { report.renamedTags += 1 }
      if !tags.contains(name) { tags.append(name) }
    }
    if let genre = genreShelf(of: record, among: tags, kept) {
      report.genresAsTags += 1
      // In front, because a reader takes the first tag that names a genre.
      tags.insert(genre, at: 0)
    }
    if record.book.status == .paused, !tags.contains("on-hold") { tags.append("on-hold") }
    let exclusive = shelf == .read ? [] : [shelf.rawValue]
    return kept.shelves(exclusive: exclusive, tags: tags) ?? exclusive + tags
  }

  /// The genre's shelf, unless the tags tell the genre already.
  private func genreShelf(of record: BookRecord, among tags: [String], _ kept: GoodreadsKeptCells) -> String?
  {
    guard let genre = record.book.genre, genre != Genre.uncategorized else { return nil }
    let name = GoodreadsDialect.shelfName(genre)
    if name.isEmpty || GoodreadsShelf(rawValue: name) != nil || tags.contains(name) { return nil }
    if let told = GenreTable.genre(forTags: tags) { return told == genre ? nil : name }
    return kept.votes(for: genre) ? nil : name
  }

  /// Lower case, with a hyphen for every run of white space, commas and control characters.
  static func shelfName(_ tag: String) -> String {
    if isShelfName(tag) { return tag }
    var name = String.UnicodeScalarView()
    var isSeparated = false
    for scalar in tag.lowercased().unicodeScalars {
      if scalar == "," || scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        isSeparated = true
        continue
      }
      if isSeparated, !name.isEmpty, name.last != "-", scalar != "-" { name.append("-") }
      isSeparated = false
      name.append(scalar)
    }
    return String(name)
  }

  /// Whether a tag of plain ASCII is a shelf name already, as most are.
  private static func isShelfName(_ tag: String) -> Bool {
    tag.utf8.allSatisfy { byte in
      byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z") || byte == UInt8(ascii: "-")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
  }
}
