import Bookstall
import Presentation
import Testing

@testable import BookstallTool

@Suite("The questions of add and edit")
struct EntryDialogueTests {
  private func dialogue(_ fields: [EntryDialogue.Field] = EntryDialogue.Field.usual) -> EntryDialogue {
    EntryDialogue(record: .untitled, asking: fields)
  }

  @Test func `five answers and a yes make an entry`() {
    var dialogue = dialogue()
    for line in [
      " The Left  Hand of Darkness ", "Ursula K. Le Guin", "Science Fiction", "★★★★★", "Ice.", "", "y",
    ] {
      #expect(dialogue.answer(line) == nil)
    }
    #expect(dialogue.state == .saving)
    let book = dialogue.record.book
    #expect(book.title == "The Left Hand of Darkness")
    #expect(book.author == "Ursula K. Le Guin")
    #expect(book.genre == "Science Fiction")
    #expect(book.rating == Rating(stars: 5))
    #expect(book.review == "Ice.")
  }

  @Test func `Enter alone takes the defaults`() {
    var dialogue = dialogue()
    for line in ["Beloved", "", "", "", "", ""] { #expect(dialogue.answer(line) == nil) }
    #expect(dialogue.state == .saving)
    let book = dialogue.record.book
    #expect(book.author == nil)
    #expect(book.genre == "Fantasy")
    #expect(book.rating == nil)
    #expect(book.review == nil)
  }

  struct Refusal {
    let field: EntryDialogue.Field
    let answer: String
    let problem: EntryDialogue.Problem
  }

  @Test(arguments: [
    Refusal(field: .title, answer: "", problem: .titleMissing),
    Refusal(field: .title, answer: " \u{200B}", problem: .titleMissing),
    Refusal(field: .title, answer: "<", problem: .nothingBefore),
    Refusal(field: .genre, answer: "8", problem: .noSuchChoice("8")),
    Refusal(field: .genre, answer: "0", problem: .noSuchChoice("0")),
    Refusal(field: .genre, answer: "99999999999999999999", problem: .noSuchChoice("99999999999999999999")),
    Refusal(field: .rating, answer: "7", problem: .notARating),
    Refusal(field: .rating, answer: "4.3", problem: .notARating),
    Refusal(field: .rating, answer: "good", problem: .notARating),
  ])
  func `a wrong answer is named and the question stays`(refusal: Refusal) {
    var dialogue = dialogue([refusal.field])
    #expect(dialogue.answer(refusal.answer) == refusal.problem)
    #expect(dialogue.state == .asking(refusal.field))
  }

  @Test(arguments: [("1", "Fantasy"), ("7", "Thriller"), ("horror", "Horror"), ("文学", "文学"), ("", "Fantasy")])
  func `a genre is chosen by number, by name or made up`(answer: String, genre: String) {
    var dialogue = dialogue([.genre])
    #expect(dialogue.answer(answer) == nil)
    #expect(dialogue.record.book.genre == genre)
  }

  @Test func `a step back offers the old answer and Enter keeps it`() {
    var dialogue = dialogue()
    _ = dialogue.answer("Beloved")
    _ = dialogue.answer("Toni Morrison")
    #expect(dialogue.answer("<") == nil)
    #expect(dialogue.state == .asking(.author))
    #expect(dialogue.offered(.author) == "Toni Morrison")
    #expect(dialogue.answer("") == nil)
    #expect(dialogue.record.book.author == "Toni Morrison")
    #expect(dialogue.state == .asking(.genre))
  }

  @Test func `a dash clears what was answered before, and is text otherwise`() {
    var dialogue = dialogue([.author, .rating])
    _ = dialogue.answer("-")
    #expect(dialogue.record.book.author == "-")
    _ = dialogue.answer("<")
    _ = dialogue.answer("-")
    #expect(dialogue.record.book.author == nil)
  }

  @Test func `edit leads through all fields again and no discards`() {
    var dialogue = dialogue([.rating])
    _ = dialogue.answer("3")
    #expect(dialogue.state == .confirming)
    #expect(dialogue.answer("maybe") == .notAReply)
    #expect(dialogue.answer("e") == nil)
    #expect(dialogue.state == .asking(.title))
    for line in ["Beloved", "", "", "", "", "", ""] { #expect(dialogue.answer(line) == nil) }
    #expect(dialogue.record.book.rating == Rating(stars: 3))
    #expect(dialogue.answer("<") == nil)
    #expect(dialogue.state == .asking(.review))
    _ = dialogue.answer("")
    #expect(dialogue.answer("n") == nil)
    #expect(dialogue.state == .discarded)
  }

  @Test func `an edited book keeps every line of its review on Enter`() {
    var book = Book(readTitle: "Beloved")
    book.review = "One.\n\nTwo."
    var dialogue = EntryDialogue(record: BookRecord(book: book), asking: [.title, .review], isFilled: true)
    #expect(dialogue.answer("") == nil)
    #expect(dialogue.answer("") == nil)
    #expect(dialogue.record.book.review == "One.\n\nTwo.")
    #expect(dialogue.record.book.title == "Beloved")
  }

  @Test(arguments: ["", "."])
  func `a review has as many lines as are typed until an empty one or a dot`(end: String) {
    var dialogue = dialogue([.review])
    #expect(!dialogue.isInReview)
    for line in ["One.", "  two\tthree", "-"] {
      #expect(dialogue.answer(line) == nil)
      #expect(dialogue.state == .asking(.review))
      #expect(dialogue.isInReview)
    }
    #expect(dialogue.answer("A\u{1B}[2J") == .controlCharacters)
    #expect(DialogueVoice(isAccessible: true).prompt(of: dialogue) == "> ")
    #expect(dialogue.answer(end) == nil)
    #expect(dialogue.state == .confirming)
    #expect(dialogue.record.book.review == "One.\n  two\tthree\n-")
    #expect(dialogue.answer("<") == nil)
    #expect(dialogue.answer(end) == nil, "the end alone keeps what is offered")
    #expect(dialogue.record.book.review == "One.\n  two\tthree\n-")
  }

  @Test func `the genres that the store has are offered behind the usual ones`() {
    let suggestions = FormSuggestions([.genre: [KnownNames.Name(text: "文学", count: 2)]])
    var dialogue = EntryDialogue(
      record: .untitled, asking: [.genre], genres: suggestions.completions(of: "", in: .genre))
    #expect(DialogueVoice(isAccessible: true).prompt(of: dialogue).contains("7 Thriller, 8 文学"))
    #expect(dialogue.answer("8") == nil)
    #expect(dialogue.record.book.genre == "文学")
  }

  @Test func `what is stored reaches no question as it is`() {
    let evil = "evil\u{1B}]52;c;eA==\u{7}\u{1B}[2J\u{9B}31m\u{202E}\u{2066}\u{7F}\nx\rx"
    var book = Book(readTitle: evil)
    (book.author, book.genre, book.review) = (evil, evil, evil)
    var record = BookRecord(book: book)
    (record.tags, record.series) = ([evil, "b"], [SeriesPlace(name: evil, number: evil)])
    for voice in [
      DialogueVoice(), DialogueVoice(width: 30), DialogueVoice(isAccessible: true),
      DialogueVoice(isASCII: true),
    ] {
      var dialogue = EntryDialogue(
        record: record, asking: EntryDialogue.Field.allCases, isFilled: true,
        genres: Genre.names + [evil, String(repeating: evil, count: 99)])
      var text = voice.opening("Edit")
      for answer in ["", "", "", "99", "8", "", "", "", "what"] {
        text += voice.prompt(of: dialogue) + "\n"
        if let problem = dialogue.answer(answer) { text += voice.text(of: problem, in: dialogue) }
        text += voice.summary(of: dialogue.record)
      }
      #expect(dialogue.state == .confirming && dialogue.record.book.genre == evil)
      #expect(text == SafeText.paragraphs(text))
      #expect(text.contains("8\u{20}evil\u{241B}]52;c;eA==\u{FFFD}"))
      let widest = text.split(separator: "\n").map { CellWidth().cells(in: $0) }.max() ?? 0
      #expect(widest <= voice.width)
    }
  }

  @Test(arguments: [20, 30, 44, 80])
  func `no line of the questions is wider than the terminal`(width: Int) {
    var record = BookRecord(book: Book(readTitle: "A rather long title for the screen reader to say"))
    (record.book.author, record.book.review) = (
      "Somebody With Many Names", String(repeating: "长 word ", count: 60)
    )
    record.series = [SeriesPlace(name: "A series that goes on for ever", number: "4")]
    for voice in [
      DialogueVoice(width: width), DialogueVoice(isASCII: true, width: width),
      DialogueVoice(isAccessible: true, width: width),
    ] {
      var dialogue = EntryDialogue(record: record, asking: EntryDialogue.Field.allCases, isFilled: true)
      var text = voice.opening("Edit #3 A rather long title for the screen reader to say")
      for answer in ["<", "", "", "", "99", "", "", "9", "", "", "zzz"] {
        text += voice.prompt(of: dialogue) + "\n"
        if let problem = dialogue.answer(answer) { text += voice.text(of: problem, in: dialogue) }
        text += voice.summary(of: dialogue.record)
      }
      #expect(dialogue.state == .confirming)
      for line in text.split(separator: "\n") { #expect(CellWidth().cells(in: line) <= width, "\(line)") }
    }
  }

  @Test func `a long review is summed up by its beginning and a count`() {
    var record = BookRecord(book: Book(readTitle: "Emma"))
    record.book.review = (1...3000).map { "line \($0)" }.joined(separator: "\n")
    #expect(DialogueVoice().summary(of: record).hasSuffix("  line 5\n  … 2995 more lines\n"))
    #expect(DialogueVoice(isASCII: true).summary(of: record).hasSuffix("  line 5\n  ... 2995 more lines\n"))
    #expect(DialogueVoice(isAccessible: true).summary(of: record).hasSuffix("\nAnd 2995 more lines.\n"))
  }

  @Test func `a genre that is cleared is none of the seven`() {
    var record = BookRecord.untitled
    record.book.genre = "Horror"
    var dialogue = EntryDialogue(record: record, asking: [.genre], isFilled: true)
    #expect(dialogue.answer("-") == nil)
    #expect(dialogue.record.book.genre == "Uncategorized")
  }

  @Test func `without questions the dialogue begins with the confirmation`() {
    #expect(dialogue([]).state == .confirming)
  }

  @Test func `the questions are drawn with the numbered genres`() {
    var dialogue = dialogue()
    let voice = DialogueVoice()
    #expect(voice.prompt(of: dialogue) == "  Title    › ")
    #expect(dialogue.answer("A\u{1B}[2J") == .controlCharacters)
    #expect(dialogue.answer("\u{1B}[D") == .controlCharacters)
    _ = dialogue.answer("A")
    _ = dialogue.answer("")
    #expect(
      voice.prompt(of: dialogue) == """
                     1 Fantasy · 2 Horror · 3 Kids · 4 Mystery · 5 Poetry · 6 Romance ·
                     7 Thriller · or any other name
          Genre    [Fantasy] › \("")
        """)
    _ = dialogue.answer("<")
    _ = dialogue.answer("<")
    #expect(voice.prompt(of: dialogue) == "  Title    [A] › ")
  }

  @Test func `a screen reader hears sentences without signs`() {
    var dialogue = dialogue()
    let voice = DialogueVoice(isAccessible: true)
    #expect(
      voice.prompt(of: dialogue) == "Field 1 of 5. Title. Type it and press Enter.\n> ")
    _ = dialogue.answer("Beloved")
    _ = dialogue.answer("")
    #expect(
      voice.prompt(of: dialogue) == """
        Field 3 of 5. Genre. 1 Fantasy, 2 Horror, 3 Kids, 4 Mystery, 5 Poetry, 6
        Romance, 7 Thriller, or type another. Enter alone means Fantasy.
        > \("")
        """)
    #expect(
      voice.text(of: .noSuchChoice("8"), in: dialogue) == "There is no choice 8. Type 1 to 7, or a name.\n")
  }

  @Test func `further fields are asked for on demand, and every field when all is edited`() {
    var dialogue = dialogue()
    let voice = DialogueVoice(isAccessible: true)
    for line in ["Beloved", "", "", "", ""] { #expect(dialogue.answer(line) == nil) }
    #expect(
      voice.prompt(of: dialogue)
        == "Save? Type 1 or y for yes, 2 or e to edit, 3 or n for no, 4 or m for series and\ntags. Enter alone means yes.\n> "
    )
    #expect(
      voice.text(of: .notAReply, in: dialogue)
        == "That is no choice. Type 1 or y for yes, 2 or e to edit, 3 or n for no, 4 or m\nfor series and tags.\n"
    )
    #expect(DialogueVoice().text(of: .notAReply, in: dialogue).hasSuffix("Answer y, e, m or n.\n"))
    #expect(DialogueVoice().prompt(of: dialogue) == "  Save?  [Y]es  [e]dit  [m]ore fields  [n]o  › ")
    #expect(dialogue.answer("4") == nil)
    #expect(voice.prompt(of: dialogue).hasPrefix("Field 6 of 7. Series. A name and the place in it"))
    #expect(dialogue.answer("#3") == .notASeries)
    #expect(dialogue.answer("Beloved Trilogy #1") == nil)
    #expect(dialogue.answer("ghost, house") == nil)
    #expect(dialogue.state == .confirming)
    #expect(dialogue.further == [])
    #expect(dialogue.answer("m") == .notAReply)
    #expect(voice.summary(of: dialogue.record).contains("Series: Beloved Trilogy #1.\nTags: ghost, house.\n"))
    #expect(dialogue.answer("e") == nil)
    #expect(dialogue.fields == EntryDialogue.Field.allCases)
    for _ in 0..<4 { #expect(dialogue.answer("") == nil) }
    #expect(dialogue.state == .asking(.tags))
    #expect(dialogue.answer("-") == nil)
    for line in ["", "", "y"] { #expect(dialogue.answer(line) == nil) }
    #expect(dialogue.record.series == [SeriesPlace(name: "Beloved Trilogy", number: "1")])
    #expect(dialogue.record.tags == [])
  }

  @Test func `the questions reach every field of the form`() {
    #expect(EntryDialogue.Field.allCases.map(\.name) == FormField.allCases.map(\.name))
  }

  @Test func `with ASCII alone no other character is drawn`() {
    var dialogue = dialogue()
    let voice = DialogueVoice(isASCII: true)
    var text = voice.opening("Add a book") + voice.text(of: .notARating, in: dialogue)
    for line in ["Beloved", "", "", "4", "Good.", ""] {
      text += voice.prompt(of: dialogue)
      _ = dialogue.answer(line)
    }
    text += voice.summary(of: dialogue.record) + voice.prompt(of: dialogue)
    #expect(text.unicodeScalars.allSatisfy { $0.isASCII })
  }
}
