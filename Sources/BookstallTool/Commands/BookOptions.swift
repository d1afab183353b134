import Bookstall

/// An option for every field of a book, for `add` and `edit`.
struct BookOptions: ParsableArguments {
  @Option(.line("title"), help: "The title.") var title: String?
  @Option(.setting(.line("author")), help: "The author, or the first of several.") var author:
    Setting<String>?
  @Option(.setting(.line("name")), help: "A further author; repeat for several.")
  var additionalAuthor: [Setting<String>]
  @Option(
    .setting(.contributor),
    help: "Someone else with a part in it: 'Ann Vey (Translator)'; repeat for several.")
  var contributor: [Setting<Contributor>]
  @Option(.setting(.genre("genre")), help: "A genre; any name will do.") var genre: Setting<String>?
  @Option(.stars, help: "0.25 to 5 in quarter stars; 0 clears.") var rating: Setting<Rating>?
  @Option(.setting(.paragraphs("text")), help: "What you think of it.") var review: Setting<String>?
  @Option(.filePath, help: "Read the review from a file, or from - (standard input).") var reviewFile: String?
  @Option(.setting(.choice()), help: "Where you stand with it.") var status: Setting<ReadingStatus>?
  @Option(.setting(.day), help: "When you began to read it: YYYY-MM-DD, YYYY-MM or YYYY.")
  var started: Setting<Day>?
  @Option(.setting(.day), help: "When you finished it.") var finished: Setting<Day>?
  @Option(.setting(.day), help: "When you put it away unfinished.") var stopped: Setting<Day>?
  @Option(
    .setting(.read),
    help:
      "A whole reading: '2020-01..2020-03 4.5: better than I knew', of which any part but the dates may be missing; repeat for several."
  )
  var read: [Setting<Read>]
  @Option(.setting(.integer("number", in: 0...100_000)), help: "How often you read it.")
  var readCount: Setting<Int>?
  @Option(.setting(.day), help: "When it came to your books.") var dateAdded: Setting<Day>?
  @Option(.setting(.isbn), help: "10 or 13 digits.") var isbn: Setting<String>?
  @Option(.setting(.series), help: "A series and the place in it: 'Earthsea #1'; repeat for several.")
  var series: [Setting<SeriesPlace>]
  @Option(.setting(.line("name")), help: "The publisher.") var publisher: Setting<String>?
  @Option(.setting(.integer("year", in: -9999...9999)), help: "The year of the edition.")
  var year: Setting<Int>?
  @Option(.setting(.integer("year", in: -9999...9999)), help: "The year of first publication.")
  var originalYear: Setting<Int>?
  @Option(.setting(.integer("number", in: 1...1_000_000)), help: "The number of pages.")
  var pages: Setting<Int>?
  @Option(.setting(.line("tag")), help: "A tag; repeat for several.") var tag: [Setting<String>]
  @Option(.service, help: "Its id at another service: 'goodreads:13642'; repeat for several.")
  var service: [ServiceRecord]
  @Option(.setting(.paragraphs("text")), help: "Private notes, for you alone.") var notes: Setting<String>?

  func validate() throws(ValidationError) {
    if review != nil, reviewFile != nil {
      throw ValidationError(message: "'--review' and '--review-file' can't go together.")
    }
    if finished?.value != nil, stopped?.value != nil {
      throw ValidationError(message: "'--finished' and '--stopped' can't go together: a reading ends once.")
    }
  }

  /// Whether none of the options was given.
  var isEmpty: Bool { !parameters.contains { $0.isGiven } }

  /// The fields of the form that options name.
  var formFields: [FormField] {
    FormField.allCases.filter { field in
      switch field {
      case .title: title != nil
      case .author: author != nil
      case .series: !series.isEmpty
      case .genre: genre != nil
      case .tags: !tag.isEmpty
      case .rating: rating != nil
      case .review: review != nil || reviewFile != nil
      }
    }
  }

  /// Sets what options name and the form doesn't ask for.
  func applyBeyondForm(to record: inout BookRecord) {
    let asked = record
    apply(to: &record)
    for field in FormField.allCases { field.copy(from: asked, to: &record) }
  }

  /// Sets the fields that options name; lists are replaced as a whole, and of the reads the last one changes.
  func apply(to record: inout BookRecord) {
    if let title { record.book.title = title }
    set(&record.book.author, author)
    // What the tool writes never leaves a book without a genre, which would be shown as a fantasy.
    if let genre { record.book.genre = genre.value ?? Genre.uncategorized }
    set(&record.book.rating, rating)
    set(&record.book.review, review)
    set(&record.book.status, status)
    set(&record.book.dateAdded, dateAdded)
    set(&record.book.isbn13, isbn)
    set(&record.book.publisher, publisher)
    set(&record.book.year, year)
    set(&record.book.originalYear, originalYear)
    set(&record.book.pages, pages)
    set(&record.book.readCount, readCount)
    set(&record.book.privateNotes, notes)
    if !additionalAuthor.isEmpty { record.additionalAuthors = unique(additionalAuthor) }
    if !contributor.isEmpty { record.contributors = unique(contributor) }
    if !tag.isEmpty { record.tags = unique(tag) }
    if !series.isEmpty { record.series = unique(series) }
    if !read.isEmpty { record.reads = unique(read) }
    applyRead(to: &record)
    for service in service { apply(service, to: &record) }
  }

  /// Gives a service another id, and keeps what it said beside.
  private func apply(_ service: ServiceRecord, to record: inout BookRecord) {
    if let place = record.services.firstIndex(where: { $0.service == service.service }) {
      record.services[place].serviceID = service.serviceID
    } else {
      record.services.append(service)
    }
  }

  private func applyRead(to record: inout BookRecord) {
    if started == nil, finished == nil, stopped == nil { return }
    var read = record.reads.popLast() ?? Read()
    set(&read.started, started)
    set(&read.finished, finished)
    set(&read.stopped, stopped)
    if read != Read() { record.reads.append(read) }
  }

  private func set<Value>(_ field: inout Value?, _ setting: Setting<Value>?) {
    if let setting { field = setting.value }
  }

  private func unique<Value: Hashable>(_ settings: [Setting<Value>]) -> [Value] {
    var seen: Set<Value> = []
    return settings.compactMap(\.value).filter { seen.insert($0).inserted }
  }
}
