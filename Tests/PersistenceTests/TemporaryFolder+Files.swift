import Glibc
import TestSupport

extension TemporaryFolder {
  /// The names of the files in the folder, sorted.
  func names() -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name.0) { String(cString: $0) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Writes a file with these bytes.
  func write(_ bytes: [UInt8], to name: String) {
    guard let stream = fopen(file(name), "w") else { return }
    fwrite(bytes, 1, bytes.count, stream)
    fclose(stream)
  }

  /// The bytes of a file, none where it is missing.
  func read(_ name: String) -> [UInt8] {
    guard let stream = fopen(file(name), "r") else { return [] }
    defer { fclose(stream) }
    fseek(stream, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: max(0, ftell(stream)))
    rewind(stream)
    let count = fread(&bytes, 1, bytes.count, stream)
    return Array(bytes.prefix(count))
  }
}
