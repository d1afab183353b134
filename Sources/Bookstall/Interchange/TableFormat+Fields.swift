// The fields that most tables have, read in the one way that the conventions ask for.
extension TableFormat {
  func readPeople(into record: inout BookRecord, from cells: inout RowCells) {
    var people = People()
    for (name, role) in cells.people(columns[.author], Self.people) { people.add(name, role: role) }
    for (name, role) in cells.people(columns[.additionalAuthors], Self.people) {
      people.add(name, role: role)
    }
    for (name, role) in cells.people(columns[.contributors], .commasWithRoles) {
      people.add(name, role: role)
    }
    record.book.author = people.authors.first
    record.additionalAuthors = Array(people.authors.dropFirst())
    record.contributors = people.contributors
  }

  func readSeries(into record: inout BookRecord, from cells: inout RowCells) {
    let number = cells.line(columns[.seriesNumber]).map(TitleSeries.placeNumber)
    guard let cell = cells.line(columns[.series]) else { return }
    var places = TitleSeries.places(cell)
    if places.count == 1, places[0].number == nil { places[0].number = number }
    cells.keep(columns[.series], unlessEqualTo: TitleSeries.cell(of: places))
    for place in places {
      let known = record.series.firstIndex { $0.name.lowercased() == place.name.lowercased() }
      if let known {
        record.series[known].number = record.series[known].number ?? place.number
      } else {
        record.series.append(place)
      }
    }
  }

  func readEdition(into record: inout BookRecord, from cells: inout RowCells) {
    record.book.isbn13 = cells.isbn13(columns[.isbn13], columns[.isbn])
    // The thirteen digits don't tell whether, and how, the ten were written.
    if let isbn13 = record.book.isbn13 { cells.keep(columns[.isbn], unlessEqualTo: isbn13) }
    record.book.publisher = cells.line(columns[.publisher])
    record.book.pages = cells.pages(columns[.pages], hasDecimalCommas: table.hasDecimalCommas)
    record.book.originalYear = cells.yearOfDate(columns[.originalYear], table.dates)
    record.book.year = cells.yearOfDate(columns[.year], table.dates) ?? record.book.originalYear
  }

  func readOpinion(into record: inout BookRecord, from cells: inout RowCells) {
    record.book.rating = cells.rating(
      columns[.rating], outOf: table.bestRating, stated: table.statedScale)
    record.book.review =
      Self.reviewsAreMarkdown ? cells.paragraphs(columns[.review]) : cells.withoutMarkup(columns[.review])
    record.book.privateNotes = cells.paragraphs(columns[.privateNotes])
    record.book.dateAdded = cells.day(columns[.dateAdded], table.dates)
    cells.keepClock(columns[.dateAdded])
  }

  func readTags(into record: inout BookRecord, from cells: inout RowCells) {
    var tags = TagList(leavingOut: Self.noTags)
    for column in columns.all(.tags) {
      let items = cells.items(column, Self.lists)
      tags.add(contentsOf: items)
      // A place on a shelf and a shelf that is no tag are told by the cell alone.
      if !items.allSatisfy(tags.tags.contains) { cells.keep(column) }
    }
    record.tags = tags.tags
  }

  /// Reads genres by name: an unknown one is the reader's own, and further ones are tags.
  func readGenre(into record: inout BookRecord, from cells: inout RowCells) {
    var names = cells.items(columns[.genre], Self.lists)
    if GenreTable.genre(forTags: record.tags + names) == nil,
      let place = names.firstIndex(where: { !GenreTable.namesNone($0) })
    {
      record.book.genre = names.remove(at: place)
    }
    if names.isEmpty { return }
    var tags = TagList(leavingOut: Self.noTags, record.tags)
    tags.add(contentsOf: names)
    record.tags = tags.tags
  }

  func readStatus(into record: inout BookRecord, from cells: inout RowCells) {
    guard let column = columns[.status], let name = cells.line(column) else { return }
    let (status, shelves) = StatusCell.reading(name)
    record.book.status = status
    if status == nil || !shelves.isEmpty { cells.keep(column, unlessEqualTo: shelves.first ?? "") }
    guard !shelves.isEmpty else { return }
    // A word in the place of a status is the reader's, whatever it is among shelves.
    var tags = TagList(leavingOut: [], record.tags)
    tags.add(contentsOf: shelves)
    record.tags = tags.tags
    if status == nil { cells.warnings.append(.unknownShelf(column: column.name, name: name)) }
  }

