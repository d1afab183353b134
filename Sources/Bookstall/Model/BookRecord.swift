/// A book with everything that hangs on it: what `show`, `export` and `import` handle as one.
package struct BookRecord: Equatable, Sendable {
  /// The book itself.
  package var book: Book
  /// Authors after the first, in the source's order.
  package var additionalAuthors: [String] = []
  /// People with another role, such as translators.
  package var contributors: [Contributor] = []
  /// The series that the book belongs to, in the source's order.
  package var series: [SeriesPlace] = []
  /// Every reading of the book, oldest first as far as the source says.
  package var reads: [Read] = []
  /// The reader's own tags, in the source's order.
  package var tags: [String] = []
  /// What other services know the book by, with their columns that Bookstall does not model.
  package var services: [ServiceRecord] = []

  /// A record of the book alone.
  package init(book: Book) {
    self.book = book
  }

  /// The start of the last read.
  package var dateStarted: Day? { reads.last?.started }
  /// The end of the last read.
  package var dateFinished: Day? { reads.last?.finished }
}

/// Someone who had a part in the book other than writing it.
package struct Contributor: Hashable, Sendable {
  /// The person's name as the source writes it.
  package var name: String
  /// As the source says it, such as `Translator`.
  package var role: String

  /// A person and their role.
  package init(name: String, role: String) {
    self.name = name
    self.role = role
  }
}

/// A series and the book's place in it.
package struct SeriesPlace: Hashable, Sendable {
  /// The series' name without the number.
  package var name: String
  /// Text, since places such as `0.5` and `1-3` exist; nil when the source gives none.
  package var number: String?

  /// A series by name, and the place in it.
  package init(name: String, number: String?) {
    self.name = name
    self.number = number
  }
}

/// One reading of a book; a reread is another one.
package struct Read: Hashable, Sendable {
  /// When the reading began.
  package var started: Day?
  /// When the book was read to its end.
  package var finished: Day?
  /// When the book was put away unfinished.
  package var stopped: Day?
  /// A rating of this reading alone.
  package var rating: Rating?
  /// A review of this reading alone.
  package var review: String?

  /// A reading with what is known of it.
  package init(
    started: Day? = nil, finished: Day? = nil, stopped: Day? = nil, rating: Rating? = nil,
    review: String? = nil
  ) {
    self.started = started
    self.finished = finished
    self.stopped = stopped
    self.rating = rating
    self.review = review
  }
}

/// A book as another service knows it.
package struct ServiceRecord: Hashable, Sendable {
  /// The service in lower case, such as `goodreads`.
  package var service: String
  /// The service's own id of the book; nil when it gave none.
  package var serviceID: String?
  /// Columns that Bookstall does not model, as they came.
  package var other: OtherColumns

  /// A service, its id and its other columns.
  package init(service: String, serviceID: String?, other: OtherColumns = OtherColumns([])) {
    self.service = service
    self.serviceID = serviceID
    self.other = other
  }
}
