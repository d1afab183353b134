import Bookstall
import Presentation

/// The form as a screen: lines, and where the cursor is.
struct FormView {
  /// What stands on the screen.
  struct Frame: Equatable {
    /// The lines from top to bottom, none wider and not more of them than the window.
    var lines: [StyledText] = []
    /// The line of the cursor, and the part of it before the cursor.
    var cursor: (row: Int, before: StyledText)?

    static func == (left: Frame, right: Frame) -> Bool {
      left.lines == right.lines && left.cursor?.row == right.cursor?.row
        && left.cursor?.before == right.cursor?.before
    }
  }

  private let form: EntryForm
  private let options: TerminalOptions
  private let columns: Int
  private let rows: Int
  private var body: [StyledText] = []
  private var cursor: (row: Int, before: StyledText)?
  /// The lines of the field that is being edited, which must be in view.
  private var needed = 0..<1

  /// Too narrow for names beside fields with a margin.
  private var isNarrow: Bool { columns < 48 }
  /// Where texts begin.
  private var indent: Int { isNarrow ? 9 : 13 }
  /// Cells for texts; the last column is left to the cursor.
  private var room: Int { max(4, columns - indent - 1) }

  /// The lines of a review that is not being edited.
  private static let shownReview = 4

  init(_ form: EntryForm, _ options: TerminalOptions, columns: Int, rows: Int) {
    self.options = options
    self.columns = max(columns, 1)
    self.rows = max(rows, 1)
    var form = form
    form.width = options.layout.width
    self.form = form
    build()
  }

  /// The cells for lines of the review, which the form needs to move between them.
  static func reviewCells(columns: Int) -> Int { max(4, columns - (columns < 48 ? 9 : 13) - 1) }

  /// The part of the form that the window has room for, with the cursor in it.
  var frame: Frame {
    // Where there is room for little, the head goes first, and the way out stands below.
    let head = rows >= 10 ? heading : []
    let foot = head.isEmpty && rows > 1 ? [StyledText(hints(cells: columns), options.style(.dim))] : []
    let height = max(1, rows - head.count - foot.count)
    var first = max(0, needed.upperBound - height)
    if let row = cursor?.row { first = min(first, row) }
    first = max(0, min(first, body.count - 1))
    let shown = body[first...].prefix(height)
    return Frame(
      lines: head + shown.map(clipped) + foot,
      cursor: cursor.map { (head.count + $0.row - first, clipped($0.before)) })
  }

  /// What is left of the form in the end: every field that says something.
  var record: [StyledText] { body }

  // MARK: Head and foot

  private var heading: [StyledText] {
    let layout = options.layout
    let title = layout.truncated(form.title, to: columns)
    var line = StyledText(title, options.style(.brownAdaptive, isBold: true))
    let used = layout.width.cells(in: title)
    for keys in hints.prefix(2) {
      let cells = layout.width.cells(in: keys)
      guard used + 3 + cells <= columns else { continue }
      line.append(spaces(columns - used - cells))
      line.append(keys, options.style(.dim))
      return [line, StyledText()]
    }
    return [line, StyledText(hints(cells: columns), options.style(.dim)), StyledText()]
  }

  /// The keys that lead through the form and out of it, from much to little.
  private var hints: [String] {
    let (updown, dot) = options.isASCII ? ("Up/Down", "-") : ("↑↓", "·")
    return [
      "Tab completes \(dot) Shift-Tab goes back \(dot) Ctrl-C leaves", "\(updown) moves \(dot) Ctrl-C leaves",
      "Ctrl-C leaves", "^C leaves",
    ]
  }

  /// The longest of the hints that has room.
  private func hints(cells: Int) -> String {
    let layout = options.layout
    return hints.first { layout.width.cells(in: $0) <= cells } ?? layout.truncated(hints[3], to: cells)
  }

  private mutating func build() {
    for field in FormField.allCases { add(field) }
    if let notice = form.notice { addNote(notice, style: options.accent()) }
    if form.isEscapeArmed {
      addNote("Esc again leaves; your answers are kept.", style: options.accent())
    }
    if form.state == .confirming { addQuestion() }
  }

  private mutating func addQuestion() {
    for sentence in form.conflicts?.sentences ?? [] { addNote(sentence, style: options.problemStyle) }
    let question = FormQuestion(columns: columns, options, hasOthers: form.conflicts != nil)
    let style = options.style(.brownAdaptive, isBold: true)
    var line = StyledText(question.lead, style)
    line.append(question.choices)
    body.append(StyledText(question.above, style))
    body.append(line)
    cursor = (body.count - 1, line)
    needed = max(0, body.count - 2)..<body.count
  }

