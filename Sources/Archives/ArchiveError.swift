/// Why an archive, or a file in it, can't be read.
package enum ArchiveError: Error, Hashable {
  /// The bytes are cut off or contradict themselves.
  case damaged
  /// A password is needed for the file of that name.
  case locked(name: String)
  /// More files than are looked at.
  case tooManyFiles(limit: Int)
}
