import Bookstall
import TestSupport
import Testing

@Suite("A book on the page")
struct PageDetailTests {
  private let shelf: Shelf
  private let tab: Tab

  init() throws {
    shelf = try Shelf.common()
    tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
  }

  @Test func `a row leads to the detail view of its book, and only that shows`() throws {
    let targets = try tab.texts("[...document.querySelectorAll('.row a')].map(a=>a.getAttribute('href'))")
    #expect(targets.count == Shelf.records.count)
    #expect(
      try tab.isTrue(
        "[...document.querySelectorAll('.row a')].every(a=>document.querySelector(a.hash).matches('article.book'))"
      ))
    try tab.click("#row-2 a")
    try tab.settle()
    #expect(
      try tab.texts("[...document.querySelectorAll('.book')].filter(b=>b.checkVisibility()).map(b=>b.id)")
        == ["book-2"])
    #expect(try !tab.isTrue("document.querySelector('#books').checkVisibility()"))
    #expect(try tab.number("scrollY") == 0)
    // The top of the page begins with the bar and the picture.
    #expect(try tab.rectangle("#book-2 .bar").top < 20)
    _ = try tab.value("history.back()")
    try tab.settle()
    #expect(try tab.isTrue("document.querySelector('#books').checkVisibility()"))
  }

  @Test func `art, tag, author, review and stars follow each other`() throws {
    try tab.open(shelf.page, at: "#book-1")
    let order = try tab.texts(
      "[...document.querySelectorAll('#book-1 .art,#book-1 .tag,#book-1 .author,#book-1 .review,#book-1 .rating')].map(e=>e.classList[0])"
    )
    #expect(order == ["art", "tag", "author", "review", "rating"])
    let tops = try tab.numbers(
      "['.art','.author','.review','.rating'].map(s=>document.querySelector('#book-1 '+s).getBoundingClientRect().top)"
    )
    #expect(tops == tops.sorted())
  }

  @Test(arguments: [320, 480, 1280])
  func `the picture is as wide as its container and the tag lies in its corner`(width: Int) throws {
    try tab.resize(width: width)
    try tab.open(shelf.page, at: "#book-1")
    let (cover, picture) = (try tab.rectangle("#book-1 .cover"), try tab.rectangle("#book-1 .art"))
    let tag = try tab.rectangle("#book-1 .tag")
    #expect(picture.width == cover.width && picture.width <= Double(width))
    #expect(cover.left + cover.width - tag.left - tag.width == 5)
    #expect(cover.top + cover.height - tag.top - tag.height == 5)
  }

  @Test func `tag, author, review and stars have the seed's looks`() throws {
    try tab.open(shelf.page, at: "#book-1")
    let tag = try ["font-weight", "font-size", "padding", "border-radius", "background-color", "color"].map {
      try tab.style("#book-1 .tag", $0)
    }
    #expect(tag == ["900", "12px", "8px", "18px", "rgba(0, 0, 0, 0.75)", "rgb(255, 255, 255)"])
    #expect(try tab.style("#book-1 .author", "font-size") == "28px")
    #expect(try tab.style("#book-1 .author", "color") == "rgb(107, 85, 70)")
    #expect(try tab.style("#book-1 .review", "padding") == "16px")
    #expect(try tab.style("#book-1 .review bdi", "white-space-collapse") == "preserve")
    #expect(try tab.rectangle("#book-1 .rating .stars").height == 34)
    #expect(
      try tab.text("document.querySelector('#book-1 .rating .stars').getAttribute('aria-label')")
        == "Rated 4.25 of 5")
    #expect(
      try tab.number("document.querySelectorAll('.rating input,.rating button,.rating select').length") == 0)
    let (bar, title) = (try tab.rectangle("#book-1 .bar"), try tab.rectangle("#title-1"))
    #expect(abs(title.left + title.width / 2 - bar.left - bar.width / 2) < 1)
  }

  @Test func `what is missing has its stand-in`() throws {
    try tab.open(shelf.page, at: "#book-10")
    let texts = try tab.texts(
      "['h1','.tag','.author','.review','.rating .words'].map(s=>document.querySelector('#book-10 '+s).textContent)"
    )
    #expect(texts == ["Unknown Book", "FANTASY", "Unknown author", "No review", "not rated"])
    #expect(try tab.text("document.title") == "Unknown Book · Bookstall")
    #expect(try tab.text("document.querySelector('#row-10 .name').textContent") == "Unknown Book")
    let pictures = try tab.texts(
      "[1,10].map(n=>document.querySelector(`#book-${n} .art`).classList[1])")
    #expect(Set(pictures).count == 1)
  }

  @Test func `the tag is in capitals as Unicode has them`() throws {
    let tags = try tab.texts("[2,11,12].map(n=>document.querySelector(`#book-${n} .tag`).textContent)")
    #expect(tags == ["文学", "STRASSE", "SCI-FI"])
    #expect(try tab.style("#book-12 .tag", "text-transform") == "none")
  }

  @Test func `the seven genres have seven pictures`() throws {
    let pictures = try tab.texts(
      """
      ['Fantasy','Horror','Kids','Mystery','Poetry','Romance','Thriller'].map(g=>[...document.querySelectorAll('.row')].find(r=>r.querySelector('.kind').textContent===g).querySelector('use').getAttribute('href')).map(h=>document.querySelector(h).innerHTML)
      """)
    #expect(Set(pictures).count == 7)
  }

  @Test func `list and detail view agree on the stars`() throws {
    #expect(
      try tab.isTrue(
        """
        [...document.querySelectorAll('.row')].every(r=>{const b='book'+r.id.slice(3);location.hash=b;
        dispatchEvent(new Event('hashchange'));
        return r.querySelector('.stars use').getAttribute('href')===document.querySelector('#'+b+' .stars use').getAttribute('href')})
        """))
    // Four and a quarter of five stars are filled; the last one is outlined.
    let windows = try tab.texts(
      "[...document.querySelectorAll('#s17 svg')].map(s=>s.getAttribute('viewBox')+' '+s.firstChild.classList[0])"
    )
    #expect(windows == ["96 0 24 24 off", "0 0 105 24 on"])
    #expect(try tab.text("document.querySelector('#s17').getAttribute('viewBox')") == "0 0 120 24")
    #expect(
      try tab.text("document.querySelector('#star path').getAttribute('d')").split(separator: "M").count == 5)
    #expect(try tab.number("document.querySelectorAll('symbol#star').length") == 1)
  }

  @Test func `pictures and stars of a book are drawn when it is opened or printed`() throws {
    let drawn = "[...document.querySelectorAll('.book')].filter(b=>b.querySelector('use')).map(b=>b.id)"
    #expect(try tab.texts(drawn) == [])
    try tab.open(shelf.page, at: "#book-2")
    #expect(try tab.texts(drawn) == ["book-2"])
    #expect(try tab.number("document.querySelectorAll('#book-2 use').length") == 2)
    _ = try tab.value("dispatchEvent(new Event('beforeprint'))")
    #expect(try tab.number("\(drawn).length") == Double(Shelf.records.count))
    #expect(try tab.number("document.querySelectorAll('#book-2 use').length") == 2)
  }

  @Test func `going back leads to where one was`() throws {
    try tab.resize(width: 320)
    _ = try tab.value("scrollTo({top:900,behavior:'instant'})")
    try tab.settle()
    let place = try tab.number("scrollY")
    #expect(place == 900)
    let row = try tab.text("document.elementFromPoint(160,450).closest('.row').id")
    _ = try tab.value("document.querySelector('#\(row) a').click()")
    try tab.settle()
    #expect(try tab.number("scrollY") == 0)
    _ = try tab.value(
      "new Promise(r=>{addEventListener('hashchange',()=>requestAnimationFrame(r),{once:true});history.back()}).then(()=>0)"
    )
    try tab.settle()
    #expect(try tab.number("scrollY") == place)
  }

  @Test(arguments: [320, 1280])
  func `a genre of many words is a tag of three lines with round corners, and keeps its place`(width: Int)
    throws
  {
    let long = try Shelf([
      Shelf.book("x", by: "y", genre: String(repeating: "Long genre name ", count: 40)),
      Shelf.book("x", by: "y", genre: "Two lines of a genre in translation, when the window is as narrow"),
    ])
    let tab = try Tab(width: width, media: .init(reducedMotion: true))
    for number in [1, 2] {
      try tab.open(long.page, at: "#book-\(number)")
      let (cover, tag) = (
        try tab.rectangle("#book-\(number) .cover"), try tab.rectangle("#book-\(number) .tag")
      )
      #expect(tag.left >= cover.left && cover.left + cover.width - tag.left - tag.width == 5)
      #expect(tag.height <= 3 * 14.4 + 18.5 && tag.height > 30)
      // As round as a tag of one line; the ends of a higher one are no half circles.
      #expect(try tab.style("#book-\(number) .tag", "border-top-left-radius") == "18px")
    }
  }

  @Test func `the way back and the number stand at a long title's first line`() throws {
    for width in [320, 640] {
      try tab.resize(width: width)
      try tab.open(shelf.page, at: "#book-14")
      let title = try tab.rectangle("#title-14")
      #expect(title.height > 60)
      for part in [".back", ".number"] {
        let place = try tab.rectangle("#book-14 \(part)")
        let middle = place.top + place.height / 2
        // In a narrow window the title has the whole width, below them.
        #expect(
          width == 320 ? place.top + place.height <= title.top : abs(middle - title.top - 11.5) < 4, "\(part)"
        )
      }
      if width == 320 { #expect(title.width > 240) }
    }
  }

  @Test func `a page of one book has that book's title`() throws {
    let one = shelf.folder.file("one.html")
    try shelf.write(to: one, ["--genre", "Horror"])
    try tab.open(one)
    #expect(try tab.text("document.title") == "The Haunting of Hill House")
  }
}
