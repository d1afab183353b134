import Bookstall
import Presentation

/// The form of `add` and `edit`: keys in, fields out.
///
/// Knows no terminal, so that every way through it can be tested.
struct EntryForm {
  /// Where the form stands.
  enum State: Equatable {
    case editing
    /// All fields are shown and wait for yes, edit or no.
    case confirming
    case saving
    case discarded
    /// Left early; what was typed is worth keeping.
    case left
  }

  /// What a key asks of whoever shows the form.
  enum Request: Equatable {
    case none
    case redraw
    case suspend
    case edit
  }

  /// What the form is about, such as `Add a book`.
  let title: String
  let suggestions: FormSuggestions
  private(set) var contents: FormContents
  private(set) var state = State.editing
  private(set) var focus: FormField
  /// The problems that are shown, by field.
  private(set) var problems: [FormField: FormProblem] = [:]
  /// The completion that Tab goes through; nil when the text is the person's own.
  private(set) var cycle: CompletionCycle?
  /// What stood in the field before Tab took the only name there was, as long as Esc brings it back.
  private var beforeTab: String?
  /// Something that the form says once, such as how an editor ended.
  var notice: String?
  private(set) var isEscapeArmed = false
  /// What was changed elsewhere meanwhile; the question tells it.
  private(set) var conflicts: FormConflicts?
  /// Whether the stars stand there as a whole, so that a digit begins others.
  private var replacesRating = false
  private var deleted = ""
  /// The cells for lines of the review, which its Up and Down need.
  var reviewCells = 60
  var width = CellWidth()

  /// A form with what a record holds; `values` are texts that were kept from an earlier time.
  init(
    title: String, record: BookRecord, isNew: Bool, values: [FormField: String] = [:],
    bases: [FormField: String] = [:], focus: FormField? = nil,
    suggestions: FormSuggestions = FormSuggestions()
  ) {
    self.title = title
    self.suggestions = suggestions
    contents = FormContents(of: record, isNew: isNew, values: values, bases: bases)
    let missing = FormField.allCases.first { $0.text(of: record).isEmpty }
    self.focus = focus ?? (isNew ? missing : nil) ?? .title
  }

  /// Whether the book is to be added.
  var isNew: Bool { contents.isNew }

  /// The text of a field with its cursor.
  func edited(_ field: FormField) -> EditedText { contents[field] }

  func text(_ field: FormField) -> String { contents[field].text }

  /// What an empty field will be.
  func proposal(_ field: FormField) -> String? { contents.proposal(field) }

  /// The record as it would be saved.
  var record: BookRecord { contents.record(spelledBy: suggestions) }

  // MARK: Keys

  /// Does what a key says.
  mutating func press(_ key: Key) -> Request {
    notice = nil
    let wasArmed = isEscapeArmed
    isEscapeArmed = false
    switch key {
    case .text(let text) where state == .confirming && text.count > 1:
      // Characters that came together are answers one by one.
      for character in text where state == .confirming || state == .editing {
        _ = press(.text(String(character)))
      }
    case .interrupt: state = .left
    case .suspend: return .suspend
    case .redraw: return .redraw
    case .escape:
      if let typed = cycle?.typed ?? beforeTab {
        contents[focus].set(typed)
        (cycle, beforeTab) = (nil, nil)
      } else if wasArmed {
        state = .left
      } else {
        isEscapeArmed = true
      }
    default:
      return state == .confirming ? confirm(key) : edit(key)
    }
    return .none
  }

  private mutating func confirm(_ key: Key) -> Request {
    switch key {
    case .enter, .newLine, .text("y"), .text("Y"), .text("1"): save()
    case .text("e"), .text("E"), .text("2"): go(to: .title)
    case .text("n"), .text("N"), .text("3"): state = .discarded
    case .text("t"), .text("T"), .text("4"):
      if let conflicts { contents.take(conflicts) }
      conflicts = nil
    case .up, .backTab: go(to: .review)
    default: break
    }
    return .none
  }

  /// Asks again after fields were found changed elsewhere too.
  mutating func tell(_ conflicts: FormConflicts) {
    contents.learn(conflicts)
    self.conflicts = conflicts
    state = .confirming
  }

  private mutating func save() {
    for field in FormField.allCases { problems[field] = field.problem(text(field)) }
    if let field = FormField.allCases.first(where: { problems[$0] != nil }) {
      go(to: field)
    } else {
      state = .saving
    }
  }

  private mutating func edit(_ key: Key) -> Request {
    if key != .tab { cycle = nil }
    beforeTab = nil
    let replacesRating = replacesRating
    self.replacesRating = false
    switch key {
    case .text(let text) where replacesRating && text.first?.isWholeNumber == true:
      contents[.rating].set("")
      insert(text)
    case .tab: complete()
    case .enter: advance()
    case .newLine: if focus == .review { insert("\n") } else { advance() }
    case .backTab: step(-1)
    case .up: moveLine(-1)
    case .down: moveLine(1)
    case .pageUp: go(to: .title)
    case .pageDown: go(to: .review)
    case .editor:
      if focus != .review { go(to: .review) }
      return .edit
    case .endOfInput:
      if focus == .title, text(.title).isEmpty { state = .left } else { change { $0.deleteAfter() } }
    case .left where focus == .rating: stepStars(-1, by: 4)
    case .right where focus == .rating: stepStars(1, by: 4)
    case .wordLeft where focus == .rating: stepStars(-1, by: 1)
    case .wordRight where focus == .rating: stepStars(1, by: 1)
    default: take(key)
    }
    return .none
  }

