import Bookstall
import Testing

@testable import Presentation

@Suite("The page's markup")
struct StorePageTests {
  private static func page(
    _ records: [BookRecord], guide: SnackGuideRecord = SnackGuideRecord(),
    _ options: PageOptions = PageOptions()
  ) -> String {
    var contents = PageContents()
    for record in records { contents.add(record.book) }
    var page = StorePage(contents, guide: guide, options)
    var html = page.opening()
    for record in records { html += page.row(record.book) }
    html += page.middle
    for record in records { html += page.detail(record) }
    return (html + page.ending).markup
  }

  private static func guide() throws -> SnackGuideRecord { try BookStore().snackGuide() }

  @Test func `it names nothing outside of itself`() throws {
    // A hash in the policy may have two strokes side by side.
    let page = StorePageTests.page([SampleBooks.full], guide: try StorePageTests.guide())
      .replacing(/sha256-[^']+/, with: "")
    for word in ["http:", "https:", "//", "url(", "@import", "src=", " style=", "xlink"] {
      #expect(!page.contains(word), "\(word)")
    }
    #expect(page.components(of: "http").count == page.components(of: "http-equiv").count)
  }

  @Test func `the policy names the style and the script that are there`() throws {
    let page = StorePageTests.page([], guide: try StorePageTests.guide())
    for (name, directive) in [("style", "style-src"), ("script", "script-src")] {
      let text = try #require(page.between("<\(name)>", "</\(name)>"))
      #expect(page.contains("\(directive) 'sha256-\(Base64.text(of: SHA256.hash(of: text.utf8)))'"))
    }
    #expect(page.contains("default-src 'none'; ") && page.contains("base-uri 'none'; form-action 'none'\">"))
    #expect(page.components(of: "<style>").count == 2 && page.components(of: "<script>").count == 2)
  }

  @Test func `every colour of the palette is there under its name, in both themes`() throws {
    let page = StorePageTests.page([])
    for colour in PaletteColour.allCases {
      for theme in Theme.allCases {
        #expect(page.contains("--\(colour.rawValue):\(colour.rgb(in: theme).hex)"), "\(colour)")
      }
    }
    #expect(page.contains("--ColorBlackTransparentLight:#00000099") && page.contains("--tag:#000000bf"))
  }

  @Test func `the page's scenes are the terminal's, shape by shape`() {
    for genre in Genre.names + [Genre.uncategorized, "文学", "Travel"] {
      let scene = Scene(genre: genre)
      var art = PageArt()
      let number = art.add(scene)
      let again = art.add(scene)
      #expect(number == again)
      let drawn = art.symbols.markup.components(of: "<").count - 1
      // The symbol's two tags, and every shape but the sky.
      #expect(drawn == scene.shapes.count - 1 + 2, "\(genre)")
      #expect(
        scene.shapes.enumerated().allSatisfy { index, shape in
          if case .gradient = shape { index == 0 } else { true }
        }, "\(genre)")
      for role in scene.palette {
        #expect(art.style.contains(role.light.hex) && art.style.contains(role.dark.hex))
      }
    }
  }

  @Test func `shapes become the elements of SVG`() {
    let shapes: [Shape] = [
      .circle(1, 2.5, radius: 3, "ink"), .ellipse(1, 2, radii: 3, 4, "ink"),
      .ring(1, 2, radius: 3, width: 0.5, "ink"),
      .rectangle(0, 1, 2, 3, "ink"), .polygon([0, 1, 2, 3.25], "ink", opacity: 0.55),
      .line([0, 1, 2, 3], width: 2, "ink"),
    ]
    #expect(
      shapes.compactMap { $0.element { _ in 7 }?.markup } == [
        "<circle cx=\"1\" cy=\"2.5\" r=\"3\" class=\"c7\"/>",
        "<ellipse cx=\"1\" cy=\"2\" rx=\"3\" ry=\"4\" class=\"c7\"/>",
        "<circle cx=\"1\" cy=\"2\" r=\"3\" class=\"c7 s\" stroke-width=\"0.5\"/>",
        "<rect x=\"0\" y=\"1\" width=\"2\" height=\"3\" class=\"c7\"/>",
        "<polygon points=\"0,1 2,3.25\" opacity=\"0.55\" class=\"c7\"/>",
        "<polyline points=\"0,1 2,3\" class=\"c7 s\" stroke-width=\"2\"/>",
      ])
    #expect(Shape.gradient(from: "a", to: "b").element { _ in 7 } == nil)
  }

