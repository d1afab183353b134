import TestSupport
import Testing

@Suite("The form as a person sees it", .enabled(if: TmuxSession.isInstalled))
struct FormOnTmuxTests {
  private let world: World

  init() throws {
    world = try World()
  }

  private func session(columns: Int = 80, rows: Int = 24, _ arguments: String = "add") throws -> TmuxSession {
    let session = try TmuxSession(
      in: world.folder.path, environment: world.variables.merging(["TERM": "xterm-256color"]) { $1 },
      columns: columns, rows: rows)
    try session.type("'\(world.command)' \(arguments)\n")
    return session
  }

  @Test func `a book is typed in English, taken back to be corrected, and saved`() throws {
    try world.addSampleBooks()
    let session = try session()
    try session.wait(for: "Add a book", "Title    ›")
    try session.type("The Left Hand of Drakness")
    try session.press("Enter")
    try session.wait(for: "Author   ›")
    try session.type("urs")
    try session.wait(for: "Author   › ursula K. Le Guin", "Tab takes it")
    try session.press("Tab")
    try session.wait(for: "Author   › Ursula K. Le Guin", "1 book here already")
    // Back to the title, where two letters are the wrong way round.
    try session.press("Up")
    try session.wait(for: "Title    › The Left Hand of Drakness")
    for _ in 0..<5 { try session.press("Left") }
    try session.press("BSpace", "BSpace")
    try session.type("ar")
    try session.wait(for: "Title    › The Left Hand of Darkness")
    try session.press("Enter", "Enter")
    try session.wait(for: "Author     Ursula K. Le Guin", "Series   ›")
    try session.type("Hain #4")
    try session.press("Enter")
    try session.wait(for: "Genre    › Fantasy", "Enter takes it")
    try session.type("Sci")
    try session.press("Tab")
    try session.wait(for: "Genre    › Science Fiction")
    try session.press("Enter", "Enter")
    try session.wait(for: "Rating   › ☆☆☆☆☆")
    try session.type("7")
    try session.press("Enter")
    try session.wait(for: "✗ A rating is 0.25 to 5 in quarter stars; empty means not rated.")
    try session.press("BSpace")
    try session.type("4")
    try session.press("S-Right", "S-Right")
    try session.wait(for: "Rating   › ★★★★½  4.5 of 5")
    try session.press("Enter")
    try session.wait(for: "Review   ›", "Ctrl-O opens $EDITOR")
    try session.type("Short, cold, and exact.")
    try session.press("M-Enter")
    try session.type("Read twice.")
    try session.press("Enter")
    let screen = try session.wait(for: "Save?  [Y]es  [e]dit  [n]o  ›")
    #expect(
      Array(screen.prefix(12)) == [
        "Add a book                   Tab completes · Shift-Tab goes back · Ctrl-C leaves", "",
        "  Title      The Left Hand of Darkness", "  Author     Ursula K. Le Guin", "  Series     Hain #4",
        "  Genre      Science Fiction", "  Tags", "  Rating     ★★★★½  4.5 of 5",
        "  Review     Short, cold, and exact.", "             Read twice.", "",
        "  Save?  [Y]es  [e]dit  [n]o  ›",
      ])
    try session.type("y")
    let record = try session.wait(
      for: "✓ Added #5 The Left Hand of Darkness", "bookstall show 5 · bookstall undo")
    #expect(record.contains("  Ursula K. Le Guin · SCIENCE FICTION · ★★★★½  4.5 of 5"))
    let book = try #require(try world.books().last)
    #expect(book["title"] as? String == "The Left Hand of Darkness")
    #expect(book["review"] as? String == "Short, cold, and exact.\nRead twice.")
    #expect(world.files().filter { $0.hasSuffix("add.json") } == [])
  }

  @Test func `Chinese and emoji are typed and taken back without a scar`() throws {
    let session = try session()
    try session.wait(for: "Title    ›")
    try session.type("驴打滚X")
    try session.press("BSpace", "BSpace")
    try session.wait("for the line of the title") { $0[2] == "  Title    › 驴打" }
    #expect(try session.cursor() == "17,2")
    try session.type("滚")
    try session.press("Left", "Left")
    try session.type("é🇨🇳")
    try session.wait("for the line of the title") { $0[2] == "  Title    › 驴é🇨🇳打滚" }
    try session.press("BSpace", "BSpace")
    let screen = try session.wait("for the line of the title") { $0[2] == "  Title    › 驴打滚" }
    #expect(try session.cursor() == "15,2")
    #expect(screen[3] == "  Author")
    try session.press("Enter")
    try session.type("老舍")
    try session.press("Up")
    try session.press("C-a")
    try session.type("《")
    try session.press("C-e")
    try session.type("》")
    try session.wait("for both lines") {
      $0[2] == "  Title    › 《驴打滚》" && $0[3] == "  Author     老舍"
    }
    try session.press("PageDown")
    try session.type("豆面香喷喷，黄豆粉落了一身，所以叫驴打滚；又香又软，老北京人谁不爱吃这一口呢？真好。")
    try session.wait("for two lines") {
      $0[8] == "  Review   › 豆面香喷喷，黄豆粉落了一身，所以叫驴打滚；又香又软，老北京人谁不爱"
        && $0[9] == "             吃这一口呢？真好。"
    }
    try session.press("Enter")
    try session.wait(for: "Save?")
    try session.press("Enter")
    try session.wait(for: "✓ Added #1 《驴打滚》")
    #expect(try world.column("author") == ["老舍"])
  }

  @Test func `the form follows the window, wide and narrow, high and low`() throws {
    let session = try session()
    try session.wait(for: "Title    ›")
    try session.type("The Left Hand of Darkness")
    try session.press("PageDown")
    try session.type("An envoy alone on a winter world; the last crossing of the ice.")
    try session.wait(for: "An envoy alone on a winter world; the last crossing of the ice.")
    try session.resize(columns: 30, rows: 24)
    let narrow = try session.wait(for: "Title    The Left Hand of Da…", "Review › An envoy alone on a")
    #expect(narrow.contains("         winter world; the"))
    try session.resize(columns: 30, rows: 6)
    try session.wait(for: "         ice.")
    try session.resize(columns: 120, rows: 24)
    let wide = try session.wait(for: "Ctrl-C leaves", "Title      The Left Hand of Darkness")
    #expect(wide[8] == "  Review   › An envoy alone on a winter world; the last crossing of the ice.")
    #expect(try session.cursor() == "76,8")
    try session.press("C-c")
    try session.wait(for: "Not saved. Your answers are kept for 7 days: bookstall add --resume")
  }

  @Test func `Ctrl-Z stops it with the terminal as it was, and fg draws it again`() throws {
    let session = try session()
    try session.wait(for: "Title    ›")
    try session.type("Beloved")
    try session.wait(for: "Title    › Beloved")
    try session.press("C-z")
    try session.wait(for: "Stopped")
    try session.type("stty -a | grep -o ' icanon'; fg\n")
    try session.wait("for the form") { $0.count > 3 && $0[2] == "  Title    › Beloved" }
    try session.type("!")
    try session.wait(for: "Title    › Beloved!")
    try session.press("C-c")
    let screen = try session.wait(for: "Not saved.")
    #expect(screen.contains(" icanon"))
  }

  @Test func `what Ctrl-C interrupts goes on where it was`() throws {
    let session = try session("add --isbn 9780441478125")
    try session.wait(for: "Title    ›")
    try session.type("The Left Hand of Darkness")
    try session.press("Enter")
    try session.type("Ursula")
    try session.wait(for: "Author   › Ursula")
    try session.press("C-c")
    try session.wait(for: "Not saved. Your answers are kept for 7 days: bookstall add --resume")
    #expect(world.mode(of: "home/.local/state/bookstall/add.json") == 0o600)
    #expect(world.mode(of: "home/.local/state/bookstall") == 0o700)
    try session.type("clear; '\(world.command)' add --resume\n")
    try session.wait(for: "Title      The Left Hand of Darkness", "Author   › Ursula")
    try session.type(" K. Le Guin")
    try session.press("PageDown", "Enter", "Enter")
    try session.wait(for: "✓ Added #1 The Left Hand of Darkness")
    let book = try #require(try world.books().first)
    #expect(book["author"] as? String == "Ursula K. Le Guin")
    #expect(book["isbn13"] as? String == "9780441478125")
    #expect(!world.files().contains("home/.local/state/bookstall/add.json"))
  }

  @Test func `a paste of many lines is one answer`() throws {
    let session = try session()
    try session.wait(for: "Title    ›")
    try session.type("Beloved")
    try session.press("PageDown")
    try session.wait(for: "Review   ›")
    try session.paste("One.\n\nTwo \u{1B}[31mred.\nThree.")
    try session.wait(for: "Review   › One.", "             Two [31mred.", "             Three.")
    try session.press("Enter", "Enter")
    try session.wait(for: "✓ Added #1 Beloved")
    #expect(try world.column("review") == ["One.\n\nTwo [31mred.\nThree."])
  }
}
