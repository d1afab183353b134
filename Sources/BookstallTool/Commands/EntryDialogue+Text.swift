import Bookstall
import Presentation

/// How a dialogue speaks: in signs for eyes, or in whole sentences for a screen reader.
struct DialogueVoice {
  var isAccessible = false
  var isASCII = false
  var ambiguousIsWide = false
  var width = 80

  private var pointer: String { isASCII ? ">" : "›" }
  private var dot: String { isASCII ? "-" : "·" }

  /// The lines before the first question.
  func opening(_ title: String) -> String {
    if isAccessible { return lines("\(title). Type < to go back. Control C leaves without saving.") }
    let keys = "< goes back \(dot) Ctrl-C leaves"
    let line = "\(layout.padded(title, to: 25))  \(keys)"
    if !isNarrow, layout.width.cells(in: line) <= width { return line + "\n\n" }
    return lines(title) + lines(keys) + "\n"
  }

  /// What stands before the cursor while an answer is awaited; ends without a line break.
  ///
  /// A question that `isRepeated` was asked just before, so that its explanation still stands there.
  func prompt(of dialogue: EntryDialogue, isRepeated: Bool = false) -> String {
    if isRepeated, isAccessible { return "> " }
    if dialogue.isInReview { return isAccessible ? "> " : indent + "\(pointer) " }
    return switch dialogue.state {
    case .asking(let field):
      isAccessible
        ? spoken(field, dialogue) : (isRepeated ? "" : explained(field, dialogue)) + drawn(field, dialogue)
    case .confirming:
      isAccessible
        ? spokenQuestion(dialogue)
        : drawnQuestion(dialogue)
    case .saving, .discarded: ""
    }
  }

  private func drawnQuestion(_ dialogue: EntryDialogue) -> String {
    let more = dialogue.further.isEmpty ? "" : isNarrow ? "[m]ore  " : "[m]ore fields  "
    let line = "Save?  [Y]es  [e]dit  \(more)[n]o  \(pointer) "
    // One cell is for the answer.
    guard layout.width.cells(in: line) + 3 > width else { return "  " + line }
    return lines("Save?  [Y]es  [e]dit  \(more)[n]o") + "\(pointer) "
  }

  private func spokenQuestion(_ dialogue: EntryDialogue) -> String {
    lines("Save? \(spokenChoices(dialogue)) Enter alone means yes.") + "> "
  }

  /// What the last question takes for an answer.
  private func spokenChoices(_ dialogue: EntryDialogue) -> String {
    let names = dialogue.further.map { $0.name.lowercased() }.joined(separator: " and ")
    let choices = ["1 or y for yes", "2 or e to edit", "3 or n for no"]
    return "Type " + (choices + (names.isEmpty ? [] : ["4 or m for \(names)"])).joined(separator: ", ") + "."
  }

  /// The sentence for an answer that was not taken, with its line break.
  func text(of problem: EntryDialogue.Problem, in dialogue: EntryDialogue) -> String {
    let sentence =
      switch problem {
      case .titleMissing: FormProblem.titleMissing.sentence
      case .notARating: FormProblem.notARating.sentence
      case .notASeries: FormProblem.notASeries.sentence
      case .genreNamesNone: FormProblem.genreNamesNone.sentence
      case .noSuchChoice(let text):
        "There is no choice \(SafeText.excerpt(text, cells: 20, layout)). Type 1 to \(dialogue.genres.count), or a name."
      case .nothingBefore: "This is the first question."
      case .notAReply where isAccessible: "That is no choice. \(spokenChoices(dialogue))"
      case .notAReply: dialogue.further.isEmpty ? "Answer y, e or n." : "Answer y, e, m or n."
      case .controlCharacters: "That has control characters, as arrow keys send them. Type the answer again."
      }
    if isAccessible { return lines(sentence) }
    let mark = isASCII ? "x" : "✗"
    let lines = layout.wrapped(sentence, to: room - 2)
    return lines.enumerated().map { "\(indent)\($0 == 0 ? mark : " ") \($1)\n" }.joined()
  }

  /// The entry as it would be saved.
  func summary(of record: BookRecord) -> String {
    let labels = BookLabels(record.book)
    let stars = Stars(record.book.rating)
    if isAccessible {
      let entry =
        "The entry: \(labels.title), by \(labels.author). Genre \(labels.genre), \(stars.spokenWords)."
      let lists = [FormField.series, .tags].map { ($0.name, $0.text(of: record)) }.filter { !$0.1.isEmpty }
      let further = lists.map { self.lines("\($0.0): \(SafeText.line($0.1)).") }.joined()
      let review =
        record.book.review == nil ? [] : shownReview("Review: \(labels.review)", cells: spokenCells)
      return self.lines(entry) + further + review.map { $0 + "\n" }.joined()
    }
    let glyphs = stars.isRated ? stars.glyphs(TerminalOptions(isASCII: isASCII)).text + "  " : ""
    var lines = [labels.title, "\(labels.author) \(dot) \(labels.tag) \(dot) \(glyphs)\(stars.words)"]
    lines = lines.flatMap {
      StyledText($0).wrapped(to: max(18, width - 2), by: layout.width).map(\.text)
    }
    if record.book.review != nil { lines += shownReview(labels.review, cells: max(16, min(72, width - 4))) }
    return "\n" + lines.map { "  \($0)\n" }.joined()
  }

