import Bookstall
import TestSupport
import Testing

@testable import Presentation

@Suite("The page's motion")
struct PageMotionTests {
  /// Waits for the animations of an element, stops them, and leaves them in `window.moves`.
  private static func hold(_ selector: String) -> String {
    """
    new Promise(done=>{const look=()=>{
    const moves=document.querySelector('\(selector)').getAnimations();
    if(!moves.length)return requestAnimationFrame(look);
    moves.forEach(m=>m.pause());window.moves=moves;done(moves.length)};look()})
    """
  }

  private static func scrollTo(_ selector: String) -> String {
    "document.querySelector('\(selector)').scrollIntoView({block:'center',behavior:'instant'})"
  }

  @Test func `a banner's caption rises as the spring says`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    let spring = CaptionSpring()
    // Twice: what leaves the window and comes back rises again.
    for _ in 0..<2 {
      // In one call: between two, other tests may keep the browser until the caption has come to rest.
      _ = try tab.value(
        PageMotionTests.scrollTo(".banner") + ";" + PageMotionTests.hold(".banner .caption"))
      for time in [0, 0.25, 0.5, 0.8, 0.25 + 0.866, 1.5, 2.0, 2.499] {
        _ = try tab.value("moves.forEach(m=>m.currentTime=\(time * 1000))")
        let (view, caption) = (try tab.rectangle(".view"), try tab.rectangle(".view .caption"))
        let below = caption.top - view.top - 187.5
        let expected = spring.offset(at: time) - spring.end
        #expect(abs(below - expected) < 1.5, "at \(time) s: \(below) and not \(expected)")
      }
      _ = try tab.value("moves.forEach(m=>m.finish())")
      let rest = try tab.rectangle(".view .caption").top - tab.rectangle(".view").top
      #expect(abs(rest - 187.5) < 0.6)
      _ = try tab.value("scrollTo(0,0)")
      _ = try tab.value(
        "new Promise(r=>{const f=()=>document.querySelector('.banner.seen')?requestAnimationFrame(f):r(0);f()})"
      )
    }
  }

  @Test func `the close button pulses between its two states`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.open(shelf.page)
    _ = try tab.value("document.querySelector('#bar-1 .open').click()")
    _ = try tab.value(PageMotionTests.hold("#snack-1 form .pulse"))
    for (time, opacity, scale) in [
      (0, "0.6", "0.8"), (1500, "1", "1.2"), (3000, "0.6", "0.8"), (4500, "1", "1.2"),
    ] {
      _ = try tab.value("moves.forEach(m=>m.currentTime=\(time))")
      #expect(try tab.style("#snack-1 form .pulse", "opacity") == opacity)
      #expect(try tab.style("#snack-1 form .pulse", "scale") == scale)
    }
    #expect(try tab.text("String(moves[0].effect.getTiming().iterations)") == "Infinity")
    #expect(try tab.text("moves[0].effect.getTiming().direction") == "alternate")
  }

  @Test func `the pulse stops under the pointer, with the focus, and after five seconds`() throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    try tab.call(
      "Page.addScriptToEvaluateOnNewDocument",
      ["source": .string("window.timers=[];window.setTimeout=(f,t)=>timers.push([f,t])")])
    try tab.open(shelf.page)
    _ = try tab.value("document.querySelector('#bar-1 .open').click()")
    try tab.settle()
    #expect(try tab.style("#snack-1 form .pulse", "animation-play-state") == "running")
    _ = try tab.value("document.querySelector('#snack-1 .leave button').focus()")
    #expect(try tab.style("#snack-1 form .pulse", "animation-play-state") == "paused")
    #expect(try tab.numbers("timers.map(t=>t[1])") == [5000])
    _ = try tab.value("timers[0][0]()")
    #expect(try tab.style("#snack-1 form .pulse", "animation-name") == "none")
    #expect(try tab.style("#snack-1 form .pulse", "opacity") == "1")
  }

  @Test(arguments: ["", "#snack-1"])
  func `the sheet slides up from below`(address: String) throws {
    let shelf = try Shelf.common()
    let tab = try Tab()
    // Stopped as it begins, since it may be over before the next call comes.
    try tab.call(
      "Page.addScriptToEvaluateOnNewDocument",
      [
        "source": .string(
          """
          document.addEventListener('transitionrun',e=>{if(e.target.id!=='snack-1')return;
          window.moves=e.target.getAnimations();moves.forEach(m=>m.pause())})
          """)
      ])
    try tab.open(shelf.page, at: address)
    if address.isEmpty { _ = try tab.value("document.querySelector('#bar-1 .open').click()") }
    _ = try tab.value(
      "new Promise(r=>{const f=()=>window.moves?r(0):requestAnimationFrame(f);f()})")
    _ = try tab.value("moves.forEach(m=>m.currentTime=0)")
    #expect(try tab.rectangle("#snack-1").top >= 899)
    _ = try tab.value("moves.forEach(m=>m.finish())")
    let place = try tab.rectangle("#snack-1")
    // All but 6 % of the window, and its bottom at the window's.
    #expect(abs(place.top - 54) < 1)
    #expect(abs(place.top + place.height - 900) < 1)
    #expect(try tab.isTrue("document.querySelector('#snack-1').matches(':modal')"))
  }

  @Test(arguments: ["", "#book-1", "#snack-1"])
  func `who asks for stillness gets it`(view: String) throws {
    let shelf = try Shelf.common()
    let tab = try Tab(media: .init(reducedMotion: true))
    try tab.open(shelf.page, at: view)
    _ = try tab.value("document.querySelector('.open').click()")
    _ = try tab.value(PageMotionTests.scrollTo(".banner"))
    try tab.settle()
    #expect(try tab.number("document.getAnimations().length") == 0)
    #expect(try tab.style(".caption", "translate") == "none")
    #expect(try tab.style(".pulse", "opacity") == "1")
  }

  @Test func `the easing is the spring's own curve`() {
    #expect(
      CaptionCurve.easing
        == "linear(0,0.094,0.31,0.565,0.799,0.981,1.097,1.153,1.161,1.139,1.1,1.059,1.023,0.996,0.98,0.974,0.974,0.979,0.986,0.992,1)"
    )
  }
}
