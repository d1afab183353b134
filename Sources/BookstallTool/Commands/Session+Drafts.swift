import Bookstall
import Glibc
import Presentation

extension Session {
  /// The draft of a command's form.
  func draft(_ name: String, of subject: EntryDraft.Subject? = nil) -> EntryDraft {
    EntryDraft(
      name, environment: environment, arguments: arguments.filter { $0 != "--resume" }, subject: subject)
  }

  /// The form of that number, and what its files are called.
  private func waiting(_ number: Int) -> (name: String, waiting: EntryDraft.Waiting)? {
    let new = EntryDraft("add", environment: environment).all.map { (name: "add", waiting: $0) }
    return (new + EntryDraft.edits(environment)).first { $0.waiting.number == number }
  }

  /// The draft of a form that changed a book which is gone, as answers for a new book.
  ///
  /// nil where no such form has the number.
  func orphan(_ number: Int) throws -> (draft: EntryDraft, content: EntryDraft.Content)? {
    guard let (name, waiting) = waiting(number), EntryDraft.isEdit(name) else { return nil }
    if let id = try subject(of: name, waiting) {
      throw Failure("That form changes book #\(id); go on with: bookstall edit \(id) --resume", .failure)
    }
    let draft = draft(name)
    var content = try keptAnswers(draft, number: number)
    content.values = (content.subject?.values ?? [:]).merging(content.values) { $1 }
    return (draft, content)
  }

  /// The number of the book that a form changes; nil where it is gone.
  private func subject(of name: String, _ waiting: EntryDraft.Waiting) throws -> Int64? {
    guard let id = waiting.content.subject?.number, let record = try existingStore().record(id) else {
      return nil
    }
    return "\(record.book.uuid)" == EntryDraft.editedBook(name) ? id : nil
  }

  /// Forgets the form of that number.
  func drop(_ number: Int) throws -> ExitStatus {
    guard let (_, waiting) = waiting(number) else {
      throw Failure("No form has that number; see which there are: bookstall add --drafts", .notFound)
    }
    guard EntryDraft.drop(waiting) else {
      throw Failure("These answers are open in another window; leave that form first.", .failure)
    }
    let title = Self.title(of: waiting).map { excerpt($0) } ?? "a new book"
    try confirm(done: StyledText("Dropped the answers for \(title)"))
    return .success
  }

  private static func title(of waiting: EntryDraft.Waiting) -> String? {
    let content = waiting.content
    return (content.values[.title] ?? content.subject?.values[.title]).flatMap(TextNormalisation.line)
  }

  /// What the form left last, or the one of that number, holds, for `--resume`.
  func keptAnswers(_ draft: EntryDraft, number: Int? = nil) throws -> EntryDraft.Content {
    if let content = draft.load(number) { return content }
    let known = draft.all.filter { number == nil || $0.number == number }
    if known.contains(where: \.isOpen) {
      throw Failure("These answers are open in another window; go on there, or leave that form.", .notFound)
    }
    let hint = number == nil ? "they are kept for 7 days." : "see which there are: bookstall add --drafts"
    throw Failure("There are no answers to go on with; \(hint)", .notFound)
  }

  /// Lists the forms that wait to be gone on with, the last one first.
  func list(_ draft: EntryDraft) throws -> ExitStatus {
    let edits = EntryDraft.edits(environment)
    let ids = try edits.map { try subject(of: $0.name, $0.waiting) }
    let all =
      draft.all.map { (waiting: $0, note: "") }
      + zip(edits, ids).map { edit, id in
        (waiting: edit.waiting, note: id.map { ", bookstall edit \($0) --resume" } ?? ", its book is gone")
      }
    if global.json {
      try printJSON(.array(all.map { Self.json($0.waiting) }))
      return .success
    }
    for (waiting, note) in all {
      let title = Self.title(of: waiting)
      if global.plain {
        let fields = [String(waiting.number), SafeText.line(title ?? ""), Self.age(of: waiting)]
        try print(fields.joined(separator: "\t"))
        continue
      }
      let name = title.map { excerpt($0) } ?? "(no title yet)"
      var line = StyledText(
        output.layout.padded(String(waiting.number), to: 3, alignment: .trailing) + "  ", output.style(.dim))
      line.append(name)
      line.append("   \(Self.age(of: waiting))\(waiting.isOpen ? ", open now" : note)", output.style(.dim))
      try print(output.columns.map { line.wrapped(to: $0, indent: 5, by: output.layout.width) } ?? [line])
    }
    if all.isEmpty, !global.plain {
      note("There are no answers to go on with; they are kept for 7 days.")
    } else {
      hint("bookstall add --resume", "bookstall add --draft NUMBER")
    }
    return .success
  }

  /// How long ago the answers were kept, in the largest unit that says something.
  private static func age(of waiting: EntryDraft.Waiting) -> String {
    let minutes = max(0, Int(Double(time(nil)) - waiting.saved)) / 60
    if minutes < 1 { return "just now" }
    let (count, unit) =
      minutes < 60
      ? (minutes, "minute") : minutes < 24 * 60 ? (minutes / 60, "hour") : (minutes / 1440, "day")
    return "\(count) \(unit)\(count == 1 ? "" : "s") ago"
  }

  private static func json(_ waiting: EntryDraft.Waiting) -> JSON {
    SnackJSON.object([
      ("number", .number(String(waiting.number))), ("saved", .number(String(Int(waiting.saved)))),
      ("open", .bool(waiting.isOpen)),
      ("book", waiting.content.subject.map { .number(String($0.number)) } ?? .null),
      (
        "values",
        SnackJSON.object(
          FormField.allCases.compactMap { field in
            waiting.content.values[field].map { (field.rawValue, .string($0)) }
          })
      ),
    ])
  }
}
