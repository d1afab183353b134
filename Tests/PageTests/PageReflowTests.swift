import Bookstall
import FoundationEssentials
import TestSupport
import Testing

@Suite("The page at every size")
struct PageReflowTests {
  private static let views = ["", "#book-3", "#book-14", "#snack-3"]

  @Test(arguments: [320, 768, 1280])
  func `nothing sticks out sideways`(width: Int) throws {
    let shelf = try Shelf.common()
    for view in PageReflowTests.views {
      let tab = try Tab(width: width, media: .init(reducedMotion: true))
      try tab.open(shelf.page, at: view)
      try tab.settle()
      let wide = try tab.texts(PageScripts.wideElements)
      #expect(wide == [], "\(view)")
      #expect(try tab.number("document.documentElement.scrollWidth") <= Double(width), "\(view)")
    }
  }

  @Test(arguments: [320, 768, 1280])
  func `a scrollbar that takes room shifts nothing`(width: Int) throws {
    let shelf = try Shelf.common()
    let tab = try Tab(width: width, media: .init(reducedMotion: true), hasScrollbars: true)
    try tab.open(shelf.page)
    try tab.settle()
    let room = try tab.number("document.documentElement.clientWidth")
    #expect(room < Double(width))
    for row in ["#banners", ".foods .carousel"] {
      let place = try tab.rectangle(row)
      #expect(place.left == 0 && place.width == room, "\(row)")
    }
    // The first banner and the first dish stand as if the window were that narrow.
    #expect(try tab.rectangle(".banner").left == 0)
    #expect(try tab.rectangle(".banner").width == min(480, room))
    #expect(try tab.rectangle(".food").left == max(60, room / 2 - 260))
    #expect(try tab.rectangle(".food").width == min(300, room - 100))
    #expect(try tab.number("document.documentElement.scrollWidth") == room)
    let bars = try tab.rectangle(".bars")
    #expect(abs(bars.left + bars.width / 2 - room / 2) < 0.1)
    // Nor does it leave when a sheet opens.
    _ = try tab.value("document.querySelector('#bar-1 .open').click()")
    try tab.settle()
    #expect(try tab.rectangle("#books").width == min(1152, room))
  }

