import Bookstall
import TestSupport
import Testing

@testable import Presentation

@Suite("The page's pictures")
struct PageArtTests {
  private static let genres = [
    "Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller", "Uncategorized", "文学",
    "Science Fiction", "Travel", "Cooking", "straße", "Essays", "History", "Humour",
  ]
  private static let snacks = [
    "驴打滚", "年糕", "豆汁", "糖葫芦", "豆馅烧饼", "春饼", "艾窝窝", "爆肚", "烤鸭", "炸酱面", "卤煮火烧", "豌豆黄", "炒肝", "面茶",
    "糖耳朵", "门钉肉饼", "茶",
  ]

  /// All scenes in cells of 60 by 20, one below the other.
  private static func page(of scenes: [Scene]) -> HTML {
    var art = PageArt()
    let pictures = scenes.map { art.picture(art.add($0)) }
    let style = InlineBlock(.style, PageStyle.text(art: art, genres: 0))
    let layout = InlineBlock(.style, "body{margin:0}.art{width:60px;height:20px}")
    return """
      <!doctype html><html lang="en"><head><meta charset="utf-8"><title>Art</title>\(HTML(style))\(HTML(layout))</head>
      <body>\(pictures.joined())<svg hidden>\(art.symbols)</svg></body></html>
      """
  }

  @Test func `a row shows the part of its picture that the scene is about`() throws {
    for name in PageArtTests.genres {
      let scene = Scene(genre: name)
      var art = PageArt()
      let number = art.add(scene)
      // The picture's class, and then its window on the board.
      let attributes = art.thumbnail(number).markup.split(separator: "\"")
      let window = attributes[3].split(separator: " ").compactMap { Double($0) }
      try #require(window.count == 4)
      #expect(window[0] >= 0 && window[0] + window[2] <= Scene.size.width, "\(name)")
      #expect(window[3] == Scene.size.height)
      let middle = window[0] + window[2] / 2
      let nearest = min(max(scene.focus, window[2] / 2), Scene.size.width - window[2] / 2)
      #expect(abs(middle - nearest) < 0.001, "\(name)")
    }
    #expect(Scene.thriller.focus == 150 && Scene.mystery.focus == 183 && Scene.kids.focus == 180)
  }

  @Test(arguments: Theme.allCases)
  func `the browser draws every scene as the terminal does`(theme: Theme) throws {
    let scenes =
      PageArtTests.genres.map { Scene(genre: $0) } + PageArtTests.snacks.map { Scene(snack: $0 + "-bar-1") }
    let folder = try TemporaryFolder()
    let sink = try makeExportSink(path: folder.file("art.html"), replaces: false)
    try sink.write(PageArtTests.page(of: scenes).bytes)
    try sink.finish()
    let tab = try Tab(width: 60, height: 20 * scenes.count, media: .init(scheme: theme.rawValue))
    try tab.open(folder.file("art.html"))
    let shot = try tab.call("Page.captureScreenshot", ["format": .string("png")])["data"]?.text ?? ""
    let reader = try Tab()
    let channels = try reader.numbers(
      """
      (async()=>{const b=await createImageBitmap(await(await fetch('data:image/png;base64,\(shot)')).blob(),{colorSpaceConversion:'none'});
      const c=new OffscreenCanvas(b.width,b.height).getContext('2d');c.drawImage(b,0,0);
      return [...c.getImageData(0,0,b.width,b.height).data]})()
      """)
    try #require(channels.count == 60 * 20 * scenes.count * 4)
    for (index, scene) in scenes.enumerated() {
      let raster = Raster(scene, theme: theme, width: 60, height: 20)
      let start = index * 60 * 20 * 4
      var sums = [0.0, 0.0, 0.0]
      for (pixel, colour) in raster.pixels.enumerated() {
        for (channel, value) in [colour.red, colour.green, colour.blue].enumerated() {
          sums[channel] += abs(channels[start + pixel * 4 + channel] - Double(value))
        }
      }
      let means = sums.map { $0 / 1200 }
      let name = (PageArtTests.genres + PageArtTests.snacks)[index]
      #expect(means.allSatisfy { $0 < 6 }, "\(name): \(means)")
    }
  }
}
