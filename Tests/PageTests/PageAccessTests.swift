import TestSupport
import Testing

@Suite("The page for everyone")
struct PageAccessTests {
  private static let schemes = ["light", "dark"]

  /// What the page can show, one after the other: the list, a book, a snack bar's sheet.
  private static let views = ["", "#book-1", "#book-3", "#snack-3"]

  @Test(arguments: schemes)
  func `axe-core finds no barrier`(scheme: String) throws {
    let shelf = try Shelf.common()
    for view in PageAccessTests.views {
      let tab = try Tab(media: .init(scheme: scheme, reducedMotion: true))
      try tab.open(shelf.page, at: view)
      let violations = try PageScripts.violations(in: tab)
      #expect(violations == [], "\(view)")
    }
  }

  @Test(arguments: schemes)
  func `every text stands out from what is behind it`(scheme: String) throws {
    let shelf = try Shelf.common()
    for view in PageAccessTests.views {
      let tab = try Tab(media: .init(scheme: scheme, reducedMotion: true))
      try tab.open(shelf.page, at: view)
      try tab.settle()
      let faint = try tab.texts(PageScripts.faintTexts)
      #expect(faint == [], "\(view)")
    }
  }

  @Test func `the look at contrast finds what is faint`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    _ = try tab.value("document.querySelector('.facts').style.color='#bbb'")
    #expect(try tab.texts(PageScripts.faintTexts).contains { $0.hasPrefix("14 books") })
  }

  @Test func `keys alone open a book and come back`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    try tab.press(.tab)
    #expect(try tab.text("document.activeElement.className") == "skip")
    #expect(try tab.rectangle(".skip").width > 24)
    try tab.press(.enter)
    #expect(try tab.text("document.activeElement.id") == "main")
    _ = try tab.value("document.querySelector('#row-3 a').focus()")
    try tab.press(.enter)
    try tab.settle()
    #expect(try tab.text("document.activeElement.id") == "title-3")
    #expect(try tab.text("document.title").hasPrefix("红楼梦"))
    try tab.press(.tab)
    #expect(try tab.text("document.activeElement.className") == "back")
    try tab.press(.enter)
    try tab.settle()
    #expect(try tab.text("document.activeElement.closest('li').id") == "row-3")
    #expect(try tab.text("document.title") == "Bookstall")
    // Escape leads back too, as it closes a sheet.
    try tab.press(.enter)
    try tab.settle()
    #expect(try tab.text("document.activeElement.id") == "title-3")
    try tab.press(.escape)
    try tab.settle()
    #expect(try tab.text("document.activeElement.closest('li').id") == "row-3")
    #expect(try tab.text("location.hash") == "#row-3")
    try tab.press(.escape)
    #expect(try tab.text("location.hash") == "#row-3")
  }

  @Test func `Tab goes through the page in the order of its text and shows where it is`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    let count = try Int(
      tab.number(
        "[...document.querySelectorAll('a,input,select,button,[tabindex=\"0\"]')].filter(e=>e.checkVisibility()).length"
      ))
    #expect(count > 40)
    _ = try tab.value("window.was=[];window.places=[...document.querySelectorAll('*')]")
    for _ in 0..<count {
      try tab.press(.tab)
      _ = try tab.value(
        """
        (()=>{const e=document.activeElement,s=getComputedStyle(e),c=e.matches('.open')?getComputedStyle(e,'::after'):s;
        was.push([places.indexOf(e),c.outlineStyle!=='none'&&parseFloat(c.outlineWidth)>=2])})()
        """)
    }
    let places = try tab.numbers("was.map(w=>w[0])")
    #expect(places == places.sorted())
    #expect(Set(places).count == count)
    #expect(try tab.isTrue("was.every(w=>w[1])"))
  }

  @Test(arguments: [Tab.Key.enter, .space])
  func `a key opens the sheet, Tab stays inside, Escape closes and focus returns`(key: Tab.Key) throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    // Twice, since closing must make it ready to open again.
    for _ in 0..<2 {
      _ = try tab.value("document.querySelector('#bar-3 .open').focus()")
      try tab.press(key)
      try tab.settle()
      #expect(try tab.isTrue("document.querySelector('#snack-3').matches(':modal')"))
      #expect(try tab.text("document.activeElement.id") == "snack-title-3")
      for turn in 0..<4 {
        try tab.press(.tab)
        // What closes it comes first.
        if turn == 0 { #expect(try tab.isTrue("document.activeElement.matches('#snack-3 form button')")) }
        #expect(
          try tab.isTrue(
            "document.activeElement===document.body||!!document.activeElement.closest('#snack-3')"))
      }
      try tab.press(.escape)
      try tab.settle()
      #expect(try tab.number("document.querySelectorAll('dialog[open]').length") == 0)
      #expect(try tab.text("document.activeElement.getAttribute('href')") == "#snack-3")
    }
  }

  @Test func `button, click outside and a pull down close the sheet`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    func isOpen() throws -> Bool { try tab.isTrue("document.querySelector('#snack-2').open") }
    try tab.click("#bar-2")
    #expect(try isOpen())
    let button = try tab.rectangle("#snack-2 .leave button")
    #expect(button.width >= 24 && button.height >= 24)
    try tab.click(x: button.left + 20, y: button.top + 20)
    #expect(try !isOpen())
    #expect(try tab.text("document.activeElement.getAttribute('href')") == "#snack-2")
    try tab.click("#bar-2 .open")
    #expect(try isOpen())
    try tab.click(x: 5, y: 5)
    try tab.settle()
    #expect(try !isOpen())
    try tab.click("#bar-2 .open")
    let picture = try tab.rectangle("#snack-2 .sheet-view")
    try tab.drag(from: (picture.left + 40, picture.top + 40), by: 200)
    try tab.settle()
    #expect(try !isOpen())
  }

  @Test func `selecting text beyond the edge of a sheet leaves it open`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page, at: "#snack-2")
    let text = try tab.rectangle("#snack-2 .sheet-text p+hr")
    try tab.drag(from: (text.left + 40, text.top - 8), to: (20, text.top - 8))
    try tab.settle()
    #expect(try tab.isTrue("document.querySelector('#snack-2').open"))
    #expect(try tab.text("String(getSelection())") != "")
    // Nor does what begins outside and ends inside close it.
    try tab.drag(from: (20, text.top - 8), to: (text.left + 40, text.top - 8))
    try tab.settle()
    #expect(try tab.isTrue("document.querySelector('#snack-2').open"))
    try tab.drag(from: (20, 400), to: (40, 420))
    try tab.settle()
    #expect(try !tab.isTrue("document.querySelector('#snack-2').open"))
  }

  @Test(arguments: [false, true])
  func `what closes a sheet stands as far from the picture's edge beside a scrollbar`(hasScrollbars: Bool)
    throws
  {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true), hasScrollbars: hasScrollbars)
    try tab.open(shelf.page, at: "#snack-2")
    let (picture, button) = (
      try tab.rectangle("#snack-2 .sheet-view"), try tab.rectangle("#snack-2 .leave button")
    )
    #expect(picture.left + picture.width - button.left - button.width == 20)
    #expect(
      try tab.isTrue("document.querySelector('#snack-2').offsetWidth>\(picture.width)") == hasScrollbars)
  }

  @Test func `going back closes the sheet that a card has opened, and closing it goes back`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page, at: "#row-5")
    let back = "new Promise(r=>{addEventListener('popstate',()=>requestAnimationFrame(()=>r(0)),{once:true});"
    // From an address that leads elsewhere: the page stays at the card.
    for way in ["history.back()", "document.querySelector('#snack-2 .leave button').click()"] {
      // At the foot of the window, so that the browser has no reason to move it elsewhere.
      _ = try tab.value("document.querySelector('#bar-2').scrollIntoView({block:'end',behavior:'instant'})")
      _ = try tab.value("document.querySelector('#bar-2 .open').click()")
      try tab.settle()
      #expect(try tab.text("location.hash") == "#snack-2")
      #expect(try tab.isTrue("document.querySelector('#snack-2').matches(':modal')"))
      let place = try tab.number("scrollY")
      _ = try tab.value("\(back)\(way)})")
      try tab.settle()
      #expect(try tab.number("document.querySelectorAll('dialog[open]').length") == 0, "\(way)")
      #expect(try tab.text("location.hash") == "#row-5", "\(way)")
      #expect(try tab.number("scrollY") == place, "\(way)")
      #expect(try tab.text("document.activeElement.getAttribute('href')") == "#snack-2", "\(way)")
    }
    // Forward opens it again.
    _ = try tab.value("\(back)history.forward()})")
    try tab.settle()
    #expect(try tab.isTrue("document.querySelector('#snack-2').matches(':modal')"))
  }

  @Test func `another address closes the sheet`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page, at: "#snack-3")
    #expect(try tab.isTrue("document.querySelector('#snack-3').open"))
    _ = try tab.value("location.hash='#book-1'")
    try tab.settle()
    #expect(try tab.number("document.querySelectorAll('dialog[open]').length") == 0)
    #expect(try tab.text("document.activeElement.id") == "title-1")
  }

  @Test func `arrows scroll the banners one by one`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    _ = try tab.value("document.querySelector('#banners').focus()")
    try tab.press(.right)
    try tab.settle()
    #expect(try tab.number("document.querySelector('#banners').scrollLeft") == 480)
    try tab.press(.left)
    try tab.settle()
    #expect(try tab.number("document.querySelector('#banners').scrollLeft") == 0)
  }

  @Test func `forced colours leave tag, stars and captions to be seen`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(forcedColours: true))
    try tab.open(shelf.page, at: "#book-1")
    #expect(try tab.style("#book-1 .tag", "border-top-style") == "solid")
    #expect(try tab.style("#book-1 .tag", "color") != tab.style("#book-1 .tag", "background-color"))
    #expect(try tab.style("#star", "display") != "")
    let text = try tab.style("body", "color")
    #expect(try tab.text("getComputedStyle(document.querySelector('symbol .on')).fill") == text)
    #expect(try tab.text("getComputedStyle(document.querySelector('symbol .off')).stroke") == text)
    try tab.open(shelf.page)
    #expect(try tab.style(".caption", "background-color") != tab.style(".caption", "color"))
    #expect(try tab.style(".box", "background-image") == "none")
    #expect(try tab.style(".way-icon", "color") == text)
    #expect(try tab.style(".ways-middle .line", "background-color") == text)
  }

  @Test func `without a script every book and sheet is reached by its address`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true), hasScript: false)
    try tab.open(shelf.page)
    let opening = try tab.visibleTexts()
    #expect(opening.contains("A Wizard of Earthsea") && opening.contains("老北京的味道"))
    #expect(!opening.contains("Short, cold,"))
    try tab.open(shelf.page, at: "#book-1")
    #expect(try tab.visibleTexts().contains("Short, cold,"))
    try tab.open(shelf.page, at: "#snack-3")
    #expect(try tab.visibleTexts().contains("Close"))
    let name = /href="(#genre-[0-9]+)"><span class="name">(?:<bdi[^>]*>)?文学/
    let chip = try #require(try shelf.text().firstMatch(of: name))
    try tab.open(shelf.page, at: String(chip.1))
    let chosen = try tab.visibleTexts()
    #expect(chosen.contains("骆驼祥子") && !chosen.contains("A Wizard of Earthsea"))
  }

  @Test func `without a script the genre of the address is marked, and all of them where there is none`()
    throws
  {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    for (address, marked) in [("", "genre-all"), ("#books", "genre-all"), ("#genre-2", "genre-2")] {
      try tab.open(shelf.page, at: address)
      // The style that a browser without script comes to; there is none to ask then.
      _ = try tab.value(
        "document.documentElement.classList.remove('js');document.querySelectorAll('[aria-current]').forEach(a=>a.removeAttribute('aria-current'))"
      )
      let found = try tab.texts(
        "[...document.querySelectorAll('.genres a')].filter(a=>getComputedStyle(a).color==='rgb(255, 255, 255)').map(a=>a.id)"
      )
      #expect(found == [marked], "\(address)")
    }
  }

  @Test func `a reader's programs are told what things are`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page, at: "#book-1")
    let names = try tab.accessibleNames()
    #expect(names.contains("image: Rated 4.25 of 5"))
    #expect(names.contains("heading: A Wizard of Earthsea"))
    try tab.open(shelf.page)
    let page = try tab.accessibleNames()
    #expect(page.contains("button: 果木烤鸭坊 Fruitwood Duck House"))
    #expect(page.contains("navigation: Genres") && page.contains("search: Find books"))
    #expect(page.contains { $0.hasPrefix("link: A Wizard of Earthsea") && $0.contains("Rated 4.25 of 5") })
  }
}
