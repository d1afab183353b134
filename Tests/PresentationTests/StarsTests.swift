import Bookstall
import Testing

@testable import Presentation

struct StarsTests {
  private let options = TerminalOptions(columns: 80)

  @Test(arguments: [
    (4, "★★★★☆", "4 of 5"), (4.25, "★★★★¼", "4.25 of 5"), (4.5, "★★★★½", "4.5 of 5"),
    (3.75, "★★★¾☆", "3.75 of 5"), (0.25, "¼☆☆☆☆", "0.25 of 5"), (5, "★★★★★", "5 of 5"),
    (7, "★★★★★", "5 of 5"), (3.3, "★★★¼☆", "3.3 of 5"), (2.05, "★★☆☆☆", "2.05 of 5"),
    (0, "☆☆☆☆☆", "not rated"), (-2, "☆☆☆☆☆", "not rated"), (Double.nan, "☆☆☆☆☆", "not rated"),
    (Double.infinity, "★★★★★", "5 of 5"),
  ])
  func `glyphs tell quarters and words are exact`(stored: Double, glyphs: String, words: String) {
    let stars = Stars(Rating(stored: stored))
    #expect(stars.glyphs(options).text == glyphs)
    #expect(stars.words == words)
  }

  @Test func `no rating is not zero stars`() {
    #expect(!Stars(nil).isRated)
    #expect(Stars(nil).words == "not rated")
    #expect(Stars(nil).number == "")
    #expect(Stars(nil).spokenWords == "not rated")
    #expect(Stars(Rating(stored: 4)).spokenWords == "4 of 5 stars")
  }

  @Test func `three and four differ without colour`() {
    let three = Stars(count: 3).glyphs(options)
    let four = Stars(count: 4).glyphs(options)
    #expect(three.rendered(.none) != four.rendered(.none))
    #expect(three.rendered(.trueColour).contains("38;2;"))
  }

  @Test func `filled stars alone can be drawn`() {
    #expect(Stars(count: 4).glyphs(options, outlined: false).text == "★★★★")
    #expect(Stars(count: 0).glyphs(options, outlined: false).text == "")
    #expect(Stars(count: 9).glyphs(options, outlined: false).text == "★★★★★")
    #expect(Stars(count: -1).glyphs(options, outlined: false).text == "")
  }

  @Test func `stars are spaced on request and ASCII on request`() {
    #expect(Stars(count: 4).glyphs(options, spaced: true).text == "★ ★ ★ ★ ☆")
    #expect(Stars(count: 4).glyphs(TerminalOptions(isASCII: true)).text == "****-")
    #expect(Stars(Rating(stored: 3.5)).glyphs(TerminalOptions(isASCII: true)).text == "***+-")
  }
}
