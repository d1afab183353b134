import Bookstall
import Presentation

/// `bookstall search`: the books that have all words somewhere, with the places where they stand.
struct SearchCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "search", abstract: "Find words in title, author, genre, review, series, tags and notes.",
      examples: [
        "bookstall search ice friendship", "bookstall search melanie", "bookstall search 驴打",
      ],
      discussion: [
        "All words must be found, in any order; case, accents and the marks around words make no difference, and the "
          + "beginning of a word suffices. What stands between quotation marks is looked for as a phrase: "
          + "'\"finest friendship\"'."
      ])
  }

  @Argument(.text("words"), isRequired: true, help: "Words or beginnings of words.") var words: [String]
  @Option(.integer("n", in: 0...Int.max), short: "n", help: "At most so many; 0 for all (20 on a terminal).")
  var limit: Int?
  var global = GlobalOptions()

  private static let searched = "title, author, genre, review, series, tags, notes"

  func validate() throws(ValidationError) {
    if SearchWords(words).isEmpty { throw ValidationError(message: "There is no word to look for.") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let search = try store.search(SearchWords(words))
    if search.hits.isEmpty { return try explainNothing(search, in: store, session) }
    let isForEyes = session.console.outputIsTTY && !global.json && !global.plain
    let most = limit ?? (isForEyes ? 20 : 0)
    try write(search, limit: most > 0 ? most : nil, of: store, in: session)
    if global.json || global.plain { return .success }
    let count = Self.books(search.hits.count)
    let dot = session.messages.isASCII || session.messages.isAccessible ? "-" : "·"
    let isCut = most > 0 && search.hits.count > most
    session.note("\(isCut ? "\(most) of " : "")\(count) \(dot) searched \(Self.searched)")
    return .success
  }

  private func write(_ search: BookSearch, limit: Int?, of store: BookStore, in session: Session) throws {
    if global.json {
      var array = BookJSONArray()
      var bytes: [UInt8] = []
      try store.forEachHit(of: search, limit: limit) { record in
        array.append(record, into: &bytes)
        try session.console.write(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
      array.finish(into: &bytes)
      return try session.console.write(bytes)
    }
    let hits = SearchHits(search.words, session.output)
    try store.forEachHit(of: search, limit: limit) { record in
      if global.plain {
        try session.print(BookList.plainRow(record.book))
      } else {
        try session.print(hits.lines(record))
      }
    }
  }

  /// Says which word is missing and what may have been meant; the guess is never looked up for them.
  private func explainNothing(
    _ search: BookSearch, in store: BookStore, _ session: Session
  ) throws -> ExitStatus {
    let message: String
    if try store.count() == 0 {
      message = "There are no books yet. Add one with: bookstall add"
    } else if let word = search.missing.first {
      let shown = SafeText.excerpt(word)
      var text = "No book has \(word.hasPrefix("\"") ? shown : "'\(shown)'")."
      if let guess = try store.word(nearestTo: word, by: Suggestion.distance) {
        let others = search.words.texts.map { $0 == word ? guess : $0 }
        let count = try store.search(SearchWords(others)).hits.count
        let books = count > 0 ? " (\(Self.books(count)))" : ""
        text += " Did you mean '\(SafeText.excerpt(guess))'\(books)?"
      }
      message = text
    } else {
      message = "Every word is in some book, but no book has all of them."
    }
    session.console.report(Self.wrapped(message, session) + "\n")
    return .notFound
  }

  private static func books(_ count: Int) -> String { "\(count) \(count == 1 ? "book" : "books")" }

  private static func wrapped(_ text: String, _ session: Session) -> String {
    guard let columns = session.messages.columns else { return text }
    return session.messages.layout.wrapped(text, to: columns).joined(separator: "\n")
  }
}
