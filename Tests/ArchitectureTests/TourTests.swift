import TestSupport
import Testing

@Suite("The tour of the README")
struct TourTests {
  @Test func `every command prints what the README shows`() throws {
    let sessions = Readme(try SourceTree.text("README.md")).blocks("console")
    #expect(!sessions.isEmpty)
    let reader = try Reader()
    for step in sessions.flatMap(Readme.steps) {
      #expect(step.command.hasPrefix("bookstall "))
      #expect(try reader.prints(step.command) == step.output, "$ \(step.command)")
    }
  }

  @Test func `a session is cut into what is typed and what is printed`() {
    let steps = Readme.steps(of: "$ a\nb\n\nc\n$ d\n$ e\nf\n")
    #expect(steps.map(\.command) == ["a", "d", "e"])
    #expect(steps.map(\.output) == ["b\n\nc\n", "", "f\n"])
  }

  @Test func `a wrong output and a failure are seen`() throws {
    let reader = try Reader()
    #expect(try reader.prints("bookstall --version") != "")
    #expect(throws: TestFailure.self) { try reader.prints("bookstall lsit") }
  }
}

/// Someone with an empty folder and no books yet, whose terminal has 72 columns and no colour.
private struct Reader {
  let folder: TemporaryFolder
  let command: String

  init() throws {
    folder = try TemporaryFolder()
    command = try BuiltCommand.beside()
  }

  /// What a line of shell prints, messages included.
  func prints(_ line: String) throws -> String {
    let script = "bookstall() { \"$BOOKSTALL\" \"$@\" 2>&1; }\ncd \"$HOME\" && \(line)"
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", script],
      environment: [
        "BOOKSTALL": command, "HOME": folder.path, "BOOKSTALL_DB": folder.file("books.db"), "COLUMNS": "72",
        "PATH": "/usr/bin:/bin",
      ])
    try result.expectSuccess()
    return result.output
  }
}
