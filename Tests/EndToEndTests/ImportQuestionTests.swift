import Foundation
import TestSupport
import Testing

/// `import --on-conflict ask`: a question for each value that differs, and nothing before the last answer.
@Suite("An import that asks")
struct ImportQuestionTests {
  private let world: World
  private static let header = "Title,Author,My Rating,Exclusive Shelf,My Review,Book Id\n"

  init() throws {
    world = try World()
    try write("Emma,Jane Austen,4,read,Mine.,1\nEvelina,Frances Burney,2,read,,2\n", to: "old.csv")
    try world.succeed("import", world.folder.file("old.csv"))
    try write("Emma,Jane Austen,5,read,Theirs.,1\nEvelina,Frances Burney,3,read,,2\n", to: "new.csv")
  }

  private func write(_ rows: String, to name: String) throws {
    try Data((Self.header + rows).utf8).write(to: URL(filePath: world.folder.file(name)))
  }

  private func values() throws -> String {
    try world.succeed("export", "-", "--fields", "title,rating,review").output
  }

  private func ask(_ answers: String...) throws -> (status: Int32, screen: String) {
    let terminal = try world.terminal(
      "import", world.folder.file("new.csv"), "--on-conflict", "ask", with: ["TERM": "xterm"])
    for answer in answers { try terminal.answer("[q]uit › ", answer) }
    return (try terminal.waitForEnd(), terminal.transcript)
  }

  @Test func `each value is asked for, and shown as it is on either side`() throws {
    let (status, screen) = try ask("", "t", "keep")
    #expect(status == 0)
    #expect(screen.contains("Emma, rating (line 2)\r\n  here  4\r\n  file  5\r\n"))
    #expect(screen.contains("Emma, review (line 2)\r\n  here  Mine.\r\n  file  Theirs.\r\n"))
    #expect(screen.contains("Evelina, rating (line 3)\r\n  here  2\r\n  file  3\r\n"))
    #expect(screen.contains("changed 1   already here 1   of 2 rows"))
    #expect(try values() == "title,rating,review\r\nEmma,5,Mine.\r\nEvelina,2,\r\n")
  }

  @Test(arguments: [("ta", "5,Theirs.", "3"), ("keep all", "4,Mine.", "2")])
  func `one answer may do for all`(answer: String, emma: String, evelina: String) throws {
    #expect(try ask("what?", answer).status == 0)
    #expect(try values() == "title,rating,review\r\nEmma,\(emma)\r\nEvelina,\(evelina),\r\n")
  }

  @Test func `whoever quits has imported nothing, whatever was answered before`() throws {
    let before = try values()
    let (status, screen) = try ask("?", "t", "q")
    #expect(status == 1 && screen.contains("q   the import ends, and nothing is changed"))
    #expect(screen.contains("You quit; nothing was imported."))
    #expect(try values() == before)
  }

  @Test func `whoever keeps all the rest keeps the answers before`() throws {
    #expect(try ask("t", "ka").status == 0)
    #expect(try values() == "title,rating,review\r\nEmma,4,Theirs.\r\nEvelina,2,\r\n")
  }

  @Test func `the store is free while a question waits`() throws {
    let terminal = try world.terminal(
      "import", world.folder.file("new.csv"), "--on-conflict", "ask", with: ["TERM": "xterm"])
    try terminal.read(until: "[q]uit › ")
    try world.succeed("add", "--title", "Meanwhile")
    try terminal.type("ta\n")
    #expect(try terminal.waitForEnd() == 0)
    #expect(try values().hasSuffix("Evelina,3,\r\nMeanwhile,,\r\n"))
  }

  @Test func `an answer that makes a new question is followed by it`() throws {
    try write("Emma,Jane Austen,5,read,Mine.,1\nEmma,Jane Austen,4,read,Mine.,1\n", to: "new.csv")
    let (status, screen) = try ask("t", "k")
    #expect(status == 0 && screen.contains("(line 3)\r\n  here  5\r\n  file  4\r\n"))
    #expect(try values().contains("Emma,5,Mine."))
  }

  @Test func `long texts with one beginning are shown where they part`() throws {
    let same = String(repeating: "so it goes on ", count: 40)
    try write("Emma,Jane Austen,4,read,\(same)to the sea,1\n", to: "one.csv")
    try world.succeed("import", world.folder.file("one.csv"), "--on-conflict", "overwrite")
    try write("Emma,Jane Austen,4,read,\(same)to the hills,1\n", to: "new.csv")
    let (_, screen) = try ask("k")
    #expect(screen.contains("to the sea\r\n") && screen.contains("to the hills\r\n"))
  }
}
