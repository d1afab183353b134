import Persistence
// The standard library's own composition, to compare with.
@_spi(_Unicode) import Swift
import Testing

@Suite struct RefreshTests {
  let container: PersistentContainer
  let context: ManagedContext
  let play: Managed<Play>

  init() throws {
    container = try Theatre.inMemory()
    try container.insert(contentsOf: [Play("Antigone", year: -441), Play("Clouds")])
    context = container.makeContext()
    play = try #require(try context.existing(ManagedID<Play>(1)))
  }

  @Test func `an object takes the stored values and keeps its own changes on top`() throws {
    play.year = 1
    try container.execute("UPDATE play SET title = 'Ajax', year = 2, version = 9 WHERE id = 1")
    #expect(try context.refresh(play))
    #expect(play.title == "Ajax")
    #expect(play.year == 1)
    #expect(play.managed.committed?.year == 2)
    #expect(play.managed.changedColumns == ["year"])
    context.mergePolicy = .error
    try context.save()
    #expect(try container.value(play.managed.id) == play.snapshot)
  }

  @Test func `an object drops its changes where they are not to be merged`() throws {
    play.year = 1
    try container.execute("UPDATE play SET title = 'Ajax' WHERE id = 1")
    #expect(try context.refresh(play, mergeChanges: false))
    #expect(play.title == "Ajax")
    #expect(play.year == -441)
    #expect(!context.hasChanges)
    play.year = 3
    context.rollback()
    #expect(play.year == -441)
    #expect(play.title == "Ajax")
  }

  @Test func `an object whose row is gone counts as deleted unless it has changes to keep`() throws {
    let other = try #require(try context.existing(ManagedID<Play>(2)))
    other.year = 1
    try container.execute("DELETE FROM play")
    #expect(try context.refresh(play) == false)
    #expect(play.managed.state == .deleted)
    #expect(context.registered(play.managed.id) == nil)
    #expect(try context.refresh(other) == false)
    #expect(other.managed.state == .updated)
    #expect(throws: StoreError.self) { try context.save() }
    #expect(try context.refresh(other, mergeChanges: false) == false)
    #expect(other.managed.state == .deleted)
    #expect(!context.hasChanges)
  }

  @Test func `all objects are refreshed with one statement for each model`() throws {
    try container.insert(contentsOf: (0..<500).map { Scene("\($0)", of: 1, at: $0) })
    let plays = try context.fetch(Play.self)
    let scenes = try context.fetch(Scene.self)
    scenes[0].words = "mine"
    let new = context.insert(Scene("new", of: 2, at: 0))
    context.delete(scenes[1])
    try container.execute(
      "UPDATE scene SET position = position + 1000; UPDATE play SET year = 1; DELETE FROM scene WHERE id = 3")
    #expect(try container.statements { try context.refreshAll() }.count == 2)
    #expect(plays.map(\.year) == [1, 1])
    #expect(scenes[0].words == "mine")
    #expect(scenes[0].position == 1000)
    #expect(scenes[1].managed.state == .deleted)
    #expect(scenes[1].position == 1)
    #expect(scenes[2].managed.state == .deleted)
    #expect(new.managed.state == .inserted)
    #expect(try context.count(FetchRequest<Scene>()) == 499)
  }

  @Test func `an object of another context, a new one and a deleted one are left alone`() throws {
    let other = container.makeContext()
    let new = context.insert(Play("Medea"))
    try container.execute("UPDATE play SET year = 7")
    #expect(try other.refresh(play) == false)
    #expect(try context.refresh(new) == false)
    context.delete(play)
    #expect(try context.refresh(play) == false)
    #expect(play.year == -441)
  }

  @Test func `an object tells its state, its stored values and what differs`() throws {
    #expect(play.managed.state == .persistent)
    play.year = 2
    play.code = "anti"
    #expect(play.managed.state == .updated)
    #expect(play.managed.committed?.year == -441)
    #expect(play.managed.changedColumns == ["year", "code"])
    #expect(play.managed.changedValues.map(\.before) == [.integer(-441), .null])
    #expect(play.managed.changedValues.map(\.after) == [.integer(2), .text("anti")])
    play.year = -441
    play.code = nil
    #expect(play.managed.state == .persistent)
    let new = context.insert(Play("Medea"))
    #expect(new.managed.state == .inserted)
    #expect(new.managed.committed == nil)
    context.delete(play)
    #expect(play.managed.state == .deleted)
    context.rollback()
    #expect(play.managed.state == .persistent)
    #expect(new.managed.state == .detached)
  }

