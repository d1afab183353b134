/// Why an archive, or a file in it, can't be read.
package enum ArchiveError: Error, Hashable {
  /// The bytes are cut off or contradict themselves.
  case damaged
  /// A password is needed for the file of that name.
  case locked(name: String)
  /// The file is packed by a method that is not known here, by its number in the format of ZIP archives.
  case unknownMethod(name: String, method: Int)
  /// More files than are looked at.
  case tooManyFiles(limit: Int)
}
