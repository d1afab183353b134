import Foundation
import Glibc
import TestSupport
import Testing

/// A reader with a folder, a store in it, and the built command; the environment has nothing else.
struct World {
  let folder: TemporaryFolder
  /// The command that `swift build` put beside the tests.
  let command: String
  var variables: [String: String]

  init() throws {
    folder = try TemporaryFolder()
    command = try BuiltCommand.beside()
    variables = ["BOOKSTALL_DB": folder.file("books.db"), "HOME": folder.file("home")]
  }

  /// The store's file.
  var store: String { folder.file("books.db") }

  /// A copy of a case in this folder, since an import may leave a file beside what it reads.
  func copy(ofCase name: String) throws -> String {
    let path = folder.file(name.split(separator: "/").last.map(String.init) ?? name)
    try Data(contentsOf: URL(filePath: Fixture.path(name))).write(to: URL(filePath: path))
    return path
  }

  // MARK: Running

  /// Runs the command to its end, away from any terminal.
  @discardableResult
  func run(_ arguments: String..., input: String = "", with extra: [String: String] = [:]) throws
    -> ChildProcess
  {
    try run(arguments, input: input, with: extra)
  }

  /// Runs the command to its end, away from any terminal.
  @discardableResult
  func run(_ arguments: [String], input: String = "", with extra: [String: String] = [:]) throws
    -> ChildProcess
  {
    try ChildProcess.run(command, arguments, input: input, environment: merged(extra))
  }

  /// Runs the command and throws unless it ends well.
  @discardableResult
  func succeed(_ arguments: String..., input: String = "", with extra: [String: String] = [:]) throws
    -> ChildProcess
  {
    let result = try run(arguments, input: input, with: extra)
    try result.expectSuccess()
    return result
  }

  /// Runs a line of shell in which `bookstall` is the command.
  func shell(_ line: String, with extra: [String: String] = [:]) throws -> ChildProcess {
    try ChildProcess.run("/bin/sh", ["-c", World.shellWords + line], environment: shellVariables(extra))
  }

  /// Starts the command on a terminal of its own.
  func terminal(
    _ arguments: String..., with extra: [String: String] = [:], rows: Int = 24, columns: Int = 80,
    inputPath: String? = nil, outputPath: String? = nil
  ) throws -> TerminalSession {
    try TerminalSession(
      command, arguments, environment: merged(["TERM": "xterm-256color"].merging(extra) { $1 }), rows: rows,
      columns: columns, inputPath: inputPath, outputPath: outputPath)
  }

  /// Starts a line of shell on a terminal; `bookstall` is the command.
  func shellOnTerminal(_ line: String, with extra: [String: String] = [:], columns: Int = 80) throws
    -> TerminalSession
  {
    try TerminalSession(
      "/bin/sh", ["-c", World.shellWords + line],
      environment: shellVariables(["TERM": "xterm-256color"].merging(extra) { $1 }), columns: columns)
  }

  private static let shellWords = "bookstall() { \"$BOOKSTALL\" \"$@\"; }\n"

  private func shellVariables(_ extra: [String: String]) -> [String: String] {
    merged(
      ["BOOKSTALL": command, "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"].merging(extra) { $1 })
  }

  private func merged(_ extra: [String: String]) -> [String: String] { variables.merging(extra) { $1 } }

  // MARK: The store

  /// The books as `list --json` tells them, in the order of their numbers.
  func books() throws -> [[String: Any]] {
    try World.objects(in: succeed("list", "--json", "--limit", "0", "--sort", "id").outputBytes)
  }

  /// One key of all books, as text; `null` where there is no value.
  func column(_ key: String) throws -> [String] {
    try books().map { "\($0[key] ?? "missing")" }.map { $0 == "<null>" ? "null" : $0 }
  }

  /// An array of objects from JSON.
  static func objects(in bytes: [UInt8]) throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [[String: Any]])
  }

  /// What the sqlite3 shell says to some SQL, as another program would see the store.
  @discardableResult
  func sql(_ text: String) throws -> String {
    let result = try ChildProcess.run("/usr/bin/sqlite3", ["-batch", store], input: text, environment: [:])
    guard result.status == 0, result.errors.isEmpty else { throw TestFailure(result.errors) }
    return result.output
  }

  // MARK: Files

  /// Writes a file into the folder and returns its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    let path = folder.file(name)
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  /// The bytes of a file of the folder.
  func bytes(of name: String = "books.db") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: folder.file(name))))
  }

  /// The text of a file of the folder.
  func text(of name: String) throws -> String { String(decoding: try bytes(of: name), as: UTF8.self) }

  /// The names of all files in the folder, at any depth.
  func files() -> [String] {
    (FileManager.default.subpaths(atPath: folder.path) ?? []).sorted()
  }

  /// The permissions of a file, such as `0o600`.
  func mode(of name: String) -> mode_t {
    var status = stat()
    return stat(folder.file(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }

  // MARK: Sample books

  /// Four books that differ in everything; their numbers are 1 to 4.
  func addSampleBooks() throws {
    try succeed(
      "add", "--title", "The Left Hand of Darkness", "--author", "Ursula K. Le Guin", "--genre",
      "Science Fiction", "--rating", "5", "--review", "An envoy alone on a winter world.")
    try succeed("add", "--title", "骆驼祥子", "--author", "老舍", "--genre", "文学", "--rating", "4")
    try succeed(
      "add", "--title", "The Haunting of Hill House", "--author", "Shirley Jackson", "--genre", "Horror",
      "--rating", "4.5")
    try succeed("add", "--title", "Unread")
  }
}

/// Files that the suites share; they stand with the domain's tests.
enum Fixture {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "BookstallTests/Fixtures/cases")

  static func path(_ name: String) -> String { folder.appending(path: name).path }

  /// The names of the files in a folder of the cases.
  static func names(in name: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path(name)).sorted()
  }

  /// What the handed files hold, by their name.
  static func expected() throws -> [String: [[String: Any]]] {
    let data = try Data(contentsOf: URL(filePath: path("handed/expected.json")))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
  }
}

/// A user who may not write everywhere; root may, and so tests of permissions run as nobody.
enum PlainUser {
  /// The program and its first arguments with which a command runs without privileges.
  static var prefix: [String] {
    geteuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"] : []
  }

  /// Whether the built command can be run so; it may stand in a folder that others can't enter.
  static let canRunCommand: Bool = {
    guard let command = try? BuiltCommand.beside() else { return false }
    let words = prefix + [command, "--version"]
    return (try? ChildProcess.run(words[0], Array(words.dropFirst()), environment: [:]).status) == 0
  }()
}

extension World {
  /// Takes away every right to write the store and its folder.
  func makeReadOnly() throws {
    chmod(store, 0o444)
    chmod(folder.path, 0o555)
  }

  /// Runs the command as a user who may not write what belongs to others.
  func runAsPlainUser(_ arguments: String...) throws -> ChildProcess { try runAsPlainUser(arguments) }

  /// Runs the command as a user who may not write what belongs to others.
  func runAsPlainUser(_ arguments: [String]) throws -> ChildProcess {
    let words = PlainUser.prefix + [command] + arguments
    return try ChildProcess.run(words[0], Array(words.dropFirst()), environment: variables)
  }
}
