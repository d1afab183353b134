import Bookstall
import TestSupport
import Testing

@Suite("Finding books on the page")
struct PageFindingTests {
  private let shelf: Shelf
  private let tab: Tab

  init() throws {
    shelf = try Shelf.common()
    tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
  }

  private func shown() throws -> [String] {
    try tab.settle()
    return try tab.texts("[...document.querySelectorAll('.row')].map(r=>r.id.slice(4))")
  }

  private func choose(_ id: String, _ value: String) throws {
    _ = try tab.value(
      "(s=>{s.value='\(value)';s.dispatchEvent(new Event('change'))})(document.querySelector('#\(id)'))")
  }

  @Test(arguments: [
    ("earthsea", ["1"]), ("EMILE", ["11"]), ("annchen", ["11"]), ("祥子", ["2"]), ("three gone nothing", []),
    ("dish dream", ["3"]), ("dragons", ["1"]), ("guin ursula", ["13", "1"]),
  ])
  func `what is typed is found in every text, whatever its accents and case`(words: String, found: [String])
    throws
  {
    _ = try tab.value("document.querySelector('#find').focus()")
    try tab.type(words)
    #expect(try shown() == found)
    #expect(try tab.isTrue("document.querySelector('#nothing').hidden") == !found.isEmpty)
    #expect(try tab.text("document.querySelector('#shown').textContent") == "\(found.count) of 14 books")
  }

  @Test func `genre, status and stars choose together`() throws {
    try choose("stars", "16")
    #expect(try shown() == ["8", "5", "4", "3", "2", "1"])
    try choose("status", "read")
    #expect(try shown() == ["2", "1"])
    let fantasy = try tab.text(
      "[...document.querySelectorAll('#genre option')].find(o=>o.text.startsWith('Fantasy')).value")
    try choose("genre", fantasy)
    #expect(try shown() == ["1"])
    try choose("stars", "0")
    #expect(try shown() == [])
    try tab.click("#clear")
    #expect(try shown().count == 14)
    try choose("stars", "0")
    #expect(try shown() == ["13", "10"])
  }

  @Test func `the rows stand in the order that is chosen`() throws {
    try choose("sort", "rating")
    #expect(try shown().prefix(4) == ["5", "2", "8", "3"])
    try choose("sort", "added")
    #expect(try shown().prefix(3) == ["8", "5", "4"])
    try choose("sort", "author")
    #expect(try shown().firstIndex(of: "6") ?? 99 < shown().firstIndex(of: "8") ?? 0)
    try choose("sort", "")
    #expect(try shown().first == "14")
  }

  @Test func `a genre's link chooses it, and the first one all`() throws {
    let link = try tab.text(
      "'#'+[...document.querySelectorAll('.genres a')].find(a=>a.textContent.startsWith('文学')).id")
    try tab.click(link)
    #expect(try shown() == ["3", "2"])
    #expect(try tab.text("document.querySelector('.genres [aria-current]').id") == String(link.dropFirst()))
    #expect(try tab.text("document.querySelector('#genre').selectedOptions[0].text") == "文学 (2)")
    try tab.click(".genres .all")
    #expect(try shown().count == 14)
    // Another one by the list, and the link once more: the address is the same as before.
    try tab.click(link)
    try choose("genre", "")
    #expect(try shown().count == 14)
    try tab.click(link)
    #expect(try shown() == ["3", "2"])
    #expect(try tab.text("location.hash") == link)
    try choose("genre", "0")
    #expect(try tab.text("location.hash") == "#genre-0")
    #expect(try tab.text("document.querySelector('.genres [aria-current]').id") == "genre-0")
  }

  @Test func `every genre can be chosen, those without a place in the row behind it`() throws {
    let many = try Shelf((1...20).map { Shelf.book("Book \($0)", genre: "Genre \($0)") })
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(many.page)
    #expect(try tab.number("document.querySelectorAll('#genre option').length") == 21)
    #expect(try tab.number("document.querySelectorAll('.genres>ul a').length") == 15)
    #expect(try tab.text("document.querySelector('.more summary').textContent") == "6 more genres")
    #expect(try tab.number("document.querySelectorAll('.more a').length") == 6)
    #expect(try !tab.isTrue("document.querySelector('.more a').checkVisibility()"))
    try tab.click(".more summary")
    try tab.click(".more li:last-child a")
    try tab.settle()
    let (name, rows) = (
      try tab.text("document.querySelector('.more li:last-child .name').textContent"),
      try tab.texts("[...document.querySelectorAll('.row .kind')].map(k=>k.textContent)")
    )
    #expect(rows == [name])
    // Folded again, the one that is chosen shows at the fold.
    _ = try tab.value("document.querySelector('.more').open=false")
    #expect(try tab.style(".more>summary", "color") == "rgb(255, 255, 255)")
    let wide = try tab.texts(PageScripts.wideElements)
    #expect(wide == [])
  }