  @Test func `paragraphs and steps that say the same all show`() {
    let bar = SnackBar(
      position: 0, image: "茶-bar-1", title: Bilingual("茶", "Tea"), headline: Bilingual("热", "Hot"),
      rating: nil, serves: 1, preparation: 2, hot: 0)
    let twice = [Bilingual("同", "same"), Bilingual("同", "same")]
    let page = StorePageTests.page(
      [], guide: SnackGuideRecord(bars: [SnackBarRecord(bar: bar, introduction: twice, method: twice)]))
    #expect(page.components(of: "<bdi lang=\"zh\">同</bdi>").count == 5)
    #expect(page.components(of: "href=\"#chevron\"").count == 3)
    // No rating draws no star.
    #expect(page.contains("<span class=\"words\">not rated</span>") && !page.contains("class=\"stars\""))
  }

  @Test(arguments: [(7.0, "5 of 5"), (-1, "not rated"), (4.1, "4.1 of 5")])
  func `a rating out of range is drawn within it`(stars: Double, words: String) {
    var record = SampleBooks.record()
    record.book.rating = Rating(stored: stars)
    #expect(StorePageTests.page([record]).contains("aria-hidden=\"true\">\(words)</span>"))
  }

  @Test func `ids are made of numbers alone`() throws {
    var record = SampleBooks.record()
    record.book.title = "\" id=\"x"
    record.book.genre = "' onload='"
    let page = StorePageTests.page([record], guide: try StorePageTests.guide())
    let ids = page.components(of: " id=\"").dropFirst().compactMap { $0.prefix { $0 != "\"" } }
    #expect(Set(ids).count == ids.count)
    #expect(
      ids.allSatisfy { id in id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") } })
  }

  @Test func `the sample book has its page from a store in memory`() throws {
    let store = try BookStore()
    _ = try store.add(SampleBooks.record { $0.book.id = 0 })
    var records: [BookRecord] = []
    try store.forEachRecord { records.append($0) }
    let page = StorePageTests.page(records)
    #expect(page.contains("<title>Test book</title>"))
    for text in ["Test author", "FANTASY", "This was a great book; I really enjoyed it.", "Rated 4 of 5"] {
      #expect(page.contains(text), "\(text)")
    }
  }

  @Test func `twelve genres have bars of one scale, and the others together none`() throws {
    // Two books of each named genre, and thirty genres of one.
    let records = (1...54).map { number in
      SampleBooks.record { $0.book.genre = "Genre \(number <= 24 ? (number + 1) / 2 : number)" }
    }
    let page = StorePageTests.page(records)
    let table = try #require(page.between("<caption>Genres</caption>", "</table>"))
    let rows = table.components(of: "<tr><th scope=\"row\">").dropFirst()
    #expect(rows.count == 13)
    #expect(rows.dropLast().allSatisfy { $0.contains("class=\"brown\" width=\"100\"") })
    let rest = try #require(rows.last)
    #expect(rest.hasPrefix("<bdi>30 more</bdi>") && rest.contains("<td class=\"n\">30</td>"))
    #expect(rest.contains("<td class=\"bar-cell\"></td>"))
  }

  @Test func `a page without the guide has nothing of it`() throws {
    var options = PageOptions()
    options.showsGuide = false
    let page = StorePageTests.page([SampleBooks.full], guide: try StorePageTests.guide(), options)
    for part in ["id=\"snacks\"", "href=\"#snacks\"", "<dialog", "<footer", "北京"] {
      #expect(!page.contains(part), "\(part)")
    }
    #expect(page.contains("id=\"numbers\"") && page.contains("</main>"))
  }

  @Test func `a store without books has a page too`() throws {
    let page = StorePageTests.page([], guide: try StorePageTests.guide())
    #expect(page.contains("There are no books here yet."))
    #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">") && page.hasSuffix("</html>\n"))
  }
}

extension String {
  /// The parts between the places where a text stands.
  fileprivate func components(of text: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let place = rest.firstRange(of: text) {
      parts.append(rest[..<place.lowerBound])
      rest = rest[place.upperBound...]
    }
    return parts + [rest]
  }

  fileprivate func between(_ start: String, _ end: String) -> String? {
    guard let opening = firstRange(of: start) else { return nil }
    let rest = self[opening.upperBound...]
    return rest.firstRange(of: end).map { String(rest[..<$0.lowerBound]) }
  }
}
