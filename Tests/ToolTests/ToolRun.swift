import Glibc
import Testing

@testable import BookstallTool

/// A folder of its own with a store in it, and the tool run on that store in this process.
final class ToolWorld {
  /// What one run left behind.
  struct Result {
    let status: BookstallTool.ExitStatus
    let output: String
    let errors: String
  }

  let folder: String
  var environment: [EnvironmentVariable: String]

  init() throws {
    var template = Array("/tmp/bookstall-tool-XXXXXX".utf8CString)
    folder = String(cString: try #require(mkdtemp(&template)))
    environment = [.bookstallDB: folder + "/store/books.db", .home: folder]
  }

  deinit {
    for name in names(in: folder + "/store") { unlink(folder + "/store/" + name) }
    rmdir(folder + "/store")
    for name in names(in: folder) { unlink(folder + "/" + name) }
    rmdir(folder)
  }

  /// The names of everything in a folder, sorted.
  func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Runs the tool with these arguments and an empty standard input.
  @discardableResult
  func run(_ arguments: String...) throws -> Result {
    try run(list: arguments)
  }

  /// Runs the tool with a list of arguments and an empty standard input.
  func run(list arguments: [String]) throws -> Result {
    let streams = ["in", "out", "err"].map { folder + "/.stream-" + $0 }
    try write("", to: ".stream-in")
    let descriptors = try streams.enumerated().map { index, path in
      let descriptor = open(path, index == 0 ? O_RDONLY : O_RDWR | O_CREAT | O_TRUNC, 0o600)
      return try #require(descriptor >= 0 ? descriptor : nil)
    }
    defer {
      for descriptor in descriptors { close(descriptor) }
      for path in streams { unlink(path) }
    }
    let console = Console(input: descriptors[0], output: descriptors[1], error: descriptors[2])
    let tool = Tool(console: console, environment: Environment(environment), sqliteVersion: "3.0.0")
    let status = tool.run(arguments.map { Array($0.utf8) })
    return Result(status: status, output: try read(".stream-out"), errors: try read(".stream-err"))
  }

  func write(_ text: String, to name: String) throws {
    let descriptor = open(folder + "/" + name, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    try #require(bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) } == bytes.count)
  }

  func read(_ name: String) throws -> String {
    let descriptor = open(folder + "/" + name, O_RDONLY)
    try #require(descriptor >= 0, "\(name)")
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// Adds the three books that most tests need; they have the numbers 1 to 3.
  func addSampleBooks() throws {
    try run(
      "add", "--title", "The Left Hand of Darkness", "--author", "Ursula K. Le Guin", "--genre",
      "Science Fiction",
      "--rating", "5", "--review", "Ice.\nFriendship.", "--status", "read", "--date-added", "2024-01-02",
      "--tag", "winter")
    try run("add", "--title", "骆驼祥子", "--author", "老舍", "--genre", "文学", "--rating", "4.25")
    try run(
      "add", "--title", "The Haunting of Hill House", "--author", "Shirley Jackson", "--genre", "Horror")
  }
}
