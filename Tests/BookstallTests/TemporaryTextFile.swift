import Foundation
import TestSupport

/// A file with a text in it, removed with the value.
struct TemporaryTextFile {
  private let folder: TemporaryFolder
  var path: String { folder.file("text") }

  init(_ text: String) throws {
    folder = try TemporaryFolder()
    try Data(text.utf8).write(to: URL(filePath: folder.file("text")))
  }
}
