import Bookstall
import Testing

@testable import Presentation

@Suite("Snack banners, rows B1 to B9 and B14")
struct SnackBannerTests {
  private let snacks: SampleSnacks

  init() throws {
    snacks = try SampleSnacks()
  }

  private func picture(_ columns: Int, drop: Int = 0, theme: Theme = .dark) throws -> [StyledText] {
    let banner = SnackBanner(try #require(snacks.headers.first), .colours(columns, theme))
    return Array(banner.lines(captionDrop: drop).prefix(banner.size.rows))
  }

  @Test(arguments: [(20, 20, 6), (30, 30, 8), (44, 44, 10), (60, 60, 12), (80, 60, 12), (200, 60, 12)])
  func `B1 a banner is at most 60 by 12 cells`(terminal: Int, columns: Int, rows: Int) throws {
    let lines = try picture(terminal)
    #expect(lines.count == rows)
    for line in lines { #expect(line.cells(by: CellWidth()) == columns) }
  }

  @Test func `B2 the dish's own scene fills the banner without a border`() throws {
    let pictures = snacks.headers.map { header in
      SnackBanner(header, .colours(60)).lines().prefix(12)
    }
    #expect(Set(pictures).count == 6)
    for line in try picture(60) {
      for column in 0..<60 {
        let style = try #require(line.style(column: column))
        #expect(style.background != nil)
      }
    }
  }

  @Test func `B3 the caption starts in the third column, seven twelfths down`() throws {
    let banner = SnackBanner(try #require(snacks.headers.first), .colours(60))
    let place = banner.captionPlace
    #expect(place == (column: 2, row: 7, columns: 36, rows: 3))
    let lines = try picture(60)
    #expect(lines[7].style(column: 2)?.foreground?.rgb == PaletteColour.brownMedium.rgb(in: .dark))
    let cells = lines[7].text.map(String.init)
    #expect(cells[2] == "▌")
    #expect(lines[6].text.contains("▌") == false)
  }

  @Test func `B4 a brown bar stands left of every line of the caption`() throws {
    for theme in Theme.allCases {
      for line in try picture(60, theme: theme)[7..<10] {
        #expect(line.style(column: 2)?.foreground?.rgb == PaletteColour.brownMedium.rgb(in: theme))
      }
    }
  }

  @Test func `B5 the title is bold, the text below is wrapped to two lines and both are white on the shade`()
    throws
  {
    let lines = try picture(60)
    #expect(lines[7].text.contains("驴打滚"))
    #expect(lines[7].style(column: 4)?.isBold == true)
    #expect(lines[8].style(column: 4)?.isBold == false)
    #expect(lines[8].text.contains("▌ 黄米面卷上红豆沙，  "))
    #expect(lines[9].text.contains("▌ 在炒黄豆面里滚一遭。"), "no word stands alone in the second line")
    for line in lines[7..<10] {
      for column in 4..<38 {
        let style = try #require(line.style(column: column))
        let ground = try #require(style.background?.rgb)
        #expect(RGB(0xFFFFFF).contrast(to: ground) >= 4.5)
      }
    }
  }

  @Test(arguments: Theme.allCases)
  func `B5 the shade keeps white readable on every picture`(theme: Theme) throws {
    for header in snacks.headers {
      let lines = SnackBanner(header, .colours(60, theme)).lines()
      for line in lines[7..<10] {
        for column in 3..<38 {
          let ground = try #require(line.style(column: column)?.background?.rgb)
          #expect(RGB(0xFFFFFF).contrast(to: ground) >= 4.5)
        }
      }
    }
  }

  @Test func `B5 a longer text ends in the mark of a cut`() throws {
    var header = try #require(snacks.headers.first)
    header.subheadline.chinese = String(repeating: "长", count: 100)
    let lines = SnackBanner(header, .colours(60)).lines()
    #expect(lines[9].text.contains("长…"))
    #expect(!lines[10].text.contains("长"))
  }

  @Test func `B6 the picture follows the theme`() throws {
    for header in snacks.headers {
      let light = SnackBanner(header, .colours(60, .light)).lines()
      let dark = SnackBanner(header, .colours(60, .dark)).lines()
      #expect(light.texts.suffix(2) == dark.texts.suffix(2))
      #expect(light != dark)
    }
  }

  @Test func `B7 without motion the caption is in its place`() throws {
    let banner = SnackBanner(try #require(snacks.headers.first), .colours(60))
    #expect(banner.lines() == banner.lines(captionDrop: 0))
    #expect(CaptionSpring().frames(rows: 12).last?.drop == 0)
  }

  @Test func `B8 the caption comes from below the picture's edge and its first frame is 110 points down`()
    throws
  {
    let spring = CaptionSpring()
    #expect(spring.offset(at: 0) == 190)
    #expect(spring.offset(at: spring.delay) == 190)
    let frames = spring.frames(rows: 12)
    #expect(frames.first == .init(time: 0, drop: 4))
    let hidden = try picture(60, drop: 5)
    #expect(hidden.allSatisfy { !$0.text.contains("驴") && !$0.text.contains("▌") })
    let rising = try picture(60, drop: 2)
    #expect(rising[9].text.contains("驴打滚"))
    #expect(rising.count == 12)
  }

  @Test(arguments: [(0.0, 190.0), (0.866, 62.1), (1.732, 82.9), (10, 80)])
  func `B9 the spring swings over by 16 in a hundred and comes to rest`(time: Double, offset: Double) {
    let spring = CaptionSpring()
    #expect(abs(spring.offset(at: spring.delay + time) - offset) < 0.1)
  }

  @Test func `B9 damping decides: 0 never stops, 1 does not swing`() {
    var spring = CaptionSpring()
    spring.dampingFraction = 0
    #expect(abs(spring.displacement(at: 15) - 1) < 1e-9)
    #expect(abs(spring.displacement(at: 15.75) + 1) < 1e-9)
    spring.dampingFraction = 1
    let way = stride(from: 0.0, through: 6, by: 0.05).map { spring.displacement(at: $0) }
    #expect(way.allSatisfy { $0 >= 0 })
    #expect(zip(way, way.dropFirst()).allSatisfy { $0 >= $1 })
  }

  @Test func `B9 frames differ from one another, go above the place and end in it`() {
    let frames = CaptionSpring().frames(rows: 12)
    #expect(frames.map(\.drop) == [4, 3, 2, 1, 0, -1, 0])
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(frames.allSatisfy { $0.time <= CaptionSpring().duration })
  }

  @Test func `B14 one renderer makes all banners`() throws {
    let guide = snacks.guide(.colours(60)).lines
    #expect(Array(guide.prefix(14)) == SnackBanner(snacks.headers[0], .colours(60)).lines())
    #expect(snacks.headers.allSatisfy { guide.texts.joined().contains($0.headline.english) })
  }

  @Test func `without a picture the caption stands alone, in words where they are wanted`() throws {
    let header = try #require(snacks.headers.first)
    let lines = SnackBanner(header, TerminalOptions(columns: 60)).lines().texts
    #expect(lines[0] == "  ▌ 驴打滚")
    #expect(lines[1] == "  ▌ 黄米面卷上红豆沙，在炒黄豆面里滚一遭。")
    let spoken = SnackBanner(header, TerminalOptions(columns: 80, isAccessible: true)).lines().texts
    #expect(spoken[0].hasPrefix("驴打滚, Rolling donkey. Sticky millet"))
  }
}
