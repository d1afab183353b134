import Testing

@Suite("The layout of the repository")
struct LayoutTests {
  @Test func `the top level holds what it may`() throws {
    let found = LayoutTests.strangers(in: try SourceTree.projectFiles())
    #expect(found == [])
  }

  @Test func `no file names a place of one machine`() throws {
    for path in try SourceTree.projectFiles() {
      let found = MachinePaths.found(in: try SourceTree.text(path))
      #expect(found == [], "\(path)")
    }
  }

  @Test func `the build machines run the README's test command`() throws {
    let script = try SourceTree.text(".ci/run")
    #expect(script.split(separator: "\n").contains("exec .dev/test"))
  }

  @Test(arguments: [".dev/try", ".dev/test", ".dev/install", ".dev/fetch-axe", ".dev/fuzz", ".ci/run"])
  func `a script can be run`(path: String) {
    #expect(SourceTree.isExecutable(path))
  }

  // The checkers themselves, on small bad samples.

  @Test func `a stranger at the top level is found`() {
    let paths = [
      "Package.swift", "Sources/A.swift", "notes.txt", "Scripts/a", ".github/A.md", "Package.resolved",
    ]
    #expect(LayoutTests.strangers(in: paths) == ["notes.txt", "Scripts/a"])
  }

  @Test(arguments: [
    "/home" + "/ann/books", "\"/Users" + "/ann\"", "(/opt" + "/swift/bin)", "see /root" + "/x",
  ])
  func `a machine's path is found`(text: String) {
    #expect(MachinePaths.found(in: text).count == 1)
  }

  @Test(arguments: [
    "/usr/bin/env", "/tmp/a", "~/.local/share", "Sources/CSV", "$XDG_DATA_HOME/bookstall/books.db", "</a>",
    "// a/b",
    "https://www.swift.org/install/linux", "a/b/c", "/proc/self/exe", "\\(root)/home/x",
    "<details/summary/b>",
  ])
  func `other paths are not`(text: String) {
    #expect(MachinePaths.found(in: text) == [])
  }

  private static func strangers(in paths: [String]) -> [String] {
    let allowed: Set<Substring> = [
      "Package.swift", "Package.resolved", "Sources", "Tests", "Migrations", "README.md", "LICENSE",
    ]
    return paths.filter { path in
      let top = path.split(separator: "/").first ?? ""
      return !top.hasPrefix(".") && !allowed.contains(top)
    }
  }
}

/// Absolute paths into folders where each machine keeps something else.
enum MachinePaths {
  private static let folders: Set<String> = [
    "Users", "builds", "home", "media", "mnt", "opt", "root", "srv", "work", "workspace",
  ]

  static func found(in text: String) -> [String] {
    let bytes = Array(text.utf8)
    var found: [String] = []
    for start in bytes.indices where bytes[start] == UInt8(ascii: "/") && startsPath(bytes, start) {
      let folder = bytes[(start + 1)...].prefix { isLetter($0) }
      let next = bytes[folder.endIndex...].prefix(2)
      // A folder at the root and something in it.
      guard !folder.isEmpty, next.first == UInt8(ascii: "/"), next.last.map(isLetter) == true else {
        continue
      }
      let name = String(decoding: folder, as: UTF8.self)
      if folders.contains(name) { found.append("/\(name)/") }
    }
    return found
  }

  /// Whether the slash stands where a word would start, not within a relative path, an address or a tag.
  private static func startsPath(_ bytes: [UInt8], _ slash: Int) -> Bool {
    guard slash > 0 else { return true }
    return Array(" \t\n\"'`(=:,".utf8).contains(bytes[slash - 1])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
