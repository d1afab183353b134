import Bookstall
import Presentation

/// An answer to the question whose value is to stand.
private enum ValueAnswer {
  case keep
  case take
  /// Keep this one and all that follow.
  case keepAll
  /// Take this one and all that follow.
  case takeAll
  /// End the import without having changed anything.
  case quit
  case explain
}

extension Session {
  /// Asks about each value in which the file says otherwise than a book here.
  ///
  /// The file is tried before the questions and after them, so that nobody waits for the store while the reader
  /// thinks, and so that an answer may lead to further questions.
  func importChoices(for path: String, into store: BookStore, _ options: ImportOptions) throws
    -> ImportChoices
  {
    var trial = options
    trial.isDryRun = true
    while true {
      var open: [(row: PlannedRow, question: ImportChoices.Question)] = []
      _ = try watchedImport(from: try ByteSource(path: path), into: store, trial) { row in
        for conflict in row.conflicts where open.count < Self.questionsAtOnce {
          let question = ImportChoices.Question(record: row.record, conflict: conflict)
          if trial.choices[question] == nil { open.append((row, question)) }
        }
      }
      for (row, question) in open where trial.choices[question] == nil {
        switch try answer(to: question.conflict, in: row) {
        case .keep: trial.choices[question] = false
        case .take: trial.choices[question] = true
        case .keepAll: trial.choices.others = false
        case .takeAll: trial.choices.others = true
        case .quit, .explain: throw Failure("You quit; nothing was imported.", .failure)
        }
      }
      if open.isEmpty || trial.choices.others != nil { return trial.choices }
    }
  }

  private static let questionsAtOnce = 1000

  private func answer(to conflict: FieldConflict, in row: PlannedRow) throws -> ValueAnswer {
    let width = max(20, voice.width - 8)
    let (kept, other) = ChangedText.excerpts(
      conflict.kept, conflict.other, cells: width, messages.layout)
    let title = SafeText.excerpt(row.title ?? "", cells: width / 2, messages.layout)
    console.report(
      "\(title), \(conflict.field.rawValue) (line \(row.line))\n  here  \(kept)\n  file  \(other)\n")
    while true {
      let answer: ValueAnswer = try ask(
        "Which one stays?", unanswered: "nothing was imported",
        choices: "[K]eep yours [t]ake the file's [ka] keep all [ta] take all [q]uit",
        replies: [
          "": .keep, "k": .keep, "keep": .keep, "t": .take, "take": .take, "ka": .keepAll,
          "keep all": .keepAll, "ta": .takeAll, "take all": .takeAll, "q": .quit, "quit": .quit,
          "?": .explain, "h": .explain, "help": .explain,
        ])
      guard case .explain = answer else { return answer }
      console.report(Self.explanation)
    }
  }

  private static let explanation =
    "  k   the value here stays (so does Enter)\n  t   the file's value is taken\n"
    + "  ka  this and all further values here stay; your answers count\n  ta  this and all further values of the file are taken\n"
    + "  q   the import ends, and nothing is changed (so does Ctrl-C)\n"
}
