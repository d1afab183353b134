import Bookstall
import TestSupport
import Testing

/// Which tests show that the page keeps what the two seeds state, row by row.
@Suite("The seeds' rows on the page")
struct SeedRowTests {
  /// The rows of the book detail (A) and of the snack guide (B), each with the tests that would fail without it.
  private static let table: [String: [String]] = [
    "A1": ["a row leads to the detail view of its book, and only that shows"],
    "A2": ["list and detail view agree on the stars"],
    "A3": ["the seven genres have seven pictures"],
    "A4": ["the same store gives the same bytes"],
    "A5": ["the picture is as wide as its container and the tag lies in its corner"],
    "A6": ["the picture is as wide as its container and the tag lies in its corner"],
    "A7": ["what is missing has its stand-in"],
    "A8": ["what is missing has its stand-in", "the tag is in capitals as Unicode has them"],
    "A9": [
      "tag, author, review and stars have the seed's looks", "every text stands out from what is behind it",
    ],
    "A10": ["what is missing has its stand-in", "tag, author, review and stars have the seed's looks"],
    "A11": ["what is missing has its stand-in", "tag, author, review and stars have the seed's looks"],
    "A12": ["what is missing has its stand-in", "tag, author, review and stars have the seed's looks"],
    "A13": ["tag, author, review and stars have the seed's looks"],
    "A14": ["a row leads to the detail view of its book, and only that shows"],
    "A15": ["art, tag, author, review and stars follow each other"],
    "A16": ["the sample book has its page from a store in memory"],
    "A17": [
      "list and detail view agree on the stars", "forced colours leave tag, stars and captions to be seen",
    ],
    "A18": ["a rating out of range is drawn within it"],
    "B1": ["a banner is 480 by 320 and its caption lies at 31.5, 187.5"],
    "B2": ["the picture fills its banner, and differs between the schemes"],
    "B3": ["a banner is 480 by 320 and its caption lies at 31.5, 187.5"],
    "B4": ["a banner is 480 by 320 and its caption lies at 31.5, 187.5"],
    "B5": ["a banner is 480 by 320 and its caption lies at 31.5, 187.5"],
    "B6": ["the picture fills its banner, and differs between the schemes"],
    "B7": ["a banner's caption rises as the spring says"],
    "B8": ["a banner's caption rises as the spring says"],
    "B9": ["a banner's caption rises as the spring says", "the easing is the spring's own curve"],
    "B10": ["the guide's parts come in the seed's order"],
    "B11": [
      "six banners stand side by side without gaps from edge to edge", "arrows scroll the banners one by one",
    ],
    "B12": ["the guide's parts come in the seed's order"],
    "B13": ["six banners stand side by side without gaps from edge to edge"],
    "B14": ["six banners stand side by side without gaps from edge to edge"],
    "B15": ["all titles of sections have one look"],
    "B16": ["ways of cooking mirror each other round a line with a heart"],
    "B17": ["ways of cooking mirror each other round a line with a heart"],
    "B18": ["ways of cooking mirror each other round a line with a heart", "nothing sticks out sideways"],
    "B19": ["one variable sets the size of all eight icons"],
    "B20": ["the table is at most 640 wide"],
    "B21": ["a dish's box is 300 by 135 with its text beside the ring"],
    "B22": [
      "a dish's box is 300 by 135 with its text beside the ring",
      "a dish's text of seven lines is cut at six and whole for a reader's program",
    ],
    "B23": ["a dish's box is 300 by 135 with its text beside the ring"],
    "B24": ["a dish's box is 300 by 135 with its text beside the ring"],
    "B25": ["three circles grow behind the picture, the second with a gradient"],
    "B26": ["a dish's box is 300 by 135 with its text beside the ring"],
    "B27": ["a dish's box is 300 by 135 with its text beside the ring"],
    "B28": ["a snack bar's card has its bookmark in the corner and its facts below"],
    "B29": [
      "a snack bar's card has its bookmark in the corner and its facts below",
      "every text stands out from what is behind it",
    ],
    "B30": ["a snack bar shows its filled stars alone", "paragraphs and steps that say the same all show"],
    "B31": ["a snack bar's card has its bookmark in the corner and its facts below"],
    "B32": ["a snack bar's card has its bookmark in the corner and its facts below"],
    "B33": ["the sheet shows title, rating, facts, introduction and method below its picture"],
    "B34": ["the sheet shows title, rating, facts, introduction and method below its picture"],
    "B35": ["all titles of sections have one look", "every text stands out from what is behind it"],
    "B36": ["paragraphs and steps that say the same all show"],
    "B37": ["the sheet shows title, rating, facts, introduction and method below its picture"],
    "B38": ["the sheet shows title, rating, facts, introduction and method below its picture"],
    "B39": [
      "the close button pulses between its two states",
      "the pulse stops under the pointer, with the focus, and after five seconds",
      "who asks for stillness gets it",
    ],
    "B40": [
      "a key opens the sheet, Tab stays inside, Escape closes and focus returns",
      "button, click outside and a pull down close the sheet",
    ],
    "B41": ["the sheet slides up from below"],
    "B42": ["button, click outside and a pull down close the sheet"],
    "B43": ["a key opens the sheet, Tab stays inside, Escape closes and focus returns"],
    "B44": ["every colour of the palette is there under its name, in both themes"],
    "B45": ["axe-core finds no barrier", "every text stands out from what is behind it"],
  ]

  @Test func `every row of the seeds has its test`() {
    let rows = (1...18).map { "A\($0)" } + (1...45).map { "B\($0)" }
    #expect(Set(rows) == Set(SeedRowTests.table.keys))
    #expect(SeedRowTests.table.values.allSatisfy { !$0.isEmpty })
  }

  @Test func `the tests that are named are there`() throws {
    let sources = try SeedRowTests.sources()
    for name in Set(SeedRowTests.table.values.flatMap(\.self)) {
      #expect(sources.contains("func `\(name)`("), "\(name)")
    }
  }

  private static func sources(file: String = #filePath) throws -> String {
    let tests = file.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
      separator: "/")
    let files = [
      "PageTests/PageAccessTests", "PageTests/PageDetailTests", "PageTests/PageGeometryTests",
      "PageTests/PageMotionTests", "PageTests/PageReflowTests", "PageTests/PageSafetyTests",
      "PresentationTests/StorePageTests",
    ]
    return try files.map { try Shelf.text(ofFile: "\(tests)/\($0).swift") }.joined()
  }
}
