import Testing

@testable import BookstallTool

@Suite("The snack commands")
struct SnackCommandTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  private func snack(_ arguments: String...) throws -> ToolWorld.Result {
    try world.run(list: ["snack"] + arguments)
  }

  @Test func `reading the guide needs no store and makes none`() throws {
    for arguments in [[], ["headers"], ["ways"], ["foods"], ["foods", "3"], ["bars"], ["show", "1"]] {
      let result = try world.run(list: ["snack"] + arguments)
      #expect(result.status == .success)
      #expect(!result.output.isEmpty)
      #expect(result.errors.isEmpty)
    }
    #expect(world.names(in: world.folder) == [])
  }

  @Test func `B10 the guide without a subcommand is the whole page`() throws {
    let lines = try snack().output.split(separator: "\n")
    let order = ["▌ 驴打滚", "烹 制 方 法", "0 · 豆汁", "SNACK BAR", "老北京的味道"]
    let places = try order.map { text in try #require(lines.firstIndex { $0.contains(text) }, "\(text)") }
    #expect(places == places.sorted())
  }

  @Test func `B11 headers prints six banners`() throws {
    let output = try snack("headers").output
    #expect(output.split(separator: "\n").filter { $0.hasPrefix("  ▌") }.count == 12)
    #expect(try snack("headers", "--plain").output.split(separator: "\n").count == 6)
    #expect(try snack("headers", "4", "--plain").output.hasPrefix("4\t糖葫芦\tCandied hawthorn\t"))
    #expect(try snack("headers", "7").status == .notFound)
  }

  @Test func `B7 without a terminal animate and interactive print the final state`() throws {
    let still = try snack("headers")
    #expect(try snack("headers", "--animate").output == still.output)
    #expect(try snack("headers", "-i").output == still.output)
    #expect(try snack("foods", "-i").output == snack("foods").output)
    #expect(try snack("bars", "--interactive").output == snack("bars").output)
    #expect(!still.output.contains("\u{1B}"))
  }

  @Test func `B26 foods are twelve; 11 is there and 12 is not`() throws {
    #expect(try snack("foods", "--plain").output.split(separator: "\n").count == 12)
    #expect(try snack("foods", "11").output.contains("11 · 门钉肉饼"))
    let missing = try snack("foods", "12")
    #expect(missing.status == .notFound)
    #expect(missing.output.isEmpty)
    #expect(missing.errors == "Error: There is no dish 12. See what there is with: bookstall snack foods\n")
    #expect(try snack("foods", "twelve").status == .usage)
    #expect(try snack("foods", "-1").status == .usage)
  }

  @Test func `B22 a card that is cut has the whole text below it`() throws {
    world.environment[.columns] = "30"
    let output = try snack("foods", "5").output
    #expect(output.contains("…"))
    #expect(output.hasSuffix(" rolled in the road.\n"))
    world.environment[.columns] = "80"
    #expect(try snack("foods", "5").output.split(separator: "\n").count == 8)
  }

  @Test func `B32 bars lists eight, as cards too`() throws {
    #expect(try snack("bars", "--plain").output.split(separator: "\n").count == 8)
    #expect(
      try snack("bars", "--cards").output.split(separator: "\n").filter { $0.hasPrefix("╭") }.count == 8)
  }

  @Test func `show prints one bar, by its number alone`() throws {
    #expect(try snack("show", "5").output.contains("黄 土 驴 打 滚"))
    #expect(try snack("show", "#5").output == snack("show", "5").output)
    let missing = try snack("show", "9")
    #expect(missing.status == .notFound)
    #expect(
      missing.errors == "Error: There is no snack bar 9. See what there is with: bookstall snack bars\n")
    #expect(try snack("show", "x").status == .usage)
    #expect(try snack("show").status == .usage)
  }

  @Test func `B37 plain output numbers the steps`() throws {
    let lines = try snack("show", "5", "--plain").output.split(separator: "\n").map {
      $0.split(separator: "\t")
    }
    #expect(lines.filter { $0[0] == "step" }.map { $0[1] } == ["1", "2", "3", "4", "5", "6"])
    #expect(lines.filter { $0[0] == "introduction" }.count == 4)
  }

  @Test func `JSON has stable keys`() throws {
    #expect(
      try snack("bars", "--json").output.hasPrefix(
        #"[{"id":1,"image":"艾窝窝-bar-1","title":"雪团艾窝窝","titleEn":"Snowball Aiwowo","headline":"#))
    #expect(
      try snack("show", "5", "--json").output.contains(
        #""rating":4,"serves":2,"preparation":10,"hot":1,"bookmarked":false,"introduction":[{"content":"#))
    #expect(
      try snack("foods", "0", "--json").output.hasPrefix(#"{"number":0,"image":"豆汁-fact-1","title":"豆汁","#))
    #expect(
      try snack("ways", "--json").output.hasPrefix(
        #"[{"id":1,"image":"steam","title":"蒸","titleEn":"steam"},"#))
    #expect(
      try snack("headers", "--json").output.hasPrefix(#"[{"id":1,"image":"驴打滚-slice-1","headline":"驴打滚","#))
    #expect(try snack("--json").output.hasPrefix(#"{"headers":[{"id":1,"#))
    #expect(try snack("show", "99", "--json").output.isEmpty)
  }

  @Test func `rate prints both values, and undo names the bar`() throws {
    #expect(
      try snack("rate", "5", "2.5").output == "✓ 5 黄土驴打滚 Yellow Dust Rolls   ★★★★ → ★★½\n")
    #expect(try snack("rate", "5", "2.5").output.hasSuffix("★★½ already\n"))
    #expect(try snack("show", "5").output.contains("★★½  2.5 of 5"))
    #expect(
      try world.run("undo").output
        == "✓ Took back: snack rate 5 黄土驴打滚 Yellow Dust Rolls   ★★½ → ★★★★\n")
    #expect(try world.run("undo").status == .failure)
  }

  @Test func `B30 a rating of 0 clears the stars`() throws {
    #expect(try snack("rate", "1", "0").output == "✓ 1 雪团艾窝窝 Snowball Aiwowo   ★★★★★ → —\n")
    #expect(!(try snack("show", "1").output.contains("★")))
    #expect(try snack("show", "1").output.contains("not rated"))
    #expect(try snack("show", "1", "--json").output.contains(#""rating":null"#))
    let refused = try snack("rate", "1", "6")
    #expect(refused.status == .usage)
    #expect(refused.errors.contains("use 0.25 to 5 in quarter stars (0 clears)."))
  }

  @Test func `B28 bookmark is a toggle that can be undone`() throws {
    #expect(try snack("bookmark", "3").output == "✓ 3 果木烤鸭坊 Fruitwood Duck House   bookmarked\n")
    #expect(try snack("bars").output.contains("3 ⚑ 果木烤鸭坊"))
    #expect(try snack("bookmark", "3", "-q").output == "")
    #expect(try snack("bars", "--plain").output.contains("bookmarked") == false)
    #expect(
      try world.run("undo").output
        == "✓ Took back: snack bookmark 3 果木烤鸭坊 Fruitwood Duck House   not bookmarked → bookmarked\n")
    #expect(try world.run("undo", "--json").output.contains(#""undone":"snack bookmark""#))
    #expect(try snack("bookmark", "0").status == .notFound)
  }

  @Test func `a dry run changes nothing and makes no store`() throws {
    #expect(try snack("rate", "5", "1", "--dry-run").output.hasPrefix("Would rate 5 黄土驴打滚"))
    #expect(try snack("bookmark", "5", "--dry-run").output.hasSuffix("   bookmarked\n"))
    #expect(world.names(in: world.folder) == [])
  }

  @Test(arguments: ["headers", "foods", "ways", "bars"])
  func `B45 every list has a light and a dark look`(name: String) throws {
    world.environment[.colorTerm] = "truecolor"
    world.environment[.columns] = "80"
    let looks = try ["light", "dark"].map { theme in
      try snack(name, "--color", "always", "--art", "blocks", "--theme", theme).output
    }
    #expect(looks[0] != looks[1])
    #expect(looks[0].contains("\u{1B}[38;2;"))
  }

  @Test func `help lists the parts and a typing error gets a suggestion`() throws {
    #expect(try snack("--help").output.contains("\n  bookmark "))
    #expect(try snack("fods").errors.contains("Did you mean 'foods'?"))
  }
}
