import Bookstall
import TestSupport
import Testing

@Suite("The page's languages")
struct PageLanguageTests {
  @Test func `every Chinese text says that it is, and no English one`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    // By each text's nearest language; Japanese stands where kana do.
    let wrong = try tab.texts(
      #"""
      (()=>{const wrong=[],w=document.createTreeWalker(document.body,NodeFilter.SHOW_TEXT);
      for(let n;n=w.nextNode();){const t=n.data,l=n.parentElement.closest("[lang]").lang;
      if(n.parentElement.closest("option"))continue;
      const han=/\p{Script=Han}/u.test(t),latin=/\p{Script=Latin}/u.test(t);
      if(han&&l!=="zh"&&l!=="ja"||latin&&!han&&l!=="en"||han&&latin)wrong.push(l+": "+t.trim().slice(0,40))}
      return wrong})()
      """#)
    #expect(wrong == [])
    // A name beside a Japanese title is Japanese, too.
    let japanese = try tab.texts(
      "[...document.querySelectorAll('#book-12 :is(h1,.author) bdi,#row-12 :is(.name,.by) bdi')].map(e=>e.lang)"
    )
    #expect(japanese == ["ja", "ja", "ja", "ja"])
    let mixed = try tab.texts(
      "[...document.querySelectorAll('#book-3 h1 bdi>*')].map(e=>e.lang+':'+e.textContent)")
    #expect(mixed == ["zh:红楼梦"])
  }

  /// The fonts that draw an element's text.
  private static func fonts(_ tab: Tab, _ selector: String) throws -> [String] {
    let root = try tab.call("DOM.getDocument")["root"]?["nodeId"] ?? .null
    let node =
      try tab.call("DOM.querySelector", ["nodeId": root, "selector": .string(selector)])["nodeId"] ?? .null
    let fonts = try tab.call("CSS.getPlatformFontsForNode", ["nodeId": node])["fonts"]?.elements ?? []
    return fonts.compactMap { $0["familyName"]?.text }
  }

  @Test func `Chinese is drawn in a Chinese font, and Latin letters in none`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    for address in ["", "#book-2", "#snack-1"] {
      try tab.open(shelf.page, at: address)
      try tab.call("DOM.enable")
      try tab.call("CSS.enable")
      let (chinese, latin): ([String], [String]) =
        switch address {
        case "":
          (
            [
              "#row-2 .name bdi", "#snacks-title bdi", "#ways-title bdi", ".headline bdi", ".subheadline bdi",
              "#bar-1 h4 bdi", ".end-title bdi", ".fact bdi",
            ],
            [
              ".mast h1 bdi", "#books-title", "#numbers-title", "#row-1 .name bdi", "#row-14 .by bdi",
              "#snacks-title .en bdi", "#bar-1 h4 .en bdi", ".end-title .en bdi", ".fact-en bdi", ".facts",
            ]
          )
        case "#book-2": (["#title-2 bdi", "#book-2 .review bdi"], ["#book-2 .back"])
        default:
          (
            ["#snack-title-1 bdi", "#snack-1 .title bdi"],
            ["#snack-title-1 .en bdi", "#snack-1 .title .en bdi"]
          )
        }
      for selector in chinese {
        let names = try PageLanguageTests.fonts(tab, selector)
        #expect(!names.isEmpty && names.allSatisfy { $0.contains("CJK SC") }, "\(selector): \(names)")
      }
      for selector in latin {
        let names = try PageLanguageTests.fonts(tab, selector)
        #expect(!names.isEmpty && names.allSatisfy { !$0.contains("CJK") }, "\(selector): \(names)")
      }
    }
    try tab.open(shelf.page, at: "#book-12")
    let japanese = try PageLanguageTests.fonts(tab, "#title-12 bdi")
    #expect(!japanese.isEmpty && japanese.allSatisfy { $0.contains("CJK JP") }, "\(japanese)")
  }
}