  @Test func `what is chosen is still chosen after a look at a book`() throws {
    _ = try tab.value("document.querySelector('#find').focus()")
    try tab.type("guin")
    _ = try shown()
    try tab.click("#row-1 a")
    try tab.settle()
    #expect(try tab.isTrue("document.querySelector('#book-1').checkVisibility()"))
    try tab.click("#book-1 .back")
    #expect(try shown() == ["13", "1"])
  }

  @Test func `a reload keeps what was searched for and chosen, a new visit begins anew`() throws {
    let page = shelf.folder.file("kept.html")
    try shelf.write(to: page)
    try tab.open(page)
    _ = try tab.value("document.querySelector('#find').focus()")
    try tab.type("a")
    try choose("stars", "16")
    try choose("sort", "title")
    let found = try shown()
    #expect((2...8).contains(found.count))
    try tab.click("#row-\(found[1]) a")
    try tab.settle()
    try tab.click("#book-\(found[1]) .back")
    try tab.reload()
    #expect(try shown() == found)
    #expect(try tab.text("document.querySelector('#find').value") == "a")
    #expect(try tab.text("document.activeElement.closest('li').id") == "row-\(found[1])")
    try tab.open(page)
    #expect(try shown().count == 14)
  }

  @Test func `two thousand books answer while one types`() throws {
    let genres = ["Fantasy", "Horror", "文学", "Mystery", "Travel"]
    let records = (1...2000).map { number in
      Shelf.book(
        "Book \(number) of many", by: "Author \(number % 300)", genre: genres[number % 5],
        stars: Double(number % 20 + 1) / 4, review: "Words about number \(number). 很好看。", added: "2026-01-02")
    }
    let large = try Shelf(records)
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(large.page)
    try tab.settle()
    // The rows that can be seen and some more, and no drawing of a book that nobody has opened.
    let rows = "document.querySelectorAll('.row').length"
    #expect(try (60...300).contains(tab.number(rows)))
    #expect(try tab.number("document.querySelectorAll('.book use').length") == 0)
    #expect(try tab.text("document.querySelector('#shown').textContent") == "2000 books")
    // The others come as one gets near their end.
    _ = try tab.value(
      "new Promise(r=>{const f=()=>{if(\(rows)>300)return r(0);scrollBy(0,700);requestAnimationFrame(f)};f()})"
    )
    // A book that is far down is found by its address.
    _ = try tab.value("location.hash='#book-7'")
    try tab.settle()
    try tab.click("#book-7 .back")
    try tab.settle()
    #expect(try tab.text("document.activeElement.closest('li').id") == "row-7")
    // All rows before it are there, and nobody waits for those out of sight.
    #expect(try tab.number(rows) == 2000)
    #expect(try tab.style(".row", "content-visibility") == "auto")
    #expect(try (0...800).contains(tab.rectangle("#row-7").top))
    // The texts were gathered meanwhile, so that the first letter is as quick as any.
    let looks = try tab.number(
      """
      (async()=>{for(let i=0;i<60;i++)await new Promise(r=>requestIdleCallback(r));
      const own=Element.prototype.querySelectorAll,find=document.querySelector('#find');let looks=0;
      Element.prototype.querySelectorAll=function(...a){looks++;return own.apply(this,a)};
      find.value='number 1999';find.dispatchEvent(new Event('input'));
      await new Promise(r=>requestAnimationFrame(()=>setTimeout(r)));
      Element.prototype.querySelectorAll=own;return looks})()
      """)
    #expect(try tab.number(rows) == 1)
    #expect(looks < 20)
    // Each letter until the rows are drawn, and the order of all: tenths of a second each, and some more where machines
    // are busy. A wrong way to hide rows takes half a minute.
    let times = try tab.numbers(
      """
      (async()=>{const times=[],drawn=()=>new Promise(r=>requestAnimationFrame(()=>setTimeout(r)));
      const find=document.querySelector('#find'),sort=document.querySelector('#sort');
      for(const t of ['n','nu','num','number 19','number 199','']){const s=performance.now();find.value=t;
      find.dispatchEvent(new Event('input'));await drawn();document.body.offsetHeight;times.push(performance.now()-s)}
      const s=performance.now();sort.value='title';sort.dispatchEvent(new Event('change'));document.body.offsetHeight;
      times.push(performance.now()-s);return times})()
      """)
    #expect(times.allSatisfy { $0 < 2000 }, "\(times)")
  }
}
