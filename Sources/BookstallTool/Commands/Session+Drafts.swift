import Bookstall
import Glibc
import Presentation

extension Session {
  /// The draft of a command's form.
  func draft(_ name: String) -> EntryDraft {
    EntryDraft(name, environment: environment, arguments: arguments.filter { $0 != "--resume" })
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
    let all = draft.all
    if global.json {
      try printJSON(.array(all.map(Self.json)))
      return .success
    }
    for waiting in all {
      let title = waiting.content.values[.title].flatMap(TextNormalisation.line)
      if global.plain {
        let fields = [String(waiting.number), SafeText.line(title ?? ""), Self.age(of: waiting)]
        try print(fields.joined(separator: "\t"))
        continue
      }
      let name = title.map { excerpt($0) } ?? "(no title yet)"
      var line = StyledText(
        output.layout.padded(String(waiting.number), to: 3, alignment: .trailing) + "  ", output.style(.dim))
      line.append(name)
      line.append("   \(Self.age(of: waiting))\(waiting.isOpen ? ", open now" : "")", output.style(.dim))
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
