import Glibc
import TestSupport
import Testing

@testable import Bookstall

@Suite("Files that appear when they are whole")
struct AtomicFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file(_ name: String, replaces: Bool, isNameless: Bool) throws -> AtomicFile {
    try AtomicFile(path: folder.file(name), replaces: replaces, isNameless: isNameless)
  }

  private func text(_ name: String) throws -> String {
    let source = try ByteSource(path: folder.file(name))
    return String(decoding: try source.read(), as: UTF8.self)
  }

  private func names() -> [String] {
    guard let directory = opendir(folder.path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  private func write(_ text: String, to name: String) throws {
    let file = try file(name, replaces: true, isNameless: true)
    try file.write(Array(text.utf8))
    try file.finish()
  }

  private static func isTemporary(_ name: String, of file: String) -> Bool {
    name.hasPrefix(file + ".bookstall-") && name.hasSuffix(".part")
  }

  @Test(arguments: [true, false], [true, false])
  func `the name comes with the last byte`(replaces: Bool, isNameless: Bool) throws {
    let sink = try file("a.txt", replaces: replaces, isNameless: isNameless)
    try sink.write(Array("one ".utf8))
    try sink.write(Array("two".utf8))
    // Where no file can be without a name, the bytes have one of their own.
    let waiting = names()
    #expect(waiting.count == (isNameless ? 0 : 1))
    #expect(waiting.allSatisfy { AtomicFileTests.isTemporary($0, of: "a.txt") })
    try sink.finish()
    #expect(names() == ["a.txt"])
    #expect(try text("a.txt") == "one two")
  }

  @Test(arguments: [true, false])
  func `an older file stands until the new one is whole, and keeps its mode`(isNameless: Bool) throws {
    try write("old", to: "a.txt")
    chmod(folder.file("a.txt"), 0o640)
    let sink = try file("a.txt", replaces: true, isNameless: isNameless)
    try sink.write(Array("new".utf8))
    #expect(try text("a.txt") == "old")
    try sink.finish()
    #expect(try text("a.txt") == "new")
    var status = stat()
    #expect(stat(folder.file("a.txt"), &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(names() == ["a.txt"])
  }

  @Test(arguments: [true, false])
  func `what is given up leaves nothing, and the older file as it was`(isNameless: Bool) throws {
    try write("old", to: "a.txt")
    do {
      let sink = try file("a.txt", replaces: true, isNameless: isNameless)
      try sink.write(Array("half".utf8))
    }
    #expect(names() == ["a.txt"])
    #expect(try text("a.txt") == "old")
  }

  @Test(arguments: [true, false])
  func `a file that came meanwhile is not replaced unasked`(isNameless: Bool) throws {
    do {
      let sink = try file("a.txt", replaces: false, isNameless: isNameless)
      try sink.write(Array("mine".utf8))
      try write("theirs", to: "a.txt")
      #expect(throws: ExportError.exists(path: folder.file("a.txt"))) { try sink.finish() }
    }
    #expect(try text("a.txt") == "theirs")
    #expect(names() == ["a.txt"])
    #expect(throws: ExportError.exists(path: folder.file("a.txt"))) {
      _ = try file("a.txt", replaces: false, isNameless: isNameless)
    }
  }

  @Test func `what a killed run left goes with the next, what a living one writes stays`() throws {
    try write("left", to: "a.txt.bookstall-1.part")
    try write("other", to: "b.txt.bookstall-2.part")
    let living = try file("a.txt", replaces: true, isNameless: false)
    let second = try file("a.txt", replaces: true, isNameless: false)
    #expect(names().filter { AtomicFileTests.isTemporary($0, of: "a.txt") }.count == 2)
    #expect(!names().contains("a.txt.bookstall-1.part"))
    #expect(names().contains("b.txt.bookstall-2.part"))
    try second.write(Array("second".utf8))
    try second.finish()
    try living.write(Array("living".utf8))
    try living.finish()
    #expect(try text("a.txt") == "living")
    #expect(names() == ["a.txt", "b.txt.bookstall-2.part"])
  }

  @Test(arguments: [true, false])
  func `a folder that isn't there is told`(isNameless: Bool) {
    #expect(throws: ExportError.unwritable(path: folder.file("none/a.txt"), reason: ENOENT)) {
      _ = try file("none/a.txt", replaces: true, isNameless: isNameless)
    }
  }
}
