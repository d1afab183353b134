import Foundation
import TestSupport

/// A file with a text in it, removed with the value.
struct TemporaryTextFile {
  private let folder: TemporaryFolder
  var path: String { folder.file("text") }

  init(_ text: String) throws {
    try self.init(bytes: Array(text.utf8))
  }

  init(bytes: [UInt8]) throws {
    folder = try TemporaryFolder()
    try Data(bytes).write(to: URL(filePath: folder.file("text")))
  }
}
