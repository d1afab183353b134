import Bookstall
import Persistence
import Presentation

extension Failure {
  /// No book is meant by the text.
  static func noBook(_ text: String) -> Failure {
    Failure("No book fits '\(SafeText.excerpt(text))'. See what there is with: bookstall list", .notFound)
  }

  /// Several books are meant; the message lists them.
  static func ambiguous(_ text: String, _ books: [Book], _ options: TerminalOptions) -> Failure {
    let shown = books.prefix(10)
    let layout = options.layout
    var message = "'\(SafeText.excerpt(text))' fits \(books.count) books. Name one by its number:"
    let room = max(40, (options.columns ?? 80) - 9)
    for book in shown {
      let labels = BookLabels(book)
      let id = layout.padded(String(book.id), to: 5, alignment: .trailing)
      let title = layout.fitted(labels.title, to: room * 3 / 5)
      message += "\n\(id)  \(title)  \(layout.truncated(labels.author, to: room * 2 / 5))"
    }
    if books.count > shown.count {
      message += "\n\(options.isASCII ? "..." : "…") \(books.count - shown.count) more"
    }
    return Failure(message, .notFound)
  }

  /// Words what the store refused.
  init(_ error: StoreError) {
    switch error {
    case .busy:
      self.init("The store is in use by another program. Try again in a moment.", .storeBusy)
    case .diskFull:
      self.init("The disk is full; nothing was changed. Make room and try again.", .cannotWrite)
    case .readOnly(let path):
      self.init(
        "'\(SafeText.excerpt(path))' can't be written. Check its permissions or name another file with --db.",
        .cannotWrite)
    case .cannotOpen(let path):
      self.init(
        "'\(SafeText.excerpt(path))' can't be opened. Check the path, or name another file with --db.",
        .cannotRead)
    case .corrupt(let detail):
      self.init(
        "The store is damaged (\(SafeText.excerpt(detail))). Take a copy of the file before anything else.",
        .failure)
    case .notADatabase(let path):
      self.init(
        "'\(SafeText.excerpt(path))' is no SQLite database. Name another file with --db.", .cannotRead)
    case .foreignStore(let path, _):
      self.init(
        "'\(SafeText.excerpt(path))' is the database of another program. Name another file with --db.",
        .cannotRead)
    case .newerStore(let path, let version, let known):
      self.init(
        "'\(SafeText.excerpt(path))' was written by a newer Bookstall (format \(version), this one knows \(known)). Update Bookstall.",
        .cannotRead)
    case .editedMigration(let number, let name):
      self.init(
        "The store was made by another build: migration \(number) (\(SafeText.excerpt(name))) differs. Use that build.",
        .cannotRead)
    case .migrationFailed(let number, _, let reason):
      self.init(
        "The store could not be brought up to date (migration \(number): \(SafeText.excerpt(reason))); it is as it was.",
        .failure)
    case .validation(let failures):
      let rules = failures.flatMap(\.failures).map {
        [$0.column, $0.rule].compactMap { $0 }.joined(separator: " ")
      }
      self.init("The book breaks a rule: \(rules.joined(separator: "; ")). Nothing was changed.", .failure)
    case .constraint(let failure):
      self.init(
        "The store refused the change (\(SafeText.excerpt(failure.message))); nothing was changed.", .failure)
    case .conflict:
      self.init("Another program changed the book meanwhile; nothing was changed. Try again.", .storeBusy)
    case .decoding(let failure):
      let row = failure.id.map { " of book \($0)" } ?? ""
      self.init(
        "The store holds a value in '\(failure.column)'\(row) that is none. Correct it with any SQLite tool.",
        .failure)
    case .nothingToUndo:
      self.init("There is no change to take back.", .failure)
    case .unsupportedPredicate(let text):
      self.init("The store can't be asked for \(SafeText.excerpt(text)).", .failure)
    case .objectDeleted(_, let id):
      self.init("Book \(id) was deleted meanwhile; nothing was changed.", .notFound)
    case .closed:
      self.init("The store was closed.", .failure)
    case .sqlite(let code, let message):
      self.init("The store failed: \(SafeText.excerpt(message)) (SQLite \(code)).", .failure)
    }
  }
}
