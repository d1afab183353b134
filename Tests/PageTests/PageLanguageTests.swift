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
    #expect(try tab.text("document.querySelector('#book-12 h1 bdi').lang") == "ja")
    let mixed = try tab.texts(
      "[...document.querySelectorAll('#book-3 h1 bdi>*')].map(e=>e.lang+':'+e.textContent)")
    #expect(mixed == ["zh:红楼梦"])
  }

  @Test func `Chinese is drawn in a Chinese font`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page, at: "#book-2")
    try tab.call("DOM.enable")
    try tab.call("CSS.enable")
    let root = try tab.call("DOM.getDocument")["root"]?["nodeId"] ?? .null
    let node =
      try tab.call(
        "DOM.querySelector", ["nodeId": root, "selector": .string("#book-2 .review bdi")])["nodeId"] ?? .null
    let fonts = try tab.call("CSS.getPlatformFontsForNode", ["nodeId": node])["fonts"]?.elements ?? []
    let names = fonts.compactMap { $0["familyName"]?.text }
    #expect(names.contains { $0.contains("CJK SC") }, "\(names)")
  }
}