  @Test func `the search field shows all of its hint in the narrowest window`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(width: 320, media: .init(reducedMotion: true), hasScrollbars: true)
    try tab.open(shelf.page)
    let spare = try tab.number(
      """
      (f=>{const s=getComputedStyle(f),c=document.createElement('canvas').getContext('2d');c.font=s.font;
      return f.clientWidth-parseFloat(s.paddingLeft)-parseFloat(s.paddingRight)-c.measureText(f.placeholder).width})(document.querySelector('#find'))
      """)
    // What clears the field needs room too.
    #expect(spare > 30)
  }

  @Test func `nothing cuts off the shadow of a card`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    #expect(try tab.style(".row>a", "box-shadow") != "none")
    let cutting = try tab.texts(
      """
      [...document.querySelectorAll('.row,#shelf,#books,main')].filter(e=>(s=>s.overflow!=='visible'||s.contain!=='none'
      ||s.contentVisibility!=='visible')(getComputedStyle(e))).map(e=>e.id)
      """)
    #expect(cutting == [])
  }

  @Test func `a zoom of 400 % is a window of 320`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(width: 1280, height: 1024, media: .init(reducedMotion: true))
    // What zooming does: a pixel of the page becomes four of the screen.
    try tab.call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .count(320), "height": .count(256), "deviceScaleFactor": .count(4), "mobile": .bool(false),
      ])
    for view in PageReflowTests.views {
      try tab.open(shelf.page, at: view)
      try tab.settle()
      let wide = try tab.texts(PageScripts.wideElements)
      #expect(wide == [], "\(view)")
    }
  }

  @Test func `hostile texts don't widen the page`() throws {
    let shelf = try Shelf(Shelf.hostileRecords)
    let tab = try Tab(width: 320, media: .init(reducedMotion: true))
    for view in ["", "#book-13"] {
      try tab.open(shelf.page, at: view)
      #expect(try tab.number("document.documentElement.scrollWidth") <= 320)
    }
  }

  @Test(arguments: views)
  func `wider spaces between letters, words and lines cut nothing off`(view: String) throws {
    let shelf = try Shelf.common()
    for width in [320, 1280] {
      let tab = try Tab(width: width, media: .init(reducedMotion: true))
      try tab.open(shelf.page, at: view)
      _ = try tab.value(
        """
        (()=>{const s=new CSSStyleSheet();
        s.replaceSync('*{line-height:1.5!important;letter-spacing:.12em!important;word-spacing:.16em!important}p{margin-bottom:2em!important}');
        document.adoptedStyleSheets=[s]})()
        """)
      try tab.settle()
      let cut = try tab.texts(PageScripts.cutElements)
      #expect(cut == [])
      // Nor does an ellipsis stand for the end of a title.
      let shortened = try tab.texts(
        "[...document.querySelectorAll('.row .name,.row .by')].filter(e=>e.scrollHeight>e.clientHeight+1).map(e=>e.textContent)"
      )
      #expect(shortened == [])
      let wide = try tab.texts(PageScripts.wideElements)
      #expect(wide == [])
    }
  }

  @Test func `in the narrowest window links and facts stand in one row, and titles break between languages`()
    throws
  {
    let shelf = try Shelf.common()
    let tab = try Tab(width: 320, media: .init(reducedMotion: true), hasScrollbars: true)
    try tab.open(shelf.page)
    for row in [".ways-in a", "#bar-1 .service .what", "#bar-3 .service b"] {
      let tops = try tab.numbers(
        "[...document.querySelectorAll('\(row)')].map(e=>e.getBoundingClientRect().top)")
      #expect(tops.count == 3 && Set(tops).count == 1, "\(row): \(tops)")
    }
    #expect(
      try tab.isTrue(
        """
        [...document.querySelectorAll('#snacks .title')].every(t=>(b=>b.bottom<=t.querySelector('.en').getBoundingClientRect().top+1
        &&b.height<50)(t.querySelector('bdi').getBoundingClientRect()))
        """))
    #expect(
      try tab.number("parseFloat(getComputedStyle(document.querySelector('.subheadline')).fontSize)") >= 12.5)
  }

  @Test func `targets are at least 24 by 24`() throws {
    let shelf = try Shelf.common()
    for width in [320, 1280] {
      let tab = try Tab(width: width, media: .init(reducedMotion: true))
      try tab.open(shelf.page)
      let small = try tab.texts(
        """
        [...document.querySelectorAll('a,button,input,select')].filter(e=>e.checkVisibility()&&!e.matches('.skip,.open')).filter(e=>(r=>r.width<24||r.height<24)(e.getBoundingClientRect())).map(e=>e.outerHTML.slice(0,80))
        """)
      #expect(small == [])
    }
  }

  // MARK: Paper

  @Test func `on paper every sheet and book is there`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page)
    #expect(
      try tab.isTrue(
        "[...document.querySelectorAll('.sheet,.book')].every(e=>e.getBoundingClientRect().height>60)"))
    #expect(try !tab.isTrue("document.querySelector('.tools').checkVisibility()"))
    let wide = try tab.texts(PageScripts.wideElements)
    #expect(wide == [])
    let titles = try tab.texts(
      "[...document.querySelectorAll('.sheet h2>bdi:first-child')].map(t=>t.textContent)")
    #expect(titles.count == 8)
    let file = try tab.call(
      "Page.printToPDF", ["generateDocumentOutline": .bool(true), "printBackground": .bool(true)])
    let paper = String(decoding: try #require(Data(base64Encoded: file["data"]?.text ?? "")), as: UTF8.self)
    for title in titles {
      // The outline has titles in UTF-16.
      let digits = title.utf16.map { String(UInt32($0) + 0x1_0000, radix: 16, uppercase: true).dropFirst() }
        .joined()
      #expect(paper.contains("/Title <FEFF\(digits)"), "\(title)")
    }
  }

  @Test func `paper is light whatever the screen is, and nothing on it is cut`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(width: 718, media: .init(scheme: "dark", isPrint: true))
    try tab.open(shelf.page)
    #expect(try tab.style("body", "background-color") == "rgba(0, 0, 0, 0)")
    #expect(try tab.style("body", "color") == "rgb(42, 29, 20)")
    #expect(try tab.style(".row>a", "background-color") == "rgb(255, 255, 255)")
    let (bar, title) = (try tab.rectangle("#book-1 .bar"), try tab.rectangle("#title-1"))
    #expect(title.left == bar.left)
    let tops = try tab.numbers(
      "[...document.querySelectorAll('.food')].slice(0,3).map(f=>f.getBoundingClientRect().top)")
    #expect(tops[0] == tops[1] && tops[1] < tops[2])
    let faint = try tab.texts(PageScripts.faintTexts)
    #expect(faint == [])
    let cut = try tab.texts(PageScripts.cutElements)
    #expect(cut == [])
  }

  @Test(arguments: [320, 1280])
  func `dots stand between two facts of a line, never at its ends`(width: Int) throws {
    let shelf = try Shelf.common()
    let tab = try Tab(width: width, media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    // Each fact with its line's clipped edge: a fact that begins a line has its dot beyond it.
    let gaps = try tab.numbers(
      """
      [...document.querySelectorAll('.dotted')].filter(d=>d.checkVisibility()).flatMap(d=>{
      const edge=d.getBoundingClientRect().left+parseFloat(getComputedStyle(d).fontSize)*.9;
      const facts=[...d.children].map(c=>({box:c.getBoundingClientRect(),space:parseFloat(getComputedStyle(c).paddingLeft)}));
      return facts.map((f,i)=>i&&facts[i-1].box.top===f.box.top?f.box.left-facts[i-1].box.right:f.box.left+f.space-edge)})
      """)
    #expect(gaps.count > 14)
    #expect(gaps.allSatisfy { abs($0) < 0.1 }, "\(gaps)")
  }

  @Test func `on paper an open book is alone`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(isPrint: true))
    try tab.open(shelf.page, at: "#book-2")
    #expect(
      try tab.texts(
        "[...document.querySelectorAll('.book,.sheet')].filter(b=>b.checkVisibility()).map(b=>b.id)") == [
          "book-2"
        ])
  }
}