  // MARK: Fields

  private mutating func add(_ field: FormField) {
    let start = body.count
    let isFocused = form.state == .editing && form.focus == field
    switch field {
    case .rating: addRating(isFocused)
    case .review: addReview(isFocused)
    default: addLine(field, isFocused)
    }
    if let problem = form.problems[field] { addProblem(problem) }
    if isFocused {
      addHelp(field)
      needed = start..<body.count
    }
  }

  /// The field's name, and the pointer where it is being edited.
  private func label(_ field: FormField, _ isFocused: Bool) -> StyledText {
    let pointer = isFocused ? (options.isASCII ? ">" : "›") : " "
    let name = options.layout.padded(field.name, to: isNarrow ? 6 : 8)
    var line = StyledText(isNarrow ? "" : "  ")
    line.append(name, isFocused ? options.style(.brownAdaptive, isBold: true) : options.style(.dim))
    line.append(" \(pointer) ", options.style(.brownAdaptive, isBold: true))
    return line
  }

  private mutating func addLine(_ field: FormField, _ isFocused: Bool) {
    guard isFocused else {
      var line = label(field, false)
      let text = SafeText.line(form.text(field))
      if text.isEmpty, let proposal = form.proposal(field) {
        line.append(marked(proposal), options.style(.dim))
      } else {
        line.append(options.layout.truncated(text, to: room))
      }
      body.append(line.trimmed())
      return
    }
    addEdited(field, note: note(field))
  }

  /// A field with the cursor in it, in as many lines as it needs.
  private mutating func addEdited(_ field: FormField, note: String?) {
    let edited = form.edited(field)
    let layout = InputLayout(edited, cells: room, width: options.layout.width)
    for index in layout.lines.indices {
      body.append(StyledText())
      // What is further from the cursor than the window is high can't be seen.
      if abs(index - layout.cursorLine) > rows { continue }
      var line = index == 0 ? label(field, true) : StyledText(spaces(indent))
      if index == layout.cursorLine {
        var before = line
        before.append(layout.beforeCursor)
        cursor = (body.count - 1, before)
      }
      line.append(layout.text(ofLine: index))
      if index == layout.lines.count - 1 {
        if let ghost = ghost(field) { line.append(marked(SafeText.line(ghost)), options.style(.dim)) }
        if index == 0, let note { append(note, to: &line) }
      }
      body[body.count - 1] = clipped(line)
    }
  }

  private func ghost(_ field: FormField) -> String? { form.ghost ?? form.proposal(field) }

  /// What is proposed, in brackets where no colour tells it from what is typed: the 16 have no gray to trust in.
  private func marked(_ proposal: String) -> String {
    options.colour < .palette256 ? "[\(proposal)]" : proposal
  }

  /// Puts a remark at the right margin, if there is room for it.
  private func append(_ note: String, to line: inout StyledText) {
    let cells = options.layout.width.cells(in: note)
    let used = line.cells(by: options.layout.width)
    guard cells > 0, used + 3 + cells < columns else { return }
    line.append(spaces(columns - 1 - used - cells))
    line.append(note, options.style(.dim))
  }

  private func note(_ field: FormField) -> String? {
    if form.proposal(field) != nil { return "Enter takes it" }
    if form.ghost != nil, form.completions.count == 1 { return "Tab takes it" }
    guard let count = form.knownCount(field) else { return nil }
    if count > 0 { return count == 1 ? "1 book here already" : "\(count) books here already" }
    return field == .genre && form.ghost == nil ? "a new genre: fine too" : nil
  }

  private mutating func addRating(_ isFocused: Bool) {
    var line = label(.rating, isFocused)
    let typed = form.edited(.rating)
    let text = SafeText.line(typed.text)
    let rating = Rating(typed: typed.text)
    let stars = Stars(rating)
    line.append(stars.glyphs(options))
    line.append("  ")
    guard isFocused else {
      let words = rating == nil ? (text.isEmpty || text == "0" ? "not rated" : text) : stars.words
      line.append(options.layout.truncated(words, to: max(4, room - 7)), options.style(.dim))
      return body.append(clipped(line))
    }
    let number = options.layout.truncated(text, to: max(4, room - 8))
    // A text that is cut is no rating; the cursor waits at its end.
    let before = SafeText.line(String(typed.characters[..<typed.cursor]))
    var atCursor = line
    atCursor.append(number == text ? before : number)
    cursor = (body.count, clipped(atCursor))
    line.append(number)
    let meaning = rating?.text == text ? " of 5" : rating == nil ? "" : "  \(stars.words)"
    line.append(text.isEmpty ? " not rated" : meaning, options.style(.dim))
    let (arrows, dot) = options.isASCII ? ("Left/Right", "-") : ("←/→", "·")
    let notes = ["\(arrows) stars \(dot) Shift-\(arrows) quarters", "\(arrows) change"].map {
      "\($0) \(dot) Enter"
    }
    let used = line.cells(by: options.layout.width)
    append(notes.first { used + 3 + $0.count < columns } ?? "", to: &line)
    body.append(clipped(line))
  }

