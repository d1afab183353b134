/// A reason why a whole file was not imported.
package enum ImportError: Error, Hashable {
  /// The file can't be opened or read; the reason is the system's error number.
  case unreadable(path: String, reason: Int32)
  case isFolder(path: String)
  /// The file had more bytes when its reading began, so that its end is missing.
  case shortened(path: String)
  /// Nothing but a byte-order mark or blank lines, if that.
  case empty
  /// A list of JSON without anything in it.
  case emptyArray
  /// What a service sends on a privacy request, which is not its export.
  case privacyArchive(service: String)
  case webPage
  /// JSON, such as the archive of a privacy request.
  case json
  /// A spreadsheet's own file rather than a table as text.
  case workbook
  /// A file of another kind, told by its bytes.
  case otherFile(OtherFile)
  /// What is needed is packed in a way that is not known here; the name, and the method's number in ZIP archives.
  case unknownPacking(name: String, method: Int)
  /// A file that is no table was to be read in a table's format, or the other way round.
  case notOfFormat(format: String, found: String)
  /// An archive without anything in it that can be imported; some of the names in it.
  case nothingInArchive(names: [String])
  /// An archive that is cut off or contradicts itself.
  case damagedArchive
  /// What is needed is locked with a password.
  case lockedArchive(name: String)
  /// More bytes than any reader's books need, which a hostile archive may unfold to.
  case archiveTooLarge(limit: Int)
  /// A file in an archive that is so many times larger than what it is packed in, or more, as no table is.
  case inflatedFile(name: String, times: Int)
  /// A backup of the service whose database is not as it should be.
  case damagedBackup(service: String)
  /// No header of a known service in the first rows; the columns of the first row that looks like a header.
  case unknownTable(columns: [String])
  /// An export of a service that keeps other things than books.
  case otherService(OtherService)
  /// A header that goes on into the rows, since its line ends in a character that ends none in tables.
  case oddLineEnds
  /// A known table without the column that every book needs, and how many rows it has.
  case missingColumn(name: String, found: [String], rows: Int)
  case unknownFormat(name: String, known: [String])
  /// A record that is longer than any book's could be.
  case recordTooLong(line: Int, limit: Int)
}
