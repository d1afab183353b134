internal import Glibc

/// A folder of its own for one test, removed with it.
package final class TemporaryFolder: Sendable {
  package let path: String

  /// Makes an empty folder under the system's folder for temporary files.
  package init() throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var name = ""
    repeat {
      name = "\(root)/bookstall-test-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    } while mkdir(name, 0o700) != 0 && errno == EEXIST
    guard access(name, W_OK) == 0 else { throw TestFailure("can't make \(name)") }
    path = name
  }

  deinit {
    TemporaryFolder.remove(path)
  }

  /// The path of a file in the folder.
  package func file(_ name: String) -> String { path + "/" + name }

  private static func remove(_ path: String) {
    chmod(path, 0o700)
    if let folder = opendir(path) {
      while let entry = readdir(folder) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." { continue }
        let child = path + "/" + name
        if entry.pointee.d_type == UInt8(DT_DIR) { remove(child) } else { unlink(child) }
      }
      closedir(folder)
    }
    rmdir(path)
  }
}

/// What a test's own machinery can't do.
package struct TestFailure: Error, CustomStringConvertible {
  package let description: String

  /// A failure in words.
  package init(_ description: String) {
    self.description = description
  }
}
