import Testing

@testable import BookstallTool

@Suite("Keys out of a terminal's bytes")
struct KeyDecoderTests {
  @Test(arguments: [
    ("abc", [Key.text("abc")]), ("驴打滚", [.text("驴打滚")]), ("👩‍👩‍👧‍👦🇨🇳e\u{301}", [.text("👩‍👩‍👧‍👦🇨🇳e\u{301}")]),
    ("a\rb\n", [.text("a"), .enter, .text("b"), .newLine]), ("\t\u{1B}[Z", [.tab, .backTab]),
    ("\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}OD", [.up, .down, .right, .left]),
    ("\u{1B}[H\u{1B}[4~\u{1B}OF\u{1B}[1~", [.home, .end, .end, .home]),
    ("\u{1B}[3~\u{7F}\u{8}", [.delete, .backspace, .backspace]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[1;5C\u{1B}[1;3D\u{1B}b\u{1B}f", [.wordRight, .wordLeft, .wordLeft, .wordRight]),
    ("\u{1B}\r\u{1B}[13;2u\u{1B}[27;2;13~", [.newLine, .newLine, .newLine]),
    ("\u{1}\u{5}\u{B}\u{15}\u{17}\u{19}", [.home, .end, .deleteToEnd, .deleteToStart, .deleteWord, .yank]),
    ("\u{3}\u{4}\u{C}\u{F}\u{1A}", [.interrupt, .endOfInput, .redraw, .editor, .suspend]),
    ("\u{1B}[200~one\r\ntwo\rthree\u{1B}[201~x", [.paste("one\ntwo\nthree"), .text("x")]),
    ("\u{1B}[200~\u{1B}[2J\u{3}\u{1B}[201~", [.paste("\u{1B}[2J\u{3}")]),
    ("\u{1B}]11;rgb:1111/2222/3333\u{1B}\\a", [.text("a")]), ("\u{1B}]11;rgb:1/2/3\u{7}b", [.text("b")]),
    ("\u{1B}[?1;2cc", [.text("c")]), ("\u{1B}[999;999Xd", [.text("d")]), ("\u{0}\u{1C}\u{85}e", [.text("e")]),
  ])
  func `bytes become keys, however they are cut`(text: String, expected: [Key]) {
    var keys = KeyDecoder()
    #expect(keys.take(Array(text.utf8)) == expected)
    #expect(!keys.awaitsMore)
    // The same byte by byte, inside of characters and of sequences.
    #expect(joined(text.utf8.flatMap { keys.take([$0]) }) == expected)
  }

  @Test func `an escape alone is a key once nothing has followed`() {
    var keys = KeyDecoder()
    #expect(keys.take([0x1B]) == [])
    #expect(keys.awaitsMore)
    #expect(keys.finish() == [.escape])
    #expect(!keys.awaitsMore)
    #expect(keys.finish() == [])
    #expect(keys.take(Array("\u{1B}[".utf8)) == [])
    #expect(keys.finish() == [])
  }

  @Test func `two escapes are two keys, also in one piece, unless the second begins another key`() {
    var keys = KeyDecoder()
    #expect(keys.take([0x1B, 0x1B]) == [])
    #expect(keys.awaitsMore)
    #expect(keys.finish() == [.escape, .escape])
    #expect(keys.take(Array("\u{1B}\u{1B}x".utf8)) == [.escape, .escape, .text("x")])
    #expect(keys.take(Array("\u{1B}\u{1B}\u{1B}".utf8)) == [.escape, .escape])
    #expect(keys.finish() == [.escape])
    // Alt and an arrow, as some terminals send them.
    #expect(keys.take(Array("\u{1B}\u{1B}[A\u{1B}\u{1B}OB".utf8)) == [.up, .down])
  }

  @Test(
    arguments: [
      [0xE9, 0xA9, 0x41], [0xFF, 0x41], [0x80, 0x41], [0xC0, 0x80, 0x41], [0xF0, 0x9F, 0xC3, 0x41],
    ] as [[UInt8]])
  func `bytes that are no UTF-8 are passed over`(bytes: [UInt8]) {
    var keys = KeyDecoder()
    #expect(keys.take(bytes) == [.text("A")])
  }

  @Test func `random bytes never stop the keys for good`() {
    var numbers = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var keys = KeyDecoder()
      _ = keys.take((0..<200).map { _ in UInt8.random(in: 0...255, using: &numbers) })
      _ = keys.finish()
      // Whatever was open, a paste or an answer, ends here.
      _ = keys.take(Array("\u{1B}[201~\u{1B}\\\u{7}".utf8))
      _ = keys.finish()
      #expect(keys.take([0x03]).last == .interrupt)
    }
  }

  private func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { result, key in
      if case .text(let before) = result.last, case .text(let text) = key {
        result[result.count - 1] = .text(before + text)
      } else {
        result.append(key)
      }
    }
  }
}