  /// Reads the dates of one reading; a range counts as both its ends.
  func readReads(into record: inout BookRecord, from cells: inout RowCells) {
    var read = Read()
    read.started = cells.day(columns[.started], table.dates)
    let (start, end) = cells.days(columns[.finished], table.dates)
    read.started = read.started ?? start
    read.finished = end
    if record.book.status == .reading, read.started == nil,
      columns[.finished]?.name.lowercased() == "date read"
    {
      // The date of a reading that still goes on can only be its start.
      read = Read(started: end)
    }
    read.stopped = cells.day(columns[.stopped], table.dates)
    for field in [ImportField.started, .finished, .stopped] { cells.keepClock(columns[field]) }
    if read.latest != nil { record.reads.append(read) }
  }

  /// Settles what the status and the reads say of each other.
  func readCount(into record: inout BookRecord, from cells: inout RowCells) {
    let status = record.book.status
    if status == .didNotFinish, let last = record.reads.indices.last, record.reads[last].stopped == nil {
      record.reads[last].stopped = record.reads[last].finished
      record.reads[last].finished = nil
    }
    if columns[.readCount] != nil {
      record.book.readCount = cells.count(columns[.readCount])
    } else if let status {
      let finished = record.reads.count { $0.finished != nil }
      record.book.readCount = status == .read ? max(finished, 1) : finished
    }
  }
}

/// Tags in the order found, each once, without shelves that only tell a status or an ownership.
struct TagList {
  private(set) var tags: [String] = []
  private var known: Set<String>

  init(leavingOut noTags: Set<String>, _ tags: [String] = []) {
    known = noTags.union(TagList.statusShelves)
    add(contentsOf: tags)
  }

  /// Adds names without the place on the shelf, such as `(#12)`.
  mutating func add(contentsOf names: [String]) {
    for name in names {
      let tag = TagList.withoutPlace(name)
      if known.insert(tag.lowercased()).inserted { tags.append(tag) }
    }
  }

  private static let statusShelves: Set<String> = [
    "to-read", "currently-reading", "read", "did-not-finish", "to read", "want to read", "currently reading",
    "did not finish",
  ]

  private static func withoutPlace(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.utf8.lastIndex(of: UInt8(ascii: "(")) else { return name }
    let inside = name.utf8[name.utf8.index(after: open)...].dropLast()
    guard inside.first == UInt8(ascii: "#"), inside.dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
    else {
      return name
    }
    return TextNormalisation.line(String(name[..<open])) ?? name
  }
}

/// A cell that should name a status.
enum StatusCell {
  /// Words by which a service says that it has nothing to say.
  private static let nothing: Set<String> = ["none", "unknown", "no", "false", "0", "n", "-"]
  /// What a box ticked in a column of one's own says.
  private static let ticked: Set<String> = ["yes", "true", "1", "y", "x", "✓", "✔", "☑"]

  /// The status, and the names that are none and become tags.
  static func reading(_ name: String) -> (status: ReadingStatus?, shelves: [String]) {
    if let status = StatusWords.status(name) ?? StatusWords.status(withoutSigns(name)) { return (status, []) }
    let word = name.lowercased()
    if nothing.contains(word) { return (nil, []) }
    if ticked.contains(word) { return (.read, []) }
    let parts = ListStyle.commas.items(of: name)
    guard let status = parts.lazy.compactMap(StatusWords.status).first else { return (nil, parts) }
    return (status, parts.filter { StatusWords.status($0) == nil })
  }

  /// The name without pictures and marks around it, such as a tick before `Finished`.
  private static func withoutSigns(_ name: String) -> String {
    let scalars = Substring(name).unicodeScalars
    guard let start = scalars.firstIndex(where: \.properties.isAlphabetic),
      let end = scalars.lastIndex(where: \.properties.isAlphabetic)
    else { return name }
    return String(scalars[start...end])
  }
}
