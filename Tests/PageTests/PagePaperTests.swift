import Bookstall
import FoundationEssentials
import TestSupport
import Testing

@Suite("The page on paper")
struct PagePaperTests {
  private static func pages(_ tab: Tab) throws -> Int {
    let answer = try tab.call(
      "Page.printToPDF",
      ["paperWidth": .number("8.27"), "paperHeight": .number("11.69"), "printBackground": .bool(true)])
    let file = try #require(Data(base64Encoded: answer["data"]?.text ?? ""))
    return String(decoding: file, as: UTF8.self).split(separator: "/Type /Page\n").count - 1
  }

  private static func shelf(of count: Int) throws -> Shelf {
    try Shelf(
      (1...count).map { number in
        Shelf.book(
          "Book \(number)", by: "Author \(number % 30)", genre: "Genre \(number % 7)", stars: 4,
          review: "Words about number \(number).")
      })
  }

  @Test func `a short shelf is printed with pictures and reviews, several books on a page`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    // Fourteen books, one with a review of a page and a half, and the guide.
    let pages = try PagePaperTests.pages(tab)
    #expect((8...20).contains(pages), "\(pages)")
    try tab.set(.init(isPrint: true))
    let heights = try tab.numbers(
      "[...document.querySelectorAll('.book:not(#book-14)')].map(b=>b.getBoundingClientRect().height)")
    #expect(heights.count == 13 && heights.allSatisfy { $0 < 300 }, "\(heights)")
    let rows = try tab.numbers(
      "[...document.querySelectorAll('.row:not(#row-14)')].map(b=>b.getBoundingClientRect().height)")
    #expect(rows.count == 13 && rows.allSatisfy { $0 < 50 }, "\(rows)")
  }

  @Test func `an open sheet lies on no page, and is open again afterwards`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    let pages = try PagePaperTests.pages(tab)
    try tab.click("#bar-2 .open")
    #expect(try tab.isTrue("document.querySelector('#snack-2').matches(':modal')"))
    _ = try tab.value(
      "addEventListener('beforeprint',()=>{window.above=document.querySelectorAll('dialog:modal').length})")
    #expect(try PagePaperTests.pages(tab) == pages)
    #expect(try tab.number("window.above") == 0)
    #expect(try tab.isTrue("document.querySelector('#snack-2').matches(':modal')"))
    #expect(try tab.text("location.hash") == "#snack-2")
    try tab.press(.escape)
    try tab.settle()
    #expect(try tab.number("document.querySelectorAll('dialog[open]').length") == 0)
    #expect(try tab.isTrue("document.activeElement===document.querySelector('#bar-2 .open')"))
  }

  @Test func `what belongs together stays on one page`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page)
    for heading in [".title", ".sheet-title", ".caption-title", ".food h4", ".bar", "#title-1"] {
      #expect(try tab.style(heading, "break-after") == "avoid", "\(heading)")
    }
    for part in [".method li", ".panel", ".card", ".food", ".banner", ".cover", ".sheet-view"] {
      #expect(try tab.style(part, "break-inside") == "avoid", "\(part)")
    }
  }

  @Test func `a book's head stays with the beginning of its review, whose lines stand in one column`() throws
  {
    // Of every length, so that pages end at every place within a book.
    let shelf = try Shelf(
      (1...60).map { number in
        var record = Shelf.book(
          "Book \(number)", by: "Author \(number)", genre: "Poetry", stars: 4,
          review: String(repeating: "words ", count: number % 9 == 0 ? 900 : number * 37 % 170 + 1))
        if number % 3 > 0 { record.tags = ["one", "two"] }
        return record
      })
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page)
    // Columns are cut as pages are, and their places can be asked for.
    let places = try tab.value(
      """
      (()=>{dispatchEvent(new Event('beforeprint'));
      const main=document.querySelector('main'),style=main.style,left=main.getBoundingClientRect().left;
      Object.assign(style,{width:'700px',height:'1000px',columnWidth:'700px',columnGap:'0',columnFill:'auto'});
      const page=r=>Math.floor((r.left-left+1)/700),first=e=>page(e.getClientRects()[0]);
      return [...document.querySelectorAll('.book')].map(b=>{
      const text=document.createRange();text.selectNodeContents(b.querySelector('.review bdi'));
      const lines=[...text.getClientRects()].filter(r=>r.width>9),counts=new Map();
      lines.forEach(l=>counts.set(page(l),(counts.get(page(l))||0)+1));
      return {pages:[...['h1','.cover','.stars','.author'].map(s=>first(b.querySelector(s))),page(lines[0])],
      pictures:b.querySelector('.cover').getClientRects().length,counts:[...counts.values()],
      edges:new Set(lines.map(l=>Math.round(l.left-left)%700)).size}})})()
      """
    ).elements
    let books = try #require(places)
    var broken = 0
    for (index, book) in books.enumerated() {
      #expect(Set(book["pages"]?.elements?.compactMap(\.number) ?? []).count == 1, "book \(index): \(book)")
      #expect(book["pictures"]?.number == 1 && book["edges"]?.number == 1, "book \(index): \(book)")
      let lines = book["counts"]?.elements?.compactMap(\.number) ?? []
      if lines.count > 1 { broken += 1 }
      #expect(lines.count == 1 || lines.first ?? 0 >= 4 && lines.last ?? 0 >= 3, "book \(index): \(book)")
    }
    #expect(books.count == 60 && broken > 3)
  }

  @Test func `of more than a hundred books paper has the list alone, and says so`() throws {
    let shelf = try PagePaperTests.shelf(of: 140)
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    // Lines of a list, the numbers and the guide; details would take thirty pages more.
    let pages = try PagePaperTests.pages(tab)
    #expect((8...22).contains(pages), "\(pages)")
    // What it was printed for a moment, the page is again.
    #expect(try tab.number("document.querySelectorAll('.row').length") == 60)
    #expect(
      try tab.isTrue("[...document.querySelectorAll('.row')].every(r=>r.querySelectorAll('use').length===2)"))
    try tab.set(.init(isPrint: true))
    _ = try tab.value("dispatchEvent(new Event('beforeprint'))")
    #expect(try tab.number("document.querySelectorAll('.row').length") == 140)
    #expect(try tab.number("document.querySelectorAll('.row use,.book use').length") == 0)
    #expect(
      try tab.texts("[...document.querySelectorAll('.book')].filter(b=>b.checkVisibility()).map(b=>b.id)")
        == [])
    #expect(
      try tab.text(
        "document.querySelector('.on-paper').checkVisibility()&&document.querySelector('.on-paper').textContent"
      )
        == "More than 100 books are printed as a list. Choose fewer to print them with pictures and reviews.")
    _ = try tab.value("dispatchEvent(new Event('afterprint'))")
    // A hundred of them have room for everything.
    _ = try tab.value(
      "(f=>{f.value='\"author 1\"';f.dispatchEvent(new Event('input'))})(document.querySelector('#find'))")
    try tab.settle()
    _ = try tab.value("dispatchEvent(new Event('beforeprint'))")
    let shown = try tab.number(
      "[...document.querySelectorAll('.book')].filter(b=>b.checkVisibility()).length")
    let found = try tab.number("document.querySelectorAll('.row').length")
    #expect(shown == found && found > 40)
    #expect(try !tab.isTrue("document.querySelector('.on-paper').checkVisibility()"))
  }

  @Test func `a part of the books is printed without the numbers of all`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page)
    let visible = "[...document.querySelectorAll('.facts,#numbers,.tools label,#clear,#shown')]"
    let names = "\(visible).filter(e=>e.checkVisibility()).map(e=>e.id||e.className)"
    #expect(try tab.texts(names) == ["facts dotted", "numbers"])
    _ = try tab.value(
      "(f=>{f.value='guin';f.dispatchEvent(new Event('input'))})(document.querySelector('#find'))")
    try tab.settle()
    #expect(try tab.texts(names) == ["shown"])
    #expect(try tab.text("document.querySelector('#shown').textContent") == "2 of 14 books")
  }

  @Test func `an open book of many is printed`() throws {
    let shelf = try PagePaperTests.shelf(of: 140)
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page, at: "#book-7")
    _ = try tab.value("dispatchEvent(new Event('beforeprint'))")
    #expect(
      try tab.texts("[...document.querySelectorAll('.book')].filter(b=>b.checkVisibility()).map(b=>b.id)")
        == ["book-7"])
    #expect(try tab.number("document.querySelectorAll('#book-7 use').length") == 2)
  }

  @Test func `without a script a long shelf is printed as a list too`() throws {
    let shelf = try PagePaperTests.shelf(of: 101)
    let tab = try Tab(media: .init(isPrint: true), hasScript: false)
    try tab.open(shelf.page)
    let text = try tab.visibleTexts()
    #expect(text.contains("Book 101") && text.contains("More than 100 books are printed as a list."))
    #expect(!text.contains("Words about number"))
  }
}
