import Testing

@testable import Presentation

@Suite("HTML as a value")
struct HTMLTests {
  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("\"><img onerror=x>", "&quot;&gt;&lt;img onerror=x&gt;"), ("it's & it", "it&#39;s &amp; it"),
    ("&#x6a;", "&amp;#x6a;"), ("</style>", "&lt;/style&gt;"), ("]]>", "]]&gt;"), ("骆驼 🏳️‍🌈 é", "骆驼 🏳️‍🌈 é"),
    ("a\nb\tc", "a\nb\tc"), ("a\r\nb\rc", "a\nb\nc"), ("a\u{0}b", "a\u{FFFD}b"),
    ("a\u{1B}[2J\u{7}\u{7F}b", "a[2Jb"),
    ("a\u{85}\u{9B}b\u{A0}", "ab\u{A0}"),
    ("\u{202E}x\u{202D}\u{2028}y\u{202F}“z”", "\u{FFFD}x\u{FFFD}\u{2028}y\u{202F}“z”"),
    ("\u{2067}x\u{2069}", "\u{2067}x\u{2069}"), ("", ""),
  ])
  func `a text between literals is escaped`(text: String, markup: String) {
    let html: HTML = "<p title=\"\(text)\">\(text)</p>"
    #expect(html.markup.unicodeScalars.elementsEqual("<p title=\"\(markup)\">\(markup)</p>".unicodeScalars))
  }

  @Test func `literals and pieces are markup, numbers are digits`() {
    let piece: HTML = "<b>\("<")</b>"
    let none: HTML? = nil
    let html: HTML = "<p>\(piece)\(none)\(42)\(Int64(-7))\(1.5)</p>"
    #expect(html.markup == "<p><b>&lt;</b>42-71.5</p>")
    #expect(([piece, piece] as [HTML]).joined().markup == "<b>&lt;</b><b>&lt;</b>")
  }

  @Test(arguments: [
    (0.0, "0"), (1.5, "1.5"), (-0.125, "-0.125"), (100, "100"), (2.0004, "2"), (0.0996, "0.1"), (-3, "-3"),
    (.nan, "0"), (.infinity, "0"), (12.34, "12.34"), (12.05, "12.05"),
  ])
  func `numbers have the digits that they need`(number: Double, text: String) {
    #expect(Decimal.text(of: number) == text)
  }

  // The vectors of FIPS 180-4 and of NIST's collection.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
      "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
    ),
    (String(repeating: "a", count: 55), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (String(repeating: "a", count: 56), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (String(repeating: "a", count: 64), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
  ])
  func `the hash is the standard's`(message: String, hash: String) {
    let hex = SHA256.hash(of: message.utf8).map { byte in
      String(UInt32(byte) + 256, radix: 16).dropFirst()
    }.joined()
    #expect(hex == hash)
  }

  @Test func `a million letters hash as the standard says`() {
    let hash = SHA256.hash(of: repeatElement(UInt8(ascii: "a"), count: 1_000_000))
    #expect(Base64.text(of: hash) == "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA=")
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `bytes become the letters of RFC 4648`(text: String, letters: String) {
    #expect(Base64.text(of: Array(text.utf8)) == letters)
  }

  @Test(
    arguments: [
      ("plain", [nil: "plain"]), ("骆驼祥子", ["zh": "骆驼祥子"]), ("吾輩は猫", ["ja": "吾輩は猫"]),
      ("채식주의자", ["ko": "채식주의자"]), ("𠮷野家", ["ja": "𠮷野家"]), ("銀河鉄道", ["ja": "銀河鉄道"]),
      ("沙家浜", ["zh": "沙家浜"]),
    ] as [(String, [String?: String])])
  func `a text of one script is of one language`(text: String, runs: [String?: String]) {
    let found = LanguageRun.runs(of: text)
    #expect(found.count == 1)
    #expect(found.map { [$0.language: String($0.text)] } == [runs])
  }

  @Test func `stretches of Chinese are found with their signs`() {
    func runs(_ text: String) -> [String] {
      LanguageRun.runs(of: text).map { ($0.language ?? "-") + ":" + $0.text }
    }
    #expect(runs("红楼梦 (Dream)") == ["zh:红楼梦", "-: (Dream)"])
    #expect(runs("Ch. 2《茶馆》, again") == ["-:Ch. 2", "zh:《茶馆》", "-:, again"])
    #expect(runs("他说“好 好”。 So he said 再见") == ["zh:他说“好 好”。", "-: So he said ", "zh:再见"])
    #expect(runs("") == ["-:"])
    #expect(runs("12 3") == ["-:12 3"])
    #expect(runs("Война и мир 战争") == ["-:Война и мир ", "zh:战争"])
    for text in ["a老b舍c", "《", "老 ", " 老", "老1a2舍"] {
      #expect(LanguageRun.runs(of: text).map { String($0.text) }.joined() == text)
    }
  }
}
