import Bookstall
import Presentation

/// Shows the form on a terminal until it has ended; what was typed is never lost on the way.
struct FormSession {
  let terminal: RawTerminal
  let options: TerminalOptions
  /// Where the answers are kept.
  let draft: EntryDraft
  /// The program that opens for long reviews; nil where there is none.
  let editor: ReviewEditor
  private var shown: FormView.Frame?
  private var kept: [FormField: String] = [:]

  init(terminal: RawTerminal, options: TerminalOptions, draft: EntryDraft, editor: ReviewEditor) {
    self.terminal = terminal
    self.options = options
    self.draft = draft
    self.editor = editor
  }

  /// How the form ended.
  enum End: Equatable {
    case saved(BookRecord)
    /// Not to be saved; the answers are kept all the same.
    case discarded(EntryDraft.Keeping)
    /// Left early, by Ctrl-C or in another way.
    case left(isInterrupted: Bool, EntryDraft.Keeping)
    /// Somebody wants the process to end.
    case signal(Int32, EntryDraft.Keeping)
  }

  /// Runs the form; the terminal stays taken.
  mutating func run(_ form: inout EntryForm) -> End {
    var keys = KeyDecoder()
    kept = form.contents.values
    while true {
      draw(&form)
      let isPartial = keys.awaitsMore
      switch terminal.next(
        within: isPartial ? .milliseconds(50) : needsKeeping(form) ? FormSession.pause : nil)
      {
      case .bytes(let bytes):
        for key in FormSession.asPasted(keys.take(bytes), in: form) {
          if let end = take(key, &form) { return end }
        }
      case .nothing:
        guard isPartial else {
          keep(form)
          continue
        }
        for key in keys.finish() {
          if let end = take(key, &form) { return end }
        }
      case .redraw: shown = nil
      case .signal(let number): return .signal(number, keeping(form))
      case .end: return .left(isInterrupted: false, keeping(form))
      }
    }
  }

  /// Keys that came at once: where text follows an Enter in the review nobody typed it so fast, but some terminals
  /// don't say of a paste that it is one.
  static func asPasted(_ keys: [Key], in form: EntryForm) -> [Key] {
    guard form.state == .editing, form.focus == .review, let end = keys.firstIndex(of: .enter),
      keys[end...].contains(where: isLine)
    else { return keys }
    return keys.map { $0 == .enter ? .newLine : $0 }
  }

  /// Whether a key is more text than answers to the question whether to save.
  private static func isLine(_ key: Key) -> Bool {
    guard case .text(let text) = key else { return false }
    return text.count > 1 && !text.allSatisfy { "yYeEnNtT1234".contains($0) }
  }

  private mutating func take(_ key: Key, _ form: inout EntryForm) -> End? {
    let focus = form.focus
    switch form.press(key) {
    case .none: break
    case .redraw: shown = nil
    case .suspend:
      keep(form)
      terminal.suspend()
      shown = nil
    case .edit: openEditor(&form)
    }
    switch form.state {
    case .editing, .confirming:
      if form.focus != focus || form.state == .confirming { keep(form) }
      return nil
    case .saving: return .saved(form.record)
    case .discarded: return .discarded(keeping(form))
    case .left: return .left(isInterrupted: key == .interrupt, keeping(form))
    }
  }

  /// Whoever types so long without a pause would lose no more than that by a power cut.
  private static let pause = Duration.seconds(1)

  private func needsKeeping(_ form: EntryForm) -> Bool {
    form.contents.isChanged && form.contents.values != kept
  }

  /// Keeps what was typed so far, so that not even a power cut takes more than what is being typed.
  private mutating func keep(_ form: EntryForm) {
    guard needsKeeping(form) else { return }
    kept = form.contents.values
    draft.save(form.contents, focus: form.focus)
  }

  /// Keeps everything as the form is left.
  private func keeping(_ form: EntryForm) -> EntryDraft.Keeping {
    if form.contents.isChanged || draft.isResumed { return draft.save(form.contents, focus: form.focus) }
    draft.remove()
    return .nothing
  }

  private mutating func openEditor(_ form: inout EntryForm) {
    keep(form)
    let old = form.text(.review)
    let outcome = terminal.lend { editor.edit(old) { terminal.isEnding } }
    shown = nil
    switch outcome {
    case .text(let text): form.takeReview(text)
    case .unchanged: form.notice = "Nothing changed."
    case .failed(let reason): form.notice = "Nothing changed: \(reason)"
    }
  }

  // MARK: Drawing

  private mutating func draw(_ form: inout EntryForm) {
    let size = terminal.size
    let columns = min(options.columns ?? size.columns, size.columns)
    form.reviewCells = FormView.reviewCells(columns: columns)
    form.width = options.layout.width
    let frame = FormView(form, options, columns: columns, rows: size.rows).frame
    terminal.write(FormPainting(options.colour).text(from: shown, to: frame))
    shown = frame
  }
}

/// The bytes that bring a screen from one frame to the next, line by line.
///
/// A line is wiped before it is written, and the terminal itself remembers where the cursor stood in it: so nothing is
/// left over or out of place even where a terminal disagrees on the width of a character.
struct FormPainting {
  private let colour: ColourDepth

  init(_ colour: ColourDepth) {
    self.colour = colour
  }

  /// The bytes; without an earlier frame the whole screen is drawn.
  func text(from old: FormView.Frame?, to new: FormView.Frame) -> String {
    var text = "\u{1B}[?25l" + (old == nil ? "\u{1B}[0m\u{1B}[H\u{1B}[2J" : "")
    for (row, line) in new.lines.enumerated() where row != new.cursor?.row {
      if let old, old.lines.indices.contains(row), old.lines[row] == line, old.cursor?.row != row { continue }
      text += place(row) + line.rendered(colour)
    }
    if let old {
      for row in new.lines.count..<max(new.lines.count, old.lines.count) { text += place(row) }
    }
    guard let cursor = new.cursor, new.lines.indices.contains(cursor.row) else { return text }
    text += place(cursor.row) + cursor.before.rendered(colour) + "\u{1B}7"
    text += new.lines[cursor.row].suffix(after: cursor.before).rendered(colour) + "\u{1B}8\u{1B}[?25h"
    return text
  }

  private func place(_ row: Int) -> String { "\u{1B}[\(row + 1);1H\u{1B}[2K" }
}

extension StyledText {
  /// The rest of a line behind its beginning.
  fileprivate func suffix(after beginning: StyledText) -> StyledText {
    var left = beginning.text.unicodeScalars.count
    var rest = StyledText()
    for run in runs {
      let scalars = run.text.unicodeScalars
      rest.append(String(String.UnicodeScalarView(scalars.dropFirst(left))), run.style)
      left = max(0, left - scalars.count)
    }
    return rest
  }
}
