import Bookstall
import Presentation
import Testing

@testable import BookstallTool

@Suite("The form of add and edit")
struct EntryFormTests {
  private static let suggestions = FormSuggestions([
    .author: [
      KnownNames.Name(text: "Ursula K. Le Guin", count: 3),
      KnownNames.Name(text: "Gwendolyn Kiste", count: 2),
      KnownNames.Name(text: "老舍", count: 1), KnownNames.Name(text: "Émile Zola", count: 1),
      KnownNames.Name(text: "Ellen Kushner", count: 1),
    ],
    .genre: [KnownNames.Name(text: "文学", count: 2), KnownNames.Name(text: "Horror", count: 1)],
    .tags: [KnownNames.Name(text: "winter", count: 2), KnownNames.Name(text: "with maps", count: 1)],
    .series: [KnownNames.Name(text: "Earthsea", count: 2)],
  ])

  private func form(_ keys: Key...) -> EntryForm {
    var form = EntryForm(
      title: "Add a book", record: .untitled, isNew: true, suggestions: Self.suggestions)
    for key in keys { _ = form.press(key) }
    return form
  }

  private func editing(_ change: (inout BookRecord) -> Void) -> EntryForm {
    var record = BookRecord.untitled
    record.book.title = "Beloved"
    change(&record)
    return EntryForm(title: "Edit", record: record, isNew: false, suggestions: Self.suggestions)
  }

  @Test func `fields filled one after the other make a book`() {
    let form = form(
      .text(" The Left  Hand of Darkness "), .enter, .text("Ursula K. Le Guin"), .enter, .text("Hain #4"),
      .enter,
      .text("science fiction"), .enter, .text("winter, ice"), .enter, .text("4.5"), .enter, .text("Ice."),
      .newLine, .text("冰。"), .enter, .text("y"))
    #expect(form.state == .saving)
    let record = form.record
    #expect(record.book.title == "The Left Hand of Darkness")
    #expect(record.book.author == "Ursula K. Le Guin")
    #expect(record.series == [SeriesPlace(name: "Hain", number: "4")])
    #expect(record.book.genre == "science fiction")
    #expect(record.tags == ["winter", "ice"])
    #expect(record.book.rating == Rating(stars: 4.5))
    #expect(record.book.review == "Ice.\n冰。")
  }

  @Test func `several lines that are pasted anywhere go to the review`() {
    var form = form(.text("Emma"), .enter, .paste("\nA clever girl.\nShe errs.\n\n"))
    #expect(form.focus == .author)
    #expect(form.text(.author) == "")
    #expect(form.text(.review) == "\nA clever girl.\nShe errs.")
    #expect(form.notice == "Several lines were pasted: they went to the review.")
    _ = form.press(.paste("More\nlines"))
    #expect(form.text(.review) == "\nA clever girl.\nShe errs.\n\nMore\nlines")
    _ = form.press(.paste("Jane Austen\n"))
    #expect(form.text(.author) == "Jane Austen")
    #expect(form.notice == nil)
    #expect(form.text(.review).hasSuffix("lines"))
  }

  @Test(arguments: [(20, 5), (20, 3), (30, 8), (44, 9), (20, 2), (12, 4)])
  func `a window of any size says the way out, and shows the field that is edited`(columns: Int, rows: Int) {
    for isASCII in [false, true] {
      for keys in [[], [Key.text("Emma"), .enter], [.text("Emma"), .pageDown, .text("a\nb\nc")]] {
        var form = form(.text("x"))
        for key in keys { _ = form.press(key) }
        var options = TerminalOptions()
        options.isASCII = isASCII
        let frame = FormView(form, options, columns: columns, rows: rows).frame
        #expect(frame.lines.count <= rows)
        #expect(
          frame.lines.last?.text.contains("C") == true && frame.lines.last?.text.hasSuffix("leaves") == true)
        let row = frame.cursor?.row ?? -1
        #expect(frame.lines.dropLast().indices.contains(row))
        for line in frame.lines { #expect(line.cells(by: options.layout.width) <= columns) }
      }
    }
  }

  @Test func `a title alone is enough, and the genre proposed is taken`() {
    var form = form(.text("Beloved"))
    for _ in 0..<7 { _ = form.press(.enter) }
    #expect(form.state == .confirming)
    #expect(form.press(.enter) == .none)
    #expect(form.state == .saving)
    #expect(form.record.book.genre == "Fantasy")
    #expect(form.record.book.author == nil)
    #expect(form.record.book.rating == nil)
  }

  @Test func `every way back keeps the answers`() {
    var form = form(.text("Ema"), .enter, .text("Jane"), .up)
    #expect(form.focus == .title)
    #expect(form.edited(.title).isAtEnd)
    _ = form.press(.left)
    _ = form.press(.text("m"))
    _ = form.press(.down)
    #expect(form.text(.title) == "Emma")
    #expect(form.text(.author) == "Jane")
    _ = form.press(.backTab)
    #expect(form.focus == .title)
    for _ in 0..<9 { _ = form.press(.down) }
    #expect(form.state == .confirming)
    _ = form.press(.up)
    #expect(form.focus == .review)
    _ = form.press(.pageUp)
    #expect(form.focus == .title)
  }

