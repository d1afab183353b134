import Testing

@testable import BookstallTool

@Suite("The choice of the pager")
struct PagerTests {
  private func pager(_ variables: [EnvironmentVariable: String]) -> Pager? { Pager(Environment(variables)) }

  @Test func `BOOKSTALL_PAGER goes before PAGER, and less comes last`() {
    #expect(pager([:])?.words == ["less"])
    #expect(pager([.pager: "more -s"])?.words == ["more", "-s"])
    #expect(pager([.pager: "more", .bookstallPager: "'a b' c"])?.words == ["a b", "c"])
  }

  @Test(arguments: ["", "cat", "  "])
  func `empty or cat means none`(value: String) {
    #expect(pager([.bookstallPager: value, .pager: "more"]) == nil)
    #expect(pager([.pager: value]) == nil)
  }

  @Test func `LESS is set only where it is not`() {
    #expect(pager([:])?.setsLess == true)
    #expect(pager([.less: ""])?.setsLess == false)
  }

  @Test(arguments: [
    ("less", nil, true), ("less", "X", false), ("less -R", "X", true), ("/usr/bin/less", "FR", true),
    ("most", nil, false),
    ("bat --plain", nil, true),
  ])
  func `colours go only to a pager that shows them`(words: String, less: String?, takes: Bool) {
    var variables: [EnvironmentVariable: String] = [.pager: words]
    variables[.less] = less
    #expect(pager(variables)?.takesColour == takes)
  }

  @Test func `colours are taken out, also where a piece ends within one`() {
    var filter = ColourFilter()
    #expect(
      filter.take(Array("a\u{1B}[1;3".utf8)) + filter.take(Array("1mb\u{1B}[0m".utf8)) == Array("ab".utf8))
  }
}
