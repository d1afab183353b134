import Bookstall

/// What a book's record says beyond title, author, genre, review and stars; only what is there.
struct BookFacts {
  /// One label with its lines of text.
  struct Fact: Equatable {
    var label: String
    var lines: [String]
  }

  private(set) var facts: [Fact] = []
  private let medium: TextMedium

  /// The facts in reading order; `separator` stands between several on a line.
  init(_ record: BookRecord, separator: String, on medium: TextMedium = .terminal) {
    self.medium = medium
    let book = record.book
    let helpers = record.contributors.map { $0.role.isEmpty ? $0.name : "\($0.name) (\($0.role))" }
    add("With", (record.additionalAuthors + helpers).joined(separator: separator))
    add("Series", record.series.map(BookFacts.text(of:)).joined(separator: separator))
    add("Status", BookFacts.status(of: record).joined(separator: separator))
    addReads(record.reads, separator: separator)
    add("Edition", BookFacts.edition(of: book).joined(separator: separator))
    add("ISBN", book.isbn13 ?? "")
    add("Tags", record.tags.joined(separator: separator))
    addNotes(book.privateNotes)
  }

  /// The reader's own notes, for their own eyes only: a page may be shown to others.
  private mutating func addNotes(_ notes: String?) {
    guard case .terminal = medium, let notes = medium.paragraphs(notes) else { return }
    let lines = notes.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    facts.append(Fact(label: "Notes", lines: lines))
  }

  private mutating func add(_ label: String, _ text: String) {
    if let line = medium.line(text) { facts.append(Fact(label: label, lines: [line])) }
  }

  private mutating func addReads(_ reads: [Read], separator: String) {
    var lines: [String] = []
    for read in reads {
      var parts = [BookFacts.dates(of: read)].compactMap(\.self)
      if let rating = read.rating { parts.append(Stars(rating).words) }
      if !parts.isEmpty { lines.append(parts.joined(separator: separator)) }
      if let review = medium.paragraphs(read.review) {
        lines += review.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      }
    }
    if !lines.isEmpty { facts.append(Fact(label: "Read", lines: lines)) }
  }

  private static func text(of place: SeriesPlace) -> String {
    place.number.map { "\(place.name) #\($0)" } ?? place.name
  }

  private static func status(of record: BookRecord) -> [String] {
    var parts: [String] = []
    if let status = record.book.status { parts.append(status.words) }
    let count = max(record.book.readCount ?? 0, record.reads.count)
    if count > 1 { parts.append("\(count) reads") }
    return parts
  }

  private static func dates(of read: Read) -> String? {
    switch (read.started, read.finished, read.stopped) {
    case (let started?, let finished?, _): "\(started.text) to \(finished.text)"
    case (let started?, nil, let stopped?): "\(started.text) to \(stopped.text), not finished"
    case (let started?, nil, nil): "since \(started.text)"
    case (nil, let finished?, _): "finished \(finished.text)"
    case (nil, nil, let stopped?): "stopped \(stopped.text)"
    case (nil, nil, nil): nil
    }
  }

  private static func edition(of book: Book) -> [String] {
    var parts: [String] = []
    if let publisher = book.publisher { parts.append(publisher) }
    if let year = book.year { parts.append(text(ofYear: year)) }
    if let pages = book.pages, pages > 0 { parts.append(pages == 1 ? "1 page" : "\(pages) pages") }
    if let original = book.originalYear, original != book.year {
      parts.append("first published \(text(ofYear: original))")
    }
    return parts
  }

  private static func text(ofYear year: Int) -> String {
    year < 0 ? "\(year.magnitude) BCE" : String(year)
  }
}

extension ReadingStatus {
  /// What readers call it, such as `did not finish`.
  var words: String {
    switch self {
    case .toRead: "to read"
    case .reading: "reading"
    case .read: "read"
    case .didNotFinish: "did not finish"
    case .paused: "paused"
    }
  }
}