  @Test func `a wrong answer is told at its field and stays there to be mended`() {
    var form = form(.enter)
    #expect(form.focus == .title)
    #expect(form.problems == [.title: .titleMissing])
    _ = form.press(.text("Emma"))
    #expect(form.problems == [:])
    while form.focus != .rating { _ = form.press(.down) }
    _ = form.press(.text("7"))
    #expect(form.problems == [:], "nobody is told off while typing")
    _ = form.press(.enter)
    #expect(form.focus == .rating)
    #expect(form.problems == [.rating: .notARating])
    _ = form.press(.down)
    #expect(form.focus == .review, "the arrows leave a field as it is")
    _ = form.press(.enter)
    #expect(form.focus == .rating, "but nothing is saved so")
    _ = form.press(.backspace)
    #expect(form.problems == [:])
  }

  @Test func `behind a rating that was refused a digit begins another`() {
    var form = form(.text("Emma"), .down, .down, .down, .down, .down, .text("7"), .enter)
    #expect(form.problems == [.rating: .notARating])
    _ = form.press(.text("4"))
    #expect(form.text(.rating) == "4")
    #expect(form.problems == [:])
    _ = form.press(.text(".5"))
    #expect(form.text(.rating) == "4.5")
  }

  @Test(arguments: [
    ("4a½b", "4½", 4.5), ("4,5", "4,5", 4.5), ("five", "", nil), ("5/5 stars", "5/5 ", 5), ("★★", "★★", 2),
  ])
  func `the rating takes what ratings are written with and no other key`(
    typed: String, text: String, stars: Double?
  ) {
    var form = form(.text("Emma"), .down, .down, .down, .down, .down, .text(typed))
    #expect(form.text(.rating) == text)
    _ = form.press(.deleteToStart)
    _ = form.press(.paste(typed))
    #expect(form.text(.rating) == text)
    #expect(form.record.book.rating == stars.flatMap { Rating(stars: $0) })
  }

  @Test func `arrows change the stars by one, with Shift by quarters, from none to five`() {
    var form = form(.text("Emma"), .down, .down, .down, .down, .down)
    #expect(form.focus == .rating)
    func press(_ key: Key, _ count: Int = 1) -> String {
      for _ in 0..<count { _ = form.press(key) }
      return form.text(.rating)
    }
    #expect(press(.left) == "" && press(.wordLeft) == "")
    #expect(press(.right, 5) == "5", "five stars are five presses")
    #expect(press(.right) == "5" && press(.wordRight) == "5")
    #expect(press(.wordLeft, 3) == "4.25")
    #expect(press(.right) == "5")
    #expect(press(.wordLeft) == "4.75" && press(.left) == "4")
    #expect(press(.wordRight, 3) == "4.75")
    #expect(form.record.book.rating == Rating(stars: 4.75))
    #expect(press(.left, 9) == "")
    #expect(form.record.book.rating == nil)
  }

  @Test func `Tab completes by beginnings, then by words, then by parts, and goes round`() {
    var form = form(.text("Emma"), .enter, .text("gu"))
    #expect(form.completions == ["Ursula K. Le Guin"])
    _ = form.press(.deleteToStart)
    _ = form.press(.text("e"))
    #expect(form.completions == ["Émile Zola", "Ellen Kushner", "Ursula K. Le Guin", "Gwendolyn Kiste"])
    _ = form.press(.tab)
    #expect(form.text(.author) == "Émile Zola")
    _ = form.press(.tab)
    #expect(form.text(.author) == "Ellen Kushner")
    _ = form.press(.escape)
    #expect(form.text(.author) == "e")
    for _ in 0..<5 { _ = form.press(.tab) }
    #expect(form.text(.author) == "Émile Zola")
    _ = form.press(.enter)
    #expect(form.focus == .series)
    #expect(form.knownCount(.author) == 1)
  }

  @Test func `Esc takes a completion back, also the only one there was`() {
    var form = form(.text("Emma"), .enter, .text("gu"), .tab)
    #expect(form.text(.author) == "Ursula K. Le Guin")
    _ = form.press(.escape)
    #expect(form.text(.author) == "gu")
    #expect(!form.isEscapeArmed)
    _ = form.press(.tab)
    _ = form.press(.text("!"))
    _ = form.press(.escape)
    #expect(form.text(.author) == "Ursula K. Le Guin!", "what was typed since stays")
    #expect(form.isEscapeArmed)
    _ = form.press(.backspace)
    _ = form.press(.tab)
    #expect(form.focus == .author && form.text(.author) == "Ursula K. Le Guin", "Tab leaves no field")
  }

