import Bookstall
import Presentation
import Testing

@testable import BookstallTool

@Suite("What the form makes of a stored book")
struct FormEditTests {
  private func record(_ change: (inout BookRecord) -> Void = { _ in }) -> BookRecord {
    var record = BookRecord.untitled
    record.book.title = "Beloved"
    change(&record)
    return record
  }

  private func form(_ record: BookRecord, at field: FormField, _ keys: Key...) -> EntryForm {
    var form = EntryForm(title: "Edit", record: record, isNew: false, focus: field)
    for key in keys { _ = form.press(key) }
    return form
  }

  private func edit(_ opened: BookRecord, _ form: EntryForm) -> FormEdit {
    FormEdit(opened: opened, answered: form.record, bases: form.contents.bases)
  }

  @Test func `only what was changed goes into the book as it is now`() throws {
    let opened = record { ($0.book.author, $0.book.review, $0.tags) = ("Toni Morrison", "Haunting.", ["a"]) }
    let edit = edit(opened, form(opened, at: .title, .text("!")))
    #expect(edit.changed == [.title])
    var now = record {
      ($0.book.author, $0.book.review, $0.tags) = ("T. Morrison", nil, ["b"])
      ($0.book.status, $0.book.rating) = (.read, Rating(stars: 5))
    }
    let theirs = now
    try edit.apply(to: &now)
    var expected = theirs
    expected.book.title = "Beloved!"
    #expect(now == expected)
  }

  @Test func `what was changed elsewhere too is told, and who knows of it decides`() throws {
    let opened = record()
    var form = form(opened, at: .title, .text("!"))
    let theirs = record { ($0.book.title, $0.book.author) = ("Be loved", "Toni Morrison") }
    var now = theirs
    let conflicts = FormConflicts(fields: [.title], record: theirs)
    #expect(throws: conflicts) { try edit(opened, form).apply(to: &now) }
    #expect(now == theirs)
    #expect(conflicts.sentences == ["Title was changed to 'Be loved' elsewhere meanwhile."])
    form.tell(conflicts)
    #expect(form.state == .confirming)
    var mine = form
    _ = mine.press(.text("y"))
    #expect(mine.state == .saving)
    try edit(opened, mine).apply(to: &now)
    #expect(now.book.title == "Beloved!")
    #expect(now.book.author == "Toni Morrison")
    now = theirs
    _ = form.press(.text("t"))
    #expect(form.text(.title) == "Be loved")
    #expect(form.state == .confirming)
    _ = form.press(.text("y"))
    try edit(opened, form).apply(to: &now)
    #expect(now == theirs)
    for takesTheirs in [false, true] {
      now = theirs
      let edit = edit(opened, self.form(opened, at: .title, .text("!")))
      try edit.settled(conflicts, takingTheirs: takesTheirs).apply(to: &now)
      #expect(now.book.title == (takesTheirs ? "Be loved" : "Beloved!"))
    }
  }

  @Test func `the same change made elsewhere is no conflict`() throws {
    let opened = record()
    var now = record { $0.book.title = "Beloved!" }
    try edit(opened, form(opened, at: .title, .text("!"))).apply(to: &now)
    #expect(now.book.title == "Beloved!")
  }

  @Test func `a draft knows what its fields said when they were changed`() {
    let present = record { $0.book.title = "Be loved" }
    let form = EntryForm(
      title: "Edit", record: present, isNew: false, values: [.title: "Beloved!"], bases: [.title: "Beloved"])
    var now = present
    #expect(throws: FormConflicts(fields: [.title], record: present)) {
      try edit(present, form).apply(to: &now)
    }
    #expect(form.contents.values == [.title: "Beloved!"], "of an edit nothing else is kept")
  }

  @Test func `an emptied field is kept as such`() {
    let form = form(record { $0.book.author = "x" }, at: .author, .backspace)
    #expect(form.contents.values == [.author: ""])
  }

  @Test func `what a field has and nobody could type stays when it is edited elsewhere`() {
    let review = "One\ttwo\u{7}\r\nthree"
    var form = form(record { $0.book.review = review }, at: .review, .text("!"))
    #expect(form.record.book.review == "One\ttwo\u{7}\nthree!")
    #expect(form.text(.review) == review + "!")
    let layout = InputLayout(form.edited(.review), cells: 40, width: CellWidth())
    #expect(layout.lines.indices.map(layout.text(ofLine:)) == ["One two\u{FFFD}", "three!"])
    _ = form.press(.backspace)
    #expect(!form.contents.isChanged)
  }

  @Test(arguments: ["a\tb", "a\u{1B}[2Jb", "a\nb", "e\u{301}", "a\u{2028}b", " a"])
  func `what is only shown is not touched`(text: String) throws {
    let opened = record {
      ($0.book.title, $0.book.author, $0.book.genre, $0.book.review) = (text, text, text, text)
      ($0.tags, $0.series) = ([text, "x;y"], [SeriesPlace(name: text, number: "1")])
    }
    let edit = edit(opened, form(opened, at: .rating, .text("4")))
    #expect(edit.changed == [.rating])
    #expect(edit.answered.book.title?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    #expect(edit.answered.book.review?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
  }

  @Test(arguments: [
    (["a;b"], ", c", ["a;b", "c"]), (["a;b", "c"], ", d", ["a;b", "c", "d"]),
    (["one, two", "a;b"], "; d", ["one, two", "a;b", "d"]), (["a;b"], "c", ["a", "bc"]),
    (["a\tb"], ", c", ["a\tb", "c"]),
  ])
  func `a tag that has separators stays whole while others come`(
    tags: [String], typed: String, after: [String]
  ) {
    #expect(form(record { $0.tags = tags }, at: .tags, .end, .text(typed)).record.tags == after)
  }

  @Test func `a digit begins the rating anew unless it goes on with what is typed`() {
    func rating(_ keys: Key...) -> String {
      var form = form(record { $0.book.rating = Rating(stars: 2) }, at: .genre, .down, .down)
      for key in keys { _ = form.press(key) }
      return form.text(.rating)
    }
    #expect(rating() == "2")
    #expect(rating(.text("3")) == "3")
    #expect(rating(.text("4"), .text("."), .text("5")) == "4.5")
    #expect(rating(.text("4.5")) == "4.5")
    #expect(rating(.text("4"), .right, .text("3")) == "3")
    #expect(rating(.text("4"), .right, .text("3"), .text("."), .text("5")) == "3.5")
    #expect(rating(.text("."), .text("5")) == "2.5")
    #expect(rating(.backspace, .text("3")) == "3")
  }

  @Test(arguments: [(10, 3), (10, 24), (20, 4), (24, 8), (44, 10), (80, 24)])
  func `no window is so small that a choice is cut`(columns: Int, rows: Int) {
    for isASCII in [false, true] {
      var form = form(record(), at: .review, .enter)
      for choices in ["Yen", "Yten"] {
        let options = TerminalOptions(isASCII: isASCII)
        let frame = FormView(form, options, columns: columns, rows: rows).frame
        #expect(frame.lines.contains { $0.text.contains("Save?") })
        let line = frame.lines[frame.cursor?.row ?? 0]
        let letters = line.text.filter { "[/".contains($0) }.count
        #expect(letters >= choices.count - 1)
        #expect(line.text.contains("n]o") || line.text.contains("/n"), "\(line.text)")
        #expect(line.cells(by: options.layout.width) < columns)
        form.tell(FormConflicts(fields: [.title], record: record()))
      }
    }
  }
}
