import Bookstall
import Presentation

/// `bookstall edit`: changes fields of one book by options, or in the form with the old values in it.
struct EditCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit", abstract: "Change fields of a book, by options or in the form.",
      examples: [
        "bookstall edit 42", "bookstall edit 42 --genre \"Science Fiction\" --status read",
        "bookstall edit earthsea --review-file review.txt", "bookstall edit 42 --author=",
      ],
      discussion: [
        "An option with blank text clears its field. Repeated options, such as --tag, replace the whole "
          + "list; the dates of reading change the last reading. With --resume the form opens, and the options "
          + "given go before the answers that were kept."
      ],
      usage: "<book> [--title <title>] [--author <author>] [--genre <genre>] [--rating <stars>] "
        + "[--review <text>|--review-file <file>] [<options>]")
  }

  @Argument(.text("book"), help: "A number, a title, or a part of one.") var book = ""
  var fields = BookOptions()
  @Flag(help: "Go on with the answers of a form that was left early.") var resume
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let opened = try session.record(book, in: store)
    // Read before the store is held, since it may come from a slow hand.
    let review = try fields.reviewFile.map(session.review(from:))
    func change(_ record: inout BookRecord) {
      fields.apply(to: &record)
      if let review { record.book.review = review }
    }
    if fields.isEmpty || resume {
      var wanted = opened
      change(&wanted)
      return try ask(about: opened, wanting: wanted, in: store, session)
    }
    let (old, new) = try session.change(opened, named: "edit", in: store, isDryRun: dryRun, change)
    return try report(from: old, to: new, in: session)
  }

  /// Opens the form; what it and the options changed, and nothing else, goes into the book as it is by then.
  private func ask(
    about opened: BookRecord, wanting wanted: BookRecord, in store: BookStore, _ session: Session
  ) throws -> ExitStatus {
    guard session.canAsk else {
      throw UsageError(
        error: .refused(
          ValidationError(
            message: resume
              ? "'--resume' opens the form, and there is no terminal for it or it is forbidden to ask."
              : "Nothing to change; name a field, such as '--genre <genre>'.")),
        path: [RootCommand.self, EditCommand.self])
    }
    let draft = session.draft(
      EntryDraft.name(ofEditing: "\(opened.book.uuid)"), of: EntryDraft.Subject(opened))
    var kept = resume ? try session.keptAnswers(draft) : nil
    let options = (kept?.arguments ?? []).compactMap(EditCommand.options(of:)) + [fields]
    for field in fields.formFields { kept?.values[field] = field.text(of: wanted) }
    var written = (old: opened, new: opened)
    let job = FormJob(
      title: "Edit \(session.name(of: opened.book))", record: opened, isNew: false,
      resuming: "bookstall edit \(opened.book.id) --resume", draft: draft,
      kept: kept
    ) { edit in
      written = try session.change(opened, named: "edit", in: store, isDryRun: dryRun) { record in
        try edit.apply(to: &record)
        for options in options { options.applyBeyondForm(to: &record) }
      }
    }
    switch try session.ask(job, FormSuggestions(of: store)) {
    case .written: if !dryRun { draft.remove() }
    case .ended(let status): return status
    }
    return try report(from: written.old, to: written.new, in: session)
  }

  /// The options of a command line whose form was left early.
  static func options(of arguments: [String]) -> BookOptions? {
    guard
      case .command(let command as EditCommand, _)? = try? CommandLineParser(root: RootCommand.self).parse(
        arguments)
    else { return nil }
    return command.fields
  }

  private func report(from old: BookRecord, to new: BookRecord, in session: Session) throws -> ExitStatus {
    if global.json {
      try session.printJSON(new)
      return .success
    }
    let differences = FieldText.differences(old, new)
    guard !differences.isEmpty else {
      session.note("\(session.name(of: old.book)): nothing differs.")
      return .success
    }
    try session.confirm(
      done: StyledText("\(dryRun ? "Would change" : "Changed") \(session.name(of: old.book))"),
      isDryRun: dryRun)
    if global.quiet { return .success }
    try session.print(differences: differences)
    if !dryRun { session.hint("undo: bookstall undo") }
    return .success
  }
}
