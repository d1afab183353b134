import Testing

@testable import BookstallTool

@Suite("redo")
struct RedoCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
    try world.addSampleBooks()
  }

  private func books() throws -> String { try world.run("list", "--json").output }

  @Test func `a rehearsal of undo and redo changes nothing`() throws {
    try world.run("rate", "1", "2")
    let before = try books()
    let undone = "take back: rate #1 The Left Hand of Darkness   ★★☆☆☆ → ★★★★★\n"
    #expect(try world.run("undo", "--dry-run").output == "Would \(undone)")
    #expect(try world.run("undo", "--dry-run").output == "Would \(undone)")
    #expect(try books() == before)
    try world.run("undo")
    #expect(try world.run("redo", "--dry-run").output.hasPrefix("Would make again: rate #1"))
    #expect(try world.run("redo").output.hasPrefix("✓ Made again: rate #1"))
    #expect(try books() == before)
  }

  @Test func `redo goes forward as far as undo went back, and undo back again`() throws {
    try world.run("rate", "1", "2")
    try world.run("rm", "2", "--yes")
    try world.run("edit", "3", "--genre", "Gothic", "--tag", "old")
    let last = try books()
    for _ in 0..<3 { try world.run("undo") }
    let first = try books()
    #expect(
      try world.run("redo").output == "✓ Made again: rate #1 The Left Hand of Darkness   ★★★★★ → ★★☆☆☆\n")
    #expect(try world.run("redo").output == "✓ Made again: rm #2 骆驼祥子   gone again\n")
    #expect(try world.run("redo").status == .success)
    #expect(try books() == last)
    #expect(try world.run("redo").errors == "Error: There is no change to make again.\n")
    for _ in 0..<3 { #expect(try world.run("undo").status == .success) }
    #expect(try books() == first)
    #expect(try world.run("redo", "--json").output.hasPrefix(#"{"redone":"rate","#))
  }

  @Test func `another change makes an undoing final`() throws {
    try world.run("rate", "1", "2")
    try world.run("undo")
    try world.run("rate", "2", "1")
    let redo = try world.run("redo")
    #expect(redo.status == .failure)
    #expect(redo.errors == "Error: There is no change to make again.\n")
    #expect(try world.run("undo").output.contains("骆驼祥子"))
    #expect(try world.run("redo").output.contains("骆驼祥子"))
  }

  @Test func `an addition is made again under its number`() throws {
    let before = try books()
    try world.run("undo")
    #expect(try world.run("redo").status == .success)
    #expect(try books() == before)
  }
}
