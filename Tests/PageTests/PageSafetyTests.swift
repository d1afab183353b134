import Bookstall
import TestSupport
import Testing

@Suite("The page's safety")
struct PageSafetyTests {
  @Test func `it asks for nothing, and neither console nor policy complains`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    for fragment in ["#book-3", "#genre-1", "#snack-2", "#row-3", "#numbers"] {
      _ = try tab.value("location.hash='\(fragment)'")
      try tab.settle()
      _ = try tab.value("document.querySelectorAll('dialog[open]').forEach(d=>d.close())")
    }
    _ = try tab.value("document.querySelector('.open').click()")
    try tab.settle()
    #expect(try tab.number("performance.getEntriesByType('resource').length") == 0)
    let addresses = tab.events("Network.requestWillBeSent").compactMap { $0["request"]?["url"]?.text }
    // The icon is in the page itself.
    #expect(addresses.filter { $0 != "data:," } == ["file://\(shelf.page)"])
    for name in ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"] {
      #expect(tab.events(name) == [], "\(name)")
    }
  }

  @Test func `the policy stops what is not the page's own`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    _ = try tab.value(
      """
      (()=>{const s=document.createElement('script');s.textContent='window.hurt=1';document.body.append(s);
      const d=document.createElement('div');d.setAttribute('style','color:red');document.body.append(d);
      const i=new Image();i.src='https:'+'/'+'/example.invalid/x.png'})()
      """)
    try tab.settle()
    #expect(try !tab.isTrue("!!window.hurt"))
    let blocked = tab.events("Log.entryAdded").compactMap { $0["entry"]?["text"]?.text }
    #expect(blocked.filter { $0.contains("Content Security Policy") }.count >= 3)
  }

  @Test func `no text of a book does anything but stand there`() throws {
    let shelf = try Shelf(Shelf.hostileRecords)
    let tab = try Tab()
    try tab.open(shelf.page)
    try tab.settle()
    #expect(try !tab.isTrue("!!window.hurt"))
    #expect(tab.events("Page.javascriptDialogOpening") == [])
    #expect(tab.events("Log.entryAdded") == [])
    // What the page is made of, and nothing else.
    #expect(
      try tab.texts(
        "[...new Set([...document.querySelectorAll('.row *,.book *')].map(e=>e.localName))].sort()")
        == ["a", "bdi", "dd", "div", "dl", "dt", "h1", "p", "span", "svg", "use"])
    #expect(try tab.number("document.querySelectorAll('script,style,title').length") == 3)
    #expect(
      try tab.number(
        "[...document.querySelectorAll('*')].filter(e=>[...e.attributes].some(a=>/^on|^style$/.test(a.name))).length"
      )
        == 0)
    let store = try BookStore(reading: shelf.store)
    for index in Shelf.hostileTexts.indices {
      let book = try #require(try store.record(Int64(index + 1))).book
      let kept = try [book.title, book.author, book.review].map { Shelf.textOfPage(try #require($0)) }
      let found = try tab.texts(
        "['h1','.author','.review'].map(s=>document.querySelector('#book-\(index + 1) '+s).textContent)")
      // By scalars, since texts are equal whose accents are composed otherwise.
      let areTheSame = found.map { Array($0.unicodeScalars) } == kept.map { Array($0.unicodeScalars) }
      #expect(areTheSame, "text \(index)")
    }
    #expect(
      try tab.number(
        "document.querySelector('#book-\(Shelf.hostileTexts.count + 1) .review').textContent.length")
        == 1_000_000)
  }

  @Test func `a text that turns direction leaves what is around it alone`() throws {
    let shelf = try Shelf([Shelf.book("\u{202E}abc", by: "\u{202E}def", genre: "Fantasy", stars: 3)])
    let tab = try Tab()
    try tab.open(shelf.page, at: "#book-1")
    let words = try tab.rectangle("#book-1 .rating .words")
    let stars = try tab.rectangle("#book-1 .rating .stars")
    #expect(stars.left < words.left)
    #expect(try tab.number("document.querySelectorAll('#book-1 h1>bdi,#book-1 .author>bdi').length") == 2)
    // Nor does it turn its own letters, in the page or in the tab's name.
    #expect(
      try tab.texts("[...document.querySelectorAll('#row-1 .name,#title-1')].map(e=>e.textContent)")
        == ["\u{FFFD}abc", "\u{FFFD}abc"])
    #expect(try tab.text("document.title") == "\u{FFFD}abc")
    let isolated = try Shelf([
      Shelf.book("\u{2067}a", review: "שלום \u{2067}abc\u{2069}"), Shelf.book("b"),
    ])
    try tab.open(isolated.page, at: "#book-1")
    #expect(try tab.text("document.title") == "\u{FFFD}a · Bookstall")
    #expect(
      try tab.text("document.querySelector('#book-1 .review').textContent") == "שלום \u{2067}abc\u{2069}")
  }

  @Test func `the same store gives the same bytes`() throws {
    let shelf = try Shelf.common()
    let again = shelf.folder.file("again.html")
    try shelf.write(to: again)
    #expect(try shelf.text() == shelf.text(of: again))
    #expect(try !shelf.text().contains("As of "))
    try shelf.write(to: again, ["--stamp"])
    #expect(try shelf.text(of: again).contains("<p class=\"stamp\">As of 2"))
  }

  @Test func `private notes stay out unless asked for`() throws {
    let shelf = try Shelf.common()
    #expect(try !shelf.text().contains("Lent to nobody."))
    let asked = shelf.folder.file("notes.html")
    try shelf.write(to: asked, ["--with-notes"])
    #expect(
      try shelf.text(of: asked).contains(
        "<dt>Private notes</dt><dd class=\"notes\"><bdi>Lent to nobody.</bdi></dd>"))
  }
}

extension Shelf {
  /// What the page keeps of a text of the store.
  static func textOfPage(_ text: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars
    where !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value) {
      kept.append((0x202D...0x202E).contains(scalar.value) ? "\u{FFFD}" : scalar)
    }
    return String(kept)
  }
}