  @Test func `what is proposed behind the cursor is taken by the right arrow, as the store spells it`() {
    var form = form(.text("Emma"), .enter, .text("emi"))
    #expect(form.ghost == "le Zola")
    _ = form.press(.right)
    #expect(form.text(.author) == "Émile Zola")
    _ = form.press(.deleteToStart)
    _ = form.press(.text("老"))
    #expect(form.ghost == "舍")
    _ = form.press(.end)
    #expect(form.text(.author) == "老舍")
  }

  @Test func `in a list the part under the cursor is completed`() {
    var form = form(.text("Emma"), .down, .down)
    #expect(form.focus == .series)
    _ = form.press(.text("Hain #4; earth"))
    _ = form.press(.tab)
    #expect(form.text(.series) == "Hain #4; Earthsea")
    _ = form.press(.down)
    _ = form.press(.down)
    _ = form.press(.text("ice, wi"))
    #expect(form.completions == ["winter", "with maps"])
    _ = form.press(.tab)
    _ = form.press(.tab)
    #expect(form.text(.tags) == "ice, with maps")
    #expect(form.record.tags == ["ice", "with maps"])
  }

  @Test func `Tab goes through the genres where nothing is typed`() {
    var form = form(.text("Emma"), .down, .down, .down)
    #expect(
      form.completions.prefix(8) == [
        "Fantasy", "Horror", "Kids", "Mystery", "Poetry", "Romance", "Thriller", "文学",
      ])
    _ = form.press(.tab)
    _ = form.press(.tab)
    #expect(form.text(.genre) == "Horror")
  }

  @Test func `a paste of many lines is one answer of the review, without what moves a cursor`() {
    var form = form(.paste("Beloved\n"), .enter)
    #expect(form.text(.title) == "Beloved")
    _ = form.press(.pageDown)
    _ = form.press(.paste("One.\n\u{1B}[2J\nTwo."))
    #expect(form.focus == .review)
    #expect(form.text(.review) == "One.\n[2J\nTwo.")
  }

  @Test func `what was deleted comes back`() {
    var form = form(.text("The Left Hand"), .deleteWord, .deleteWord)
    #expect(form.text(.title) == "The ")
    _ = form.press(.yank)
    #expect(form.text(.title) == "The Left ")
    _ = form.press(.deleteToStart)
    _ = form.press(.yank)
    #expect(form.text(.title) == "The Left ")
  }

  @Test func `leaving tells whether there is something to keep`() {
    #expect(form(.interrupt).state == .left)
    #expect(!form(.interrupt).contents.isChanged)
    #expect(form(.text("x"), .interrupt).contents.isChanged)
    #expect(form(.endOfInput).state == .left)
    #expect(form(.text("x"), .endOfInput).state == .editing)
    #expect(form(.escape).state == .editing)
    #expect(form(.escape).isEscapeArmed)
    #expect(form(.escape, .escape).state == .left)
    #expect(form(.escape, .text("x"), .escape).state == .editing)
    #expect(form(.suspend).state == .editing)
    var discarded = form(.text("x"))
    for _ in 0..<7 { _ = discarded.press(.enter) }
    _ = discarded.press(.text("n"))
    #expect(discarded.state == .discarded)
  }

  @Test func `an edited book keeps what nobody touched, to the last byte`() {
    var form = editing {
      $0.tags = ["one, two", "three;four"]
      $0.series = [SeriesPlace(name: "A; B", number: "1")]
      $0.book.review = "  two  spaces\n\n\n"
      $0.book.rating = Rating(stored: 4.3)
    }
    while form.focus != .genre { _ = form.press(.down) }
    _ = form.press(.text("Horror"))
    let record = form.record
    #expect(record.tags == ["one, two", "three;four"])
    #expect(record.series == [SeriesPlace(name: "A; B", number: "1")])
    #expect(record.book.review == "  two  spaces\n\n\n")
    #expect(record.book.rating == Rating(stored: 4.3))
    #expect(record.book.genre == "Horror")
  }

  @Test func `an edited book without a genre stays so, and an emptied field is emptied`() {
    #expect(editing { _ in }.record.book.genre == nil)
    var form = editing { ($0.book.author, $0.book.review) = ("Toni Morrison", "Haunting.") }
    _ = form.press(.down)
    _ = form.press(.deleteToStart)
    #expect(form.record.book.author == nil)
    #expect(form.record.book.review == "Haunting.")
  }

  @Test func `fields given by options stand in the form, which begins at the first that is missing`() {
    var record = BookRecord.untitled
    (record.book.title, record.book.genre) = ("Emma", "Romance")
    let form = EntryForm(title: "Add a book", record: record, isNew: true)
    #expect(form.focus == .author)
    #expect(form.text(.genre) == "Romance")
    #expect(!form.contents.isChanged)
  }
}

extension BookRecord {
  /// A book of which nothing is known yet.
  static var untitled: BookRecord {
    var record = BookRecord(book: Book(readTitle: ""))
    record.book.title = nil
    return record
  }
}
