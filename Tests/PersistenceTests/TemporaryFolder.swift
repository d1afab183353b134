import Glibc

/// A folder of its own for one test, gone with the object.
final class TemporaryFolder {
  let path: String

  init() {
    var template = Array("/tmp/persistence-tests-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { String(cString: $0) } ?? "/nonexistent"
  }

  deinit {
    guard let directory = opendir(path) else { return }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name != ".", name != ".." { unlink("\(path)/\(name)") }
    }
    closedir(directory)
    rmdir(path)
  }

  func file(_ name: String) -> String { "\(path)/\(name)" }
}
