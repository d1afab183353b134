package import FoundationEssentials

/// One book of the store: the columns of the table `book`.
///
/// `title`, `author`, `genre`, `review` and `rating` may be nil, because other programs may write the file so; what
/// Bookstall itself writes always has a title and a genre.
package struct Book: Equatable, Sendable {
  /// The short number people type; 0 before the first save.
  package var id: Int64 = 0
  /// The identity across devices, a UUIDv7.
  package var uuid: UUID
  /// The title in full, with its subtitle.
  package var title: String?
  /// The first author; further ones are `BookRecord.additionalAuthors`.
  package var author: String?
  /// One genre, from `Genre.names` or any other.
  package var genre: String?
  /// Nil when not rated.
  package var rating: Rating?
  /// The reader's own words, in any number of lines.
  package var review: String?
  /// Nil when the reader has not said.
  package var status: ReadingStatus?
  /// When the book came into the reader's list.
  package var dateAdded: Day?
  /// How often it was read, where a service counts reads without dating them.
  package var readCount: Int?
  /// Thirteen digits with the right check digit.
  package var isbn13: String?
  /// The house that published this edition.
  package var publisher: String?
  /// The edition's year; negative before the common era.
  package var year: Int?
  /// The year of first publication.
  package var originalYear: Int?
  /// The number of pages of this edition.
  package var pages: Int?
  /// Notes for the owner alone; kept out of pages unless asked for.
  package var privateNotes: String?

  /// A book that is not saved yet.
  package init(uuid: UUID, title: String?) {
    self.uuid = uuid
    self.title = title
  }
}
