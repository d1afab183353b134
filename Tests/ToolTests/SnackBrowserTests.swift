import Presentation
import Testing

@testable import BookstallTool

@Suite("Browsing snacks by keys")
struct SnackBrowserTests {
  private func browser(_ keys: BrowsingKey..., count: Int = 6, opens: Bool = true) -> SnackBrowser {
    var browser = SnackBrowser(count: count, opens: opens)
    for key in keys { browser.press(key, height: 10, lines: 30) }
    return browser
  }

  @Test func `B11 the arrow keys go from one to the next and stop at both ends`() {
    #expect(browser(.right, .right, .left).place == 1)
    #expect(browser(.left).place == 0)
    #expect(browser(.right, .right, .right, count: 3).place == 2)
    #expect(browser().status(isASCII: false, isTall: false) == "‹ 1/6 › · Enter opens · q leaves")
    #expect(
      browser(.right, opens: false).status(isASCII: true, isTall: true)
        == "< 2/6 > - up/down scroll - q leaves")
  }

  @Test func `B38 Enter opens, q and Enter close, and it opens again afterwards`() {
    #expect(browser(.enter).isOpen)
    #expect(!browser(.enter, .close).isOpen)
    #expect(!browser(.enter, .close).hasEnded)
    #expect(!browser(.enter, .enter).isOpen)
    #expect(browser(.enter, .close, .enter).isOpen)
    #expect(browser(.enter, .right).isOpen)
    #expect(browser(.enter).status(isASCII: false, isTall: false) == "‹ 1/6 › · q or Enter closes")
    // The way out stays longest.
    for (cells, status) in [
      (40, "‹ 1/6 › · Enter opens · q leaves"), (31, "‹ 1/6 › · q leaves"), (17, "q leaves"), (5, "q"),
    ] {
      #expect(browser().status(isASCII: false, isTall: true, cells: cells) == status)
    }
    #expect(browser(.close).hasEnded)
  }

  @Test func `what has no detail doesn't open`() {
    #expect(!browser(.enter, opens: false).isOpen)
  }

  @Test func `what is taller than the screen scrolls to its last line and no further`() {
    #expect(browser(.down, .down, .up).firstLine == 1)
    #expect(browser(.up).firstLine == 0)
    #expect(browser(.pageDown).firstLine == 8)
    #expect(browser(.pageDown, .pageDown, .pageDown, .down).firstLine == 20)
    #expect(browser(.pageDown, .pageUp).firstLine == 0)
    #expect(browser(.down, .right).firstLine == 0)
    #expect(browser(.enter, .down, .close).firstLine == 0)
    var short = SnackBrowser(count: 1, opens: false)
    short.press(.down, height: 10, lines: 4)
    #expect(short.firstLine == 0)
    short.press(.pageDown)
    #expect(short.firstLine == 0)
  }

  @Test(arguments: [
    ("\u{1B}[C", [BrowsingKey.right]), ("\u{1B}OD", [.left]), ("\u{1B}[A\u{1B}[B", [.up, .down]),
    ("\r", [.enter]), ("q", [.close]), (" b", [.pageDown, .pageUp]), ("\u{4}", [.close]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("hl", [.left, .right]), ("x驴", []), ("\u{1B}x", []),
  ])
  func `the keyboard's keys have a meaning`(text: String, expected: [BrowsingKey]) {
    var keys = KeyDecoder()
    #expect(keys.take(Array(text.utf8)).flatMap(BrowsingKey.all) == expected)
  }

  @Test func `a caption that doesn't move is in its place`() {
    let motion = CaptionMotion([])
    #expect(motion.drop == 0)
    #expect(motion.untilNext == nil)
  }

  @Test func `B8 a caption's motion starts below its place`() {
    var motion = CaptionMotion(CaptionSpring().frames(rows: 12))
    #expect(motion.drop == 4)
    #expect(motion.untilNext != nil)
    motion.advance()
    #expect(motion.drop == 4)
  }
}