  private mutating func take(_ key: Key) {
    switch key {
    case .text(let text): insert(text)
    case .paste(let text): paste(text)
    case .backspace: change { $0.deleteBefore() }
    case .delete: change { $0.deleteAfter() }
    case .deleteWord: delete(to: edited(focus).wordStart)
    case .deleteToStart: delete(to: edited(focus).lineStart)
    case .deleteToEnd: delete(to: edited(focus).lineEnd)
    case .yank: insert(deleted)
    default: moveCursor(key)
    }
  }

  private mutating func moveCursor(_ key: Key) {
    let edited = edited(focus)
    switch key {
    case .left: contents[focus].move(to: edited.cursor - 1)
    case .right, .end:
      if let ghost {
        insert(ghost)
        takeSpelling()
      } else {
        contents[focus].move(to: key == .right ? edited.cursor + 1 : edited.lineEnd)
      }
    case .wordLeft: contents[focus].move(to: edited.wordStart)
    case .wordRight: contents[focus].move(to: edited.wordEnd)
    case .home: contents[focus].move(to: edited.lineStart)
    default: break
    }
  }

  /// Takes a paste; several lines are a review, wherever the cursor is.
  private mutating func paste(_ text: String) {
    let lines = String(text.reversed().drop { $0 == "\n" }.reversed())
    guard focus != .review, lines.contains("\n") else { return insert(focus == .review ? text : lines) }
    let review = self.text(.review)
    contents[.review].move(to: .max)
    contents[.review].insert((review.isEmpty ? "" : "\n\n") + lines)
    notice = "Several lines were pasted: they went to the review."
  }

  /// Takes what an editor brought back.
  mutating func takeReview(_ text: String) {
    contents[.review].set(text)
  }

  // MARK: Fields

  private mutating func change(_ body: (inout EditedText) -> Void) {
    body(&contents[focus])
    // A problem that is shown goes as soon as it is mended, and none comes while somebody types.
    if problems[focus] != nil { problems[focus] = focus.problem(text(focus)) }
  }

  private mutating func insert(_ text: String) {
    let taken = focus == .rating ? text.filter(FormField.ratingCharacters.contains) : text
    if !taken.isEmpty || text.isEmpty { change { $0.insert(taken) } }
  }

  private mutating func delete(to place: Int) {
    var gone = ""
    change { gone = $0.delete(to: place) }
    if !gone.isEmpty { deleted = gone }
  }

  private mutating func go(to field: FormField) {
    state = .editing
    focus = field
    cycle = nil
    contents[field].move(to: .max)
    replacesRating = field == .rating
  }

  private mutating func step(_ offset: Int) {
    problems[focus] = text(focus).isEmpty ? nil : focus.problem(text(focus))
    let fields = FormField.allCases
    let place = (fields.firstIndex(of: focus) ?? 0) + offset
    if fields.indices.contains(place) {
      go(to: fields[place])
    } else if place >= fields.count {
      askToSave()
    }
  }

  private mutating func advance() {
    problems[focus] = focus.problem(text(focus))
    if problems[focus] == nil { step(1) } else { replacesRating = focus == .rating }
  }

  private mutating func askToSave() {
    save()
    if state == .saving { state = .confirming }
  }

  private mutating func moveLine(_ offset: Int) {
    if focus == .review {
      let layout = InputLayout(edited(.review), cells: reviewCells, width: width)
      if let place = layout.place(linesBelow: offset) {
        contents[.review].move(to: place)
        return
      }
    }
    step(offset)
  }

  /// Goes to the next multiple of so many quarters of a star.
  private mutating func stepStars(_ direction: Int, by step: Int) {
    let present = Int(((Rating(typed: text(.rating))?.stars ?? 0) * 4).rounded())
    let quarters = direction > 0 ? (present / step + 1) * step : (present + step - 1) / step * step - step
    let stars = Double(min(max(quarters, 0), 4 * Stars.most)) / 4
    change { $0.set(Rating(stars: stars)?.text ?? "") }
    replacesRating = true
  }

  // MARK: Completing

  private mutating func complete() {
    if var present = cycle {
      present.advance()
      cycle = present
    } else {
      let choices = completions
      // Whoever types on without looking must not be in another field.
      guard !choices.isEmpty else {
        notice = "Nothing here to complete; Enter goes on."
        return
      }
      cycle = CompletionCycle(of: focus, edited(focus), choices: choices)
    }
    guard let cycle else { return }
    change(cycle.put(into:))
    if cycle.choices.count == 1 { (self.cycle, beforeTab) = (nil, cycle.typed) }
  }

  /// Writes a name that was completed letter by letter as the store has it.
  private mutating func takeSpelling() {
    guard !focus.isList, let name = suggestions.spelling(of: text(focus), in: focus) else { return }
    change { $0.set(name) }
  }
}
