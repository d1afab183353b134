import Bookstall
import Presentation

/// How a dialogue speaks: in signs for eyes, or in whole sentences for a screen reader.
struct DialogueVoice {
  var isAccessible = false
  var isASCII = false
  var width = 80

  private var pointer: String { isASCII ? ">" : "›" }
  private var dot: String { isASCII ? "-" : "·" }

  /// The lines before the first question.
  func opening(_ title: String) -> String {
    isAccessible
      ? "\(title). Type < to go back. Control C leaves without saving.\n"
      : "\(title)\(String(repeating: " ", count: max(2, 27 - title.count)))< goes back \(dot) Ctrl-C leaves\n\n"
  }

  /// What stands before the cursor while an answer is awaited; ends without a line break.
  func prompt(of dialogue: EntryDialogue) -> String {
    switch dialogue.state {
    case .asking(let field): isAccessible ? spoken(field, dialogue) : drawn(field, dialogue)
    case .confirming:
      isAccessible
        ? "Save? Type 1 for yes, 2 to edit, 3 for no. Enter alone means yes.\n> "
        : "  Save?  [Y]es  [e]dit  [n]o  \(pointer) "
    case .saving, .discarded: ""
    }
  }

  /// The sentence for an answer that was not taken, with its line break.
  func text(of problem: EntryDialogue.Problem, genres: Int) -> String {
    let sentence =
      switch problem {
      case .titleMissing: "A book needs a title."
      case .notARating: "A rating is 0.25 to 5 in quarter stars; empty means not rated."
      case .noSuchChoice(let text):
        "There is no choice \(SafeText.excerpt(text, cells: 20)). Type 1 to \(genres), or a name."
      case .nothingBefore: "This is the first question."
      case .notAReply: "Answer y, e or n."
      }
    if isAccessible { return sentence + "\n" }
    return "             \(isASCII ? "x" : "✗") \(sentence)\n"
  }

  /// The entry as it would be saved.
  func summary(of record: BookRecord) -> String {
    let book = record.book
    let title = SafeText.line(book.title ?? "Unknown Book")
    let author = SafeText.line(book.author ?? "Unknown author")
    let genre = SafeText.line(book.genre ?? Genre.names[0])
    if isAccessible {
      let review = book.review.map { "Review: \(SafeText.paragraphs($0))\n" } ?? ""
      let rating = book.rating.map { "\($0.text) of 5 stars" } ?? "not rated"
      return "The entry: \(title), by \(author). Genre \(genre), \(rating).\n\(review)"
    }
    let rating = book.rating.map { "\($0.text) of 5" } ?? "not rated"
    var lines = [title, "\(author) \(dot) \(genre.uppercased()) \(dot) \(rating)"]
    if let review = book.review {
      lines += layout.wrapped(SafeText.paragraphs(review), to: max(20, min(72, width - 4)))
    }
    return "\n" + lines.map { "  \($0)\n" }.joined()
  }

  private var layout: TextLayout { TextLayout(ascii: isASCII) }

  private func drawn(_ field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String {
    let indent = "             "
    var text = ""
    if let help = help(for: field, dialogue) {
      let lines = layout.wrapped(help, to: max(20, width - indent.count))
      text += lines.map { indent + String($0.map { $0 == "\u{A0}" ? " " : $0 }) + "\n" }.joined()
    }
    let name = layout.padded(field.name, to: 8)
    let offered = dialogue.offered(field).map { "[\(layout.truncated(SafeText.line($0), to: 40))] " } ?? ""
    return text + "  \(name) \(offered)\(pointer) "
  }

  private func help(for field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String? {
    let clearing = dialogue.canBeCleared(field) ? " \(dot) - clears it" : ""
    switch field {
    case .genre:
      // A number is never parted from its genre, nor a separator from what it follows.
      let numbered = dialogue.genres.enumerated().map { "\($0 + 1)\u{A0}\($1)" }
      return numbered.joined(separator: "\u{A0}\(dot) ") + "\u{A0}\(dot) or any other name" + clearing
    case .rating: return "0.25 to 5 in quarter stars; empty means not rated" + clearing
    case .title, .author, .review: return clearing.isEmpty ? nil : "- clears it"
    }
  }

  private func spoken(_ field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String {
    let place = (dialogue.fields.firstIndex(of: field) ?? 0) + 1
    var text = "Field \(place) of \(dialogue.fields.count). \(field.name)."
    switch field {
    case .genre:
      let numbered = dialogue.genres.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      text += " \(numbered), or type another."
    case .rating: text += " 0.25 to 5 in quarter stars; empty means not rated."
    case .title, .author, .review: text += " Type it and press Enter."
    }
    if let offered = dialogue.offered(field) {
      text += " Enter alone means \(layout.truncated(SafeText.line(offered), to: 60))."
    }
    if dialogue.canBeCleared(field) { text += " A dash clears it." }
    return layout.wrapped(text, to: max(20, width)).joined(separator: "\n") + "\n> "
  }
}

extension EntryDialogue.Field {
  /// The word before the question.
  var name: String {
    switch self {
    case .title: "Title"
    case .author: "Author"
    case .genre: "Genre"
    case .rating: "Rating"
    case .review: "Review"
    }
  }
}