  private mutating func addReview(_ isFocused: Bool) {
    if isFocused { return addEdited(.review, note: nil) }
    let layout = InputLayout(form.edited(.review), cells: room, width: options.layout.width)
    let lines = layout.lines
    let shown = lines.count > FormView.shownReview ? FormView.shownReview - 1 : lines.count
    for index in lines.indices.prefix(shown) {
      var line = index == 0 ? label(.review, false) : StyledText(spaces(indent))
      line.append(layout.text(ofLine: index))
      body.append(clipped(line.trimmed()))
    }
    if lines.count > shown {
      let more = "\(options.layout.ellipsis) \(lines.count - shown) more lines"
      body.append(clipped(StyledText(spaces(indent) + more, options.style(.dim))))
    }
  }

  // MARK: Below a field

  private mutating func addHelp(_ field: FormField) {
    let choices = form.completions
    // A single name stands in the field already, behind what is typed.
    if choices.count > 1 || choices.count == 1 && form.ghost == nil { return addChoices(choices) }
    let dot = options.isASCII ? "-" : "·"
    switch field {
    case .review:
      addNote("Enter ends \(dot) Alt-Enter new line \(dot) Ctrl-O opens $EDITOR", style: options.style(.dim))
    case .series where form.text(field).isEmpty:
      addNote("A name and the place in it: Earthsea #1", style: options.style(.dim))
    case .tags where form.text(field).isEmpty:
      addNote("Your own words, with commas between them", style: options.style(.dim))
    default: break
    }
  }

  /// The names that Tab goes through, with the one that stands in the field marked.
  private mutating func addChoices(_ choices: [String]) {
    let layout = options.layout
    let margin = isNarrow ? 2 : indent
    let (pointer, dot) = options.isASCII ? ("> ", " - ") : ("▸ ", " · ")
    var line = StyledText(spaces(margin))
    var used = margin
    var count = 0
    for (index, choice) in choices.enumerated() {
      let isChosen = form.cycle?.index == index
      let name =
        (isChosen ? pointer : "") + layout.truncated(SafeText.line(choice), to: max(4, columns - margin - 3))
      let cells = layout.width.cells(in: name)
      if count > 0, used + 3 + cells >= columns {
        body.append(line)
        line = StyledText(spaces(margin))
        (used, count) = (margin, 0)
      }
      if count > 0 { line.append(dot, options.style(.rule)) }
      line.append(name, isChosen ? options.style(.brownAdaptive, isBold: true) : options.style(.dim))
      used += cells + (count > 0 ? 3 : 0)
      count += 1
    }
    body.append(line)
  }

  private mutating func addProblem(_ problem: FormProblem) {
    let mark = options.isASCII ? "x " : "✗ "
    addNote(problem.sentence, mark: mark, style: options.problemStyle)
  }

  private mutating func addNote(_ text: String, mark: String = "", style: Style) {
    let margin = isNarrow ? 2 : indent
    let cells = options.layout.width.cells(in: mark)
    let lines = options.layout.wrapped(SafeText.line(text), to: max(4, columns - margin - cells - 1))
    for (index, text) in lines.enumerated() {
      body.append(clipped(StyledText(spaces(margin) + (index == 0 ? mark : spaces(cells)) + text, style)))
    }
  }

  // MARK: Cells

  private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(0, count)) }

  /// The line without what would not fit into the window.
  private func clipped(_ line: StyledText) -> StyledText {
    let width = options.layout.width
    guard line.cells(by: width) > columns else { return line }
    var result = StyledText()
    var used = 0
    for run in line.runs {
      var text = ""
      for character in run.text {
        let cells = width.cells(in: character)
        guard used + cells <= columns else {
          result.append(text, run.style)
          return result
        }
        text.append(character)
        used += cells
      }
      result.append(text, run.style)
    }
    return result
  }
}

extension TerminalOptions {
  /// The look of what is wrong.
  var problemStyle: Style {
    let isDark = theme == .dark
    return Style(foreground: Colour(RGB(isDark ? 0xFF6B6B : 0xB3261E), basic: isDark ? 9 : 1), isBold: true)
  }
}
