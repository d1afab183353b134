/// One service's table of books: a header and rows of cells in, books and warnings out.
///
/// A service is one file that conforms to this. Show it every row first (`observe`), then read them in order.
package protocol ServiceFormat: Sendable {
  /// The service in lower case, as `ServiceRecord.service` keeps it.
  static var service: String { get }

  /// Whether its genres are guesses from tags, which must never replace the store's.
  static var derivesGenre: Bool { get }

  /// Whether a file with that header comes from this service.
  static func recognises(header: [String]) -> Bool

  /// Finds the columns by name, wherever they stand.
  init(header: [String]) throws(HeaderProblem)

  /// Learns from a row what only the file as a whole can tell, such as the order of day and month.
  mutating func observe(_ fields: [String])

  /// Reads one row.
  mutating func read(_ fields: [String]) -> RowOutcome
}

extension ServiceFormat {
  /// Most services have tags and no genre.
  package static var derivesGenre: Bool { true }

  /// Most files need no first look.
  package mutating func observe(_ fields: [String]) {}
}
