/// A reason why a whole file was not imported.
package enum ImportError: Error, Hashable {
  /// The file can't be opened or read; the reason is the system's error number.
  case unreadable(path: String, reason: Int32)
  case isFolder(path: String)
  /// Nothing but a byte-order mark or blank lines, if that.
  case empty
  case webPage
  /// JSON, such as the archive of a privacy request.
  case json
  case zip
  /// No header of a known service in the first rows; the columns of the first row that looks like a header.
  case unknownTable(columns: [String])
  /// A known table without the column that every book needs.
  case missingColumn(name: String, found: [String])
  case unknownFormat(name: String, known: [String])
  /// A record that is longer than any book's could be.
  case recordTooLong(line: Int, limit: Int)
}