  @Test func `a context prints the plan of its save`() throws {
    #expect(context.pendingChanges.isEmpty)
    #expect("\(context.pendingChanges)" == "")
    let clouds = try #require(try context.existing(ManagedID<Play>(2)))
    play.title = "Ajax"
    play.year = nil
    context.delete(clouds)
    let new = context.insert(Play("Medea"))
    context.insert(Scene("one\nline", of: new.id, at: 0))
    let dropped = context.insert(Play("nothing"))
    context.delete(dropped)
    #expect(
      "\(context.pendingChanges)" == """
        delete play 2
        update play 1: title "Antigone" → "Ajax", year -441 → NULL
        insert play (new): title "Medea", year NULL, code NULL
        insert scene (new): play_id \(new.id), position 0, words "one\\nline"
        """)
    #expect(context.pendingChanges.of(Scene.self).map(\.kind) == [.insert])
    #expect(context.pendingChanges.of(Play.self).map(\.id) == [2, 1, new.id])
    try context.save()
    #expect(context.pendingChanges.isEmpty)
  }

  // MARK: Composed texts

  @Test func `a text is stored in composed form, and memory equals disk after the save`() throws {
    let decomposed = "Me\u{301}de\u{301}e"
    let new = context.insert(Play(decomposed))
    play.title = "E\u{301}lectre"
    try context.save()
    #expect(Array(new.title.utf8) == Array("M\u{e9}d\u{e9}e".utf8))
    #expect(Array(play.title.utf8) == Array("\u{c9}lectre".utf8))
    let stored = try container.values(FetchRequest<Play>(sortBy: [SortKey(\.id)]))
    #expect(stored.map { Array($0.title.utf8) } == [play.title, "Clouds", new.title].map { Array($0.utf8) })
    // SQLite compares bytes, and a condition finds the text however it was typed.
    #expect(try context.fetch(Play.self, where: .equal(\.title, decomposed)).map(\.id) == [new.id])
    #expect(throws: StoreError.self) {
      context.insert(Play(decomposed))
      try context.save()
    }
    context.rollback()
    // The same text in other bytes is no change, and leaves none in memory.
    play.title = "E\u{301}lectre"
    #expect(!context.hasChanges)
    try context.save()
    #expect(Array(play.title.utf8) == Array("\u{c9}lectre".utf8))
  }

  @Test(arguments: [
    "plain", "", "naïve", "Чайка", "豆汁", "“—…”", "👩‍👧", "e\u{301}", "\u{212b}", "\u{2000}", "は\u{3099}",
    "ᄒ\u{1161}\u{11ab}", "Σ\u{301}", "a\u{308}\u{323}", "\u{f900}", "eight letters e\u{301}",
    "\u{1100}\u{1161}",
    "\u{e9}\u{301}", "И\u{306}",
  ])
  func `a text inserted without a context is stored composed too`(_ text: String) throws {
    try container.insert(contentsOf: [Scene(text, of: 1, at: 0)])
    let stored = try #require(try container.values(FetchRequest<Scene>()).first)
    #expect(stored.words == text)
    #expect(Array(stored.words.utf8) == Array(text.composed.utf8))
    #expect(stored.words.unicodeScalars.elementsEqual(text._nfc))
    let again = try container.count(FetchRequest<Scene>(where: .equal(\.words, text)))
    #expect(again == 1)
  }

  @Test func `texts of every script are composed as the standard library does it`() {
    let marks: [Unicode.Scalar] = ["\u{301}", "\u{323}", "\u{3099}", "a"]
    for value in Array(UInt32(0x80)...0xa000) + Array(0xfb00...0xfe10) + Array(0x1f000...0x1f800) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      for mark in [nil] + marks.map(Optional.some) {
        var scalars = String.UnicodeScalarView([scalar])
        if let mark { scalars.append(mark) }
        let text = String(scalars)
        if !text.composed.unicodeScalars.elementsEqual(text._nfc) {
          Issue.record("U+\(String(value, radix: 16))")
        }
      }
    }
  }
}
