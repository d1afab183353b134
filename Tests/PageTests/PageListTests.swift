import Bookstall
import TestSupport
import Testing

@Suite("The page's list")
struct PageListTests {
  private static func long() throws -> Shelf {
    try Shelf(
      (1...200).map { number in
        Shelf.book("Book \(number)", by: "Author", genre: number % 2 == 0 ? "Horror" : "Poetry", stars: 4)
      })
  }

  private static let rows = "document.querySelectorAll('.row').length"

  @Test(arguments: ["auto", "none"])
  func `a place below the books stays where it is, whether or not the browser holds it`(anchor: String) throws
  {
    let shelf = try PageListTests.long()
    let tab = try Tab(media: .init(reducedMotion: true))
    for place in ["numbers", "snacks"] {
      try tab.open(shelf.page)
      _ = try tab.value(
        "{const s=new CSSStyleSheet();s.replaceSync('*{overflow-anchor:\(anchor)!important}');document.adoptedStyleSheets=[s]}"
      )
      try tab.click(".ways-in a[href=\"#\(place)\"]")
      // As many looks as would have built all rows, if they were built.
      let tops = try tab.numbers(
        """
        (async()=>{const tops=[];for(let i=0;i<20;i++){await new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)));
        tops.push(document.querySelector('#\(place)').getBoundingClientRect().top)}return tops})()
        """)
      #expect(tops.allSatisfy { abs($0 - 16) < 1 }, "\(tops)")
      #expect(try tab.number(PageListTests.rows) == 60)
    }
  }

  @Test func `whoever comes back up from below sees more rows in front of them, never behind`() throws {
    let shelf = try PageListTests.long()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    _ = try tab.value(
      "{const s=new CSSStyleSheet();s.replaceSync('*{overflow-anchor:none!important}');document.adoptedStyleSheets=[s]}"
    )
    _ = try tab.value("document.querySelector('#numbers').scrollIntoView()")
    try tab.settle()
    // Upwards step by step: the last row there moves down by exactly what is scrolled, though rows follow it.
    let steps = try tab.numbers(
      """
      (async()=>{const row=[...document.querySelectorAll('.row')].at(-1),steps=[];
      for(let i=0;i<10;i++){const was=row.getBoundingClientRect().top;scrollBy(0,-100);
      await new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(r)));
      steps.push(row.getBoundingClientRect().top-was)}return steps})()
      """)
    #expect(steps == Array(repeating: 100, count: 10))
    #expect(try tab.number(PageListTests.rows) > 60)
  }

  @Test func `the list says that there is more, and a button brings it`() throws {
    let shelf = try PageListTests.long()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    #expect(
      try tab.text("document.querySelector('.shown').innerText.replace(/\\s+/g,' ').trim()")
        == "200 books · more rows come as you scroll; the search looks at all books")
    let next = try tab.text("document.querySelector('.row:last-child').id.slice(4)")
    _ = try tab.value("document.querySelector('#rest button').click()")
    try tab.settle()
    #expect(try tab.number(PageListTests.rows) >= 120)
    // The focus goes on with the first new row.
    #expect(try tab.text("document.activeElement.closest('.row').previousElementSibling.id.slice(4)") == next)
    _ = try tab.value(
      "while(!document.querySelector('#rest').hidden)document.querySelector('#rest button').click()")
    #expect(try tab.number(PageListTests.rows) == 200)
    let short = try Shelf.common()
    try tab.open(short.page)
    #expect(
      try tab.text("document.querySelector('.shown').innerText.replace(/\\s+/g,' ').trim()") == "14 books")
    #expect(try !tab.isTrue("document.querySelector('#rest').checkVisibility()"))
  }

  @Test func `what is chosen can be cleared while books are shown`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    let visible = "document.querySelector('#clear').checkVisibility()"
    #expect(try !tab.isTrue(visible))
    for (id, value) in [("status", "read"), ("stars", "12"), ("genre", "1"), ("find", "a")] {
      _ = try tab.value(
        """
        (e=>{e.value='\(value)';e.dispatchEvent(new Event(e.id==='find'?'input':'change'))})(document.querySelector('#\(id)'))
        """)
      try tab.settle()
      #expect(try tab.isTrue(visible), "\(id)")
      try tab.click("#clear")
      try tab.settle()
      #expect(try !tab.isTrue(visible), "\(id)")
      #expect(try tab.number(PageListTests.rows) == 14)
      #expect(try tab.text("document.activeElement.id") == "find")
    }
  }

  @Test func `the way back from a book that the list leaves out leads to the count`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    _ = try tab.value(
      "(f=>{f.value='guin';f.dispatchEvent(new Event('input'))})(document.querySelector('#find'))")
    try tab.settle()
    _ = try tab.value("location.hash='#book-4'")
    try tab.settle()
    try tab.click("#book-4 .back")
    try tab.settle()
    #expect(try tab.text("document.activeElement.id") == "shown")
    #expect(try tab.text("document.activeElement.textContent") == "2 of 14 books")
    let count = try tab.rectangle("#shown")
    #expect(count.top >= 0 && count.top + count.height <= 900)
  }

  @Test(arguments: [320, 1280])
  func `a title of many letters doesn't stretch the rows beside it`(width: Int) throws {
    let long = String(repeating: "Long", count: 75)
    let shelf = try Shelf([
      Shelf.book(long, by: long, genre: long, stars: 3, status: .read), Shelf.book("b", by: "c", stars: 2),
      Shelf.book(String(repeating: "many words ", count: 30), by: "d", stars: 4),
    ])
    let tab = try Tab(width: width, media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    let heights = try tab.numbers(
      "[...document.querySelectorAll('.row')].map(r=>r.getBoundingClientRect().height)")
    #expect(heights.count == 3 && heights.allSatisfy { $0 < 400 }, "\(heights)")
  }

  @Test func `a quarter of a star is more than its tip`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    // Wide enough for a quarter of the star's area, and the half is half of it.
    let widths = try tab.texts(
      "['#s1','#s17','#s15','#s18'].map(s=>document.querySelector(s+' svg:has(.on)').getAttribute('width'))")
    #expect(widths == ["9", "105", "87", "108"])
    #expect(try tab.rectangle("#row-11 .stars").height > 19)
  }
}