  /// A long review is known by its beginning.
  private static let mostReviewLines = 6

  /// The first lines of a review, and how many there are more.
  private func shownReview(_ review: String, cells: Int) -> [String] {
    let lines = layout.wrapped(review, to: cells)
    guard lines.count > Self.mostReviewLines else { return lines }
    let shown = Self.mostReviewLines - 1
    let more = lines.count - shown
    return lines.prefix(shown) + [
      isAccessible ? "And \(more) more lines." : "\(layout.ellipsis) \(more) more lines"
    ]
  }

  private var layout: TextLayout {
    TextLayout(width: CellWidth(ambiguousIsWide: ambiguousIsWide), ascii: isASCII)
  }

  private var spokenCells: Int { max(TerminalOptions.leastColumns, width) }

  /// A text in lines that fit, each with its line break.
  private func lines(_ text: String) -> String {
    layout.wrapped(text, to: spokenCells).map { $0 + "\n" }.joined()
  }

  /// The lines above a question.
  private func explained(_ field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String {
    guard let help = help(for: field, dialogue) else { return "" }
    let lines = layout.wrapped(help, to: room)
    return lines.map { indent + String($0.map { $0 == "\u{A0}" ? " " : $0 }) + "\n" }.joined()
  }

  /// Too narrow for a column of answers.
  private var isNarrow: Bool { width < 48 }

  /// Explanations stand below the answers, or, where there is no room, at the left.
  private var indent: String { isNarrow ? "  " : "             " }
  private var room: Int { max(10, width - indent.count) }

  private func drawn(_ field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String {
    let name = layout.padded(field.name, to: 8)
    let offered =
      dialogue.offered(field).map {
        "[\(layout.truncated(SafeText.line($0), to: min(40, max(3, width - 18))))] "
      } ?? ""
    return "  \(name) \(offered)\(pointer) "
  }

  /// The genres that a number can choose, as a terminal may show them; a long one is cut.
  private func genres(of dialogue: EntryDialogue) -> [String] {
    dialogue.genres.map { layout.truncated(TextLayout.squeezed(SafeText.line($0)), to: min(40, room - 4)) }
  }

  private func help(for field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String? {
    let clearing = dialogue.canBeCleared(field) ? " \(dot) - clears it" : ""
    switch field {
    case .genre:
      // A number is never parted from its genre, nor a separator from what it follows.
      let numbered = genres(of: dialogue).enumerated().map { "\($0 + 1)\u{A0}\($1)" }
      return numbered.joined(separator: "\u{A0}\(dot) ") + "\u{A0}\(dot) or any other name" + clearing
    case .rating: return "0.25 to 5 in quarter stars; empty means not rated" + clearing
    case .series: return "a name and the place in it: Earthsea #1; empty for none" + clearing
    case .tags: return "your own words, with commas between them; empty for none" + clearing
    case .review: return "an empty line or a single dot ends it" + clearing
    case .title, .author: return clearing.isEmpty ? nil : "- clears it"
    }
  }

  private func spoken(_ field: EntryDialogue.Field, _ dialogue: EntryDialogue) -> String {
    let place = (dialogue.fields.firstIndex(of: field) ?? 0) + 1
    var text = "Field \(place) of \(dialogue.fields.count). \(field.name)."
    switch field {
    case .genre:
      let numbered = genres(of: dialogue).enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", ")
      text += " \(numbered), or type another."
    case .rating: text += " 0.25 to 5 in quarter stars; empty means not rated."
    case .series: text += " A name and the place in it, such as Earthsea #1. Empty means none."
    case .tags: text += " Your own words, with commas between them. Empty means none."
    case .review: text += " Type as many lines as you like; an empty line or a single dot ends it."
    case .title, .author: text += " Type it and press Enter."
    }
    if let offered = dialogue.offered(field) {
      text += " Enter alone means \(layout.truncated(SafeText.line(offered), to: 60))."
    }
    if dialogue.canBeCleared(field) { text += " A dash clears it." }
    return lines(text) + "> "
  }
}

extension EntryDialogue.Field {
  /// The word before the question.
  var name: String {
    switch self {
    case .title: "Title"
    case .author: "Author"
    case .series: "Series"
    case .tags: "Tags"
    case .genre: "Genre"
    case .rating: "Rating"
    case .review: "Review"
    }
  }
}
