import Bookstall
import TestSupport
import Testing

@Suite("The page's geometry")
struct PageGeometryTests {
  private let shelf: Shelf
  private let tab: Tab

  init() throws {
    shelf = try Shelf.common()
    tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page)
    try tab.settle()
  }

  private func count(_ selector: String) throws -> Double {
    try tab.number("document.querySelectorAll('\(selector)').length")
  }

  // MARK: Banners

  @Test func `a banner is 480 by 320 and its caption lies at 31.5, 187.5`() throws {
    let view = try tab.rectangle(".view")
    #expect(view.width == 480 && view.height == 320)
    let caption = try tab.rectangle(".view .caption", within: ".view")
    #expect(abs(caption.left - 31.5) <= 1)
    #expect(abs(caption.top - 187.5) <= 1)
    #expect(abs(caption.width - 285) <= 1 && abs(caption.height - 105) <= 1)
    // The bar of 4 is a part of the 285.
    #expect(try tab.style(".caption", "border-left-width") == "4px")
    #expect(try tab.style(".caption", "row-gap") == "6px")
    #expect(try tab.style(".caption", "background-color") == "rgba(0, 0, 0, 0.6)")
  }

  @Test func `the picture fills its banner, and differs between the schemes`() throws {
    let (view, picture) = (try tab.rectangle(".view"), try tab.rectangle(".view .art"))
    #expect(view == picture)
    #expect(
      try tab.text("document.querySelector('.view .art').getAttribute('preserveAspectRatio')")
        == "xMidYMid slice")
    let light = try tab.style(".view .art", "background-image")
    try tab.set(.init(scheme: "dark"))
    #expect(try tab.style(".view .art", "background-image") != light)
  }

  @Test func `six banners stand side by side without gaps from edge to edge`() throws {
    #expect(try count(".banner") == 6)
    let gaps = try tab.numbers(
      "[...document.querySelectorAll('.banner')].map((b,i,a)=>i?b.getBoundingClientRect().left-a[i-1].getBoundingClientRect().right:0)"
    )
    #expect(gaps == [0, 0, 0, 0, 0, 0])
    #expect(try tab.rectangle("#banners").left == 0)
    #expect(try tab.rectangle(".mast").top == 0)
    #expect(try tab.style("#banners", "scroll-snap-type").hasPrefix("x"))
    #expect(try count("#banners[tabindex][role=region][aria-label]") == 1)
    #expect(try tab.rectangle("#banners").width == 1280)
  }

  @Test func `the guide's parts come in the seed's order`() throws {
    let tops = try tab.numbers(
      "['#banners','.ways','.foods','.bars','.end'].map(s=>document.querySelector(s).getBoundingClientRect().top)"
    )
    #expect(tops == tops.sorted() && tops.count == 5)
    #expect(try tab.style(".end", "padding") == "16px 16px 101px")
    #expect(try tab.style(".end", "row-gap") == "20px")
    #expect(try count(".end>p") == 2)
  }

  @Test func `all titles of sections have one look`() throws {
    #expect(try count(".ways>.title,.foods>.title,.bars>.title") == 3)
    let looks = try tab.texts(
      """
      [...document.querySelectorAll('.ways>.title,.foods>.title,.bars>.title')].map(t=>(s=>[s.fontSize,s.fontFamily,s.color,s.paddingTop,s.paddingLeft].join())(getComputedStyle(t)))
      """)
    #expect(Set(looks).count == 1)
    #expect(looks.first?.hasPrefix("28px,") == true && looks.first?.hasSuffix(",8px,8px") == true)
    let paddings = try tab.texts(
      "[...document.querySelectorAll('.title')].map(t=>getComputedStyle(t).padding)")
    #expect(paddings.count > 16 && Set(paddings) == ["8px"])
    // The padding is no indent: titles begin where what is below them begins.
    let edges = try tab.numbers(
      """
      ['.ways','.bars','#books','#numbers'].map(s=>document.querySelector(s+'>.title').getBoundingClientRect().left+8
      -document.querySelector(s).getBoundingClientRect().left-parseFloat(getComputedStyle(document.querySelector(s)).paddingLeft))
      """)
    #expect(edges == [0, 0, 0, 0])
    #expect(try tab.style(".ways>.title", "font-family").hasSuffix(" serif"))
    #expect(try tab.style(".ways>.title", "color") == "rgb(111, 63, 30)")
  }

  // MARK: Ways of cooking

  @Test func `ways of cooking mirror each other round a line with a heart`() throws {
    #expect(try count(".ways-table li") == 8)
    for side in ["left", "right"] {
      let borders = try tab.texts(
        "[...document.querySelectorAll('.ways-\(side) li')].map(l=>getComputedStyle(l).borderTopWidth)")
      #expect(borders == ["0px", "1px", "1px", "1px"])
    }
    let left = try tab.numbers(
      "['.ways-left svg','.ways-left li>span'].map(s=>document.querySelector(s).getBoundingClientRect().left)"
    )
    let right = try tab.numbers(
      "['.ways-right li>span','.ways-right svg'].map(s=>document.querySelector(s).getBoundingClientRect().left)"
    )
    #expect(left == left.sorted() && right == right.sorted())
    #expect(try count(".ways-middle .line") == 2)
    #expect(try count(".ways-middle[aria-hidden=true] .heart") == 1)
    #expect(try tab.style(".ways-table", "font-size") == "16px")
  }

  @Test func `one variable sets the size of all eight icons`() throws {
    for size in [42, 45] {
      _ = try tab.value("document.documentElement.style.setProperty('--icon','\(size)px')")
      let sizes = try tab.numbers(
        "[...document.querySelectorAll('.way-icon')].flatMap(i=>(r=>[r.width,r.height])(i.getBoundingClientRect()))"
      )
      #expect(sizes == Array(repeating: Double(size), count: 16))
    }
  }

  @Test(arguments: [320, 1200, 1600])
  func `the header reaches from edge to edge, and its text begins where the books do`(width: Int) throws {
    try tab.resize(width: width)
    let header = try tab.rectangle(".mast")
    #expect(header.left == 0 && header.top == 0 && header.width == Double(width))
    let edge = "parseFloat(getComputedStyle(document.querySelector('#books')).paddingLeft)"
    #expect(
      try tab.rectangle(".mast h1").left == tab.rectangle("#books").left + tab.number(edge))
  }

  @Test func `the table is at most 640 wide`() throws {
    try tab.resize(width: 1200)
    #expect(try tab.rectangle(".ways").width == 640)
    #expect(try tab.rectangle(".bars").width == 640)
  }

  // MARK: Dishes

  @Test func `a dish's box is 300 by 135 with its text beside the ring`() throws {
    #expect(try count(".food") == 12)
    let box = try tab.rectangle(".box")
    #expect(box.width == 300 && box.height == 135)
    #expect(try tab.style(".box", "padding") == "3px 10px 3px 55px")
    #expect(try tab.style(".box", "border-radius") == "12px")
    #expect(
      try tab.style(".box", "background-image")
        == "linear-gradient(90deg, rgb(122, 69, 34), rgb(160, 98, 47))")
    let ring = try tab.rectangle(".ring")
    #expect(abs(ring.left + ring.width / 2 - box.left) <= 0.5)
    #expect(abs(ring.top + ring.height / 2 - box.top - box.height / 2) <= 0.5)
    let carousel = try tab.rectangle(".foods .carousel")
    #expect(ring.left >= carousel.left)
    #expect(
      try tab.numbers(
        "[...document.querySelectorAll('.food')].slice(0,2).map(f=>f.getBoundingClientRect().left-document.querySelector('.ways').getBoundingClientRect().left)"
      ) == [60, 420])
  }

  @Test func `three circles grow behind the picture, the second with a gradient`() throws {
    let sizes = [
      try tab.style(".ring .art", "width"), try tab.style(".ring", "width", pseudo: "::after"),
      try tab.style(".ring", "width", pseudo: "::before"), try tab.style(".ring", "width"),
    ]
    #expect(sizes == ["66px", "74px", "82px", "90px"])
    #expect(try tab.style(".ring", "background-image", pseudo: "::before").hasPrefix("linear-gradient"))
    for pseudo in ["::before", "::after"] {
      #expect(try tab.style(".ring", "border-radius", pseudo: pseudo) == "50%")
    }
    #expect(try tab.style(".ring .art", "border-radius") == "50%")
  }

  @Test func `a dish's text of seven lines is cut at six and whole for a reader's program`() throws {
    let long = String(repeating: "一二三四五六七八九十", count: 14)
    _ = try tab.value("document.querySelector('.fact').textContent='\(long)'")
    let line = try tab.number("parseFloat(getComputedStyle(document.querySelector('.fact')).lineHeight)")
    let height = try tab.rectangle(".fact").height
    #expect(abs(height - 6 * line) < 1)
    #expect(try tab.number("document.querySelector('.fact').scrollHeight") > height + line / 2)
    #expect(try tab.visibleTexts().contains(long))
  }

  // MARK: Snack bars

  @Test func `a snack bar's card has its bookmark in the corner and its facts below`() throws {
    #expect(try count(".card") == 8)
    let (view, mark) = (try tab.rectangle(".card-view"), try tab.rectangle(".mark"))
    #expect(mark.top - view.top == 22 && view.left + view.width - mark.left - mark.width == 20)
    #expect(try tab.text("document.querySelector('.mark').getAttribute('aria-hidden')") == "true")
    #expect(try tab.style(".card", "border-radius") == "12px")
    #expect(try tab.style(".card", "box-shadow") != "none")
    #expect(try tab.style(".card", "background-color") == "rgb(255, 255, 255)")
    #expect(try count(".card:first-child .service li") == 3)
    let facts = try tab.texts("[...document.querySelectorAll('#bar-3 .service b')].map(b=>b.textContent)")
    #expect(facts == ["24", "15 min", "25"])
    #expect(
      try tab.texts("[...document.querySelectorAll('#bar-1 .service b')].map(b=>b.textContent)") == [
        "4", "20 min", "0",
      ])
    let tops = try tab.numbers(
      "['.card-view','.card h4','.card .tempting','.card .rate','.card .service'].map(s=>document.querySelector(s).getBoundingClientRect().top)"
    )
    #expect(tops == tops.sorted())
    let gaps = try tab.numbers(
      "[...document.querySelectorAll('.card')].slice(0,2).map(c=>c.getBoundingClientRect()).map((r,i,a)=>i?r.top-a[0].bottom:0)"
    )
    #expect(gaps == [0, 20])
  }

  @Test func `a snack bar shows its filled stars alone`() throws {
    #expect(try tab.text("document.querySelector('#bar-3 .stars use').getAttribute('href')") == "#f16")
    // Four of the five stars, and no outline.
    #expect(try tab.text("document.querySelector('#f16').getAttribute('viewBox')") == "0 0 96 24")
    #expect(try tab.text("document.querySelector('#f16 svg').getAttribute('viewBox')") == "0 0 96 24")
    #expect(try count("#f16 use.on") == 1)
    #expect(try count("#f16 use.off") == 0)
    #expect(
      try tab.text("document.querySelector('#bar-3 .stars').getAttribute('aria-label')") == "Rated 4 of 5")
    #expect(try count("symbol#star") == 1)
  }

  @Test func `the sheet shows title, rating, facts, introduction and method below its picture`() throws {
    _ = try tab.value("document.querySelector('#bar-3 .open').click()")
    try tab.settle()
    let tops = try tab.numbers(
      """
      (d=>[d.querySelector('.art'),d.querySelector('h2'),d.querySelector('.rate'),d.querySelector('.service'),...d.querySelectorAll('.title')].map(e=>e.getBoundingClientRect().top))(document.querySelector('#snack-3'))
      """)
    #expect(tops == tops.sorted() && tops.count == 6)
    #expect(try tab.style(".sheet-text", "padding-left") == "24px")
    #expect(try tab.style(".sheet-text", "padding-top") == "12px")
    #expect(
      try tab.isTrue("getComputedStyle(document.querySelector('#snack-3')).overflow==='hidden'"),
      "the scrollbar lies within the round corners")
    #expect(try tab.style("#snack-3", "border-top-right-radius") == "16px")
    #expect(try tab.style("#snack-3 .sheet-all", "overflow-y") == "auto")
    let steps = try count("#snack-3 .method li")
    #expect(steps >= 4)
    #expect(try count("#snack-3 .method li>.chevron") == steps)
    #expect(try count("#snack-3 hr") == count("#snack-3 .sheet-text>p:not(.rate)"))
    #expect(try tab.rectangle("#snack-3 .chevron").width == 42)
    #expect(try tab.rectangle("#snack-3 .method li").height >= 100)
    let (view, button) = (
      try tab.rectangle("#snack-3 .sheet-view"), try tab.rectangle("#snack-3 .leave button")
    )
    #expect(button.top - view.top == 24 && view.left + view.width - button.left - button.width == 20)
    #expect(try tab.text("document.querySelector('#snack-3 button').getAttribute('aria-label')") == "Close")
    // Whoever reads on finds it there still.
    _ = try tab.value("document.querySelector('#snack-3 .sheet-all').scrollTop=1e6")
    #expect(try tab.number("document.querySelector('#snack-3 .sheet-all').scrollTop") > 200)
    let later = try tab.rectangle("#snack-3 .leave button")
    #expect(later.top == button.top && later.left == button.left)
    #expect(
      try tab.isTrue(
        "document.elementFromPoint(\(later.left + 22),\(later.top + 22)).closest('#snack-3 .leave button')!==null"
      ))
  }
}
