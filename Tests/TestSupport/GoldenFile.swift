internal import Glibc

/// A file that says how something looked when somebody last looked at it and found it good.
package struct GoldenFile {
  private let path: String

  /// Set to 1, this variable writes the files anew; the tests fail then, so that nobody forgets to look at them.
  private static let recording = "BOOKSTALL_RECORD_GOLDENS"

  /// A file in the folder `Goldens` beside a test's own file.
  package init(_ name: String, beside testFile: String = #filePath) {
    let folder = testFile.lastIndex(of: "/").map { testFile[..<$0] } ?? "."
    path = "\(folder)/Goldens/\(name)"
  }

  /// Compares a text with the file; escapes are written as `␛`, so that the file can be read anywhere.
  ///
  /// Throws `TestFailure` with the first line that differs.
  package func check(_ text: String) throws {
    let shown = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{1B}" ? "␛" : $0 }))
    if getenv(GoldenFile.recording).map({ String(cString: $0) }) == "1" {
      try write(shown)
      throw TestFailure("\(path) was written anew; look at it")
    }
    let expected = lines(try read())
    let actual = lines(shown)
    for place in 0..<max(expected.count, actual.count) {
      let pair = [expected, actual].map { $0.indices.contains(place) ? String($0[place]) : "(no line)" }
      guard pair[0] != pair[1] else { continue }
      throw TestFailure("\(path):\(place + 1)\n  was: \(pair[0])\n  is:  \(pair[1])")
    }
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func read() throws -> String {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw TestFailure("there is no \(path); \(GoldenFile.recording)=1 writes it")
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  private func write(_ text: String) throws {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    mkdir(folder, 0o755)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw TestFailure("can't write \(path)") }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw TestFailure("can't write \(path)") }
  }
}
