import Bookstall
import Presentation

/// `bookstall genre`: lists the genres; its parts tidy them.
struct GenreCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "genre", abstract: "See and tidy the genres.",
      examples: ["bookstall genre", "bookstall genre rename Sci-Fi \"Science Fiction\""],
      discussion: ["Without a subcommand the genres are listed."], usage: "[<subcommand>]",
      subcommands: [GenreListCommand.self, GenreRenameCommand.self, GenreMergeCommand.self])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus { try session.listGenres() }
}

/// `bookstall genre list`: the genres and how many books have each.
struct GenreListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the genres, those with the most books first.",
      examples: ["bookstall genre list", "bookstall genre list --json"])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus { try session.listGenres() }
}

/// `bookstall genre rename`: gives a genre a name that no other has.
struct GenreRenameCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rename", abstract: "Give a genre another name, in all its books.",
      examples: ["bookstall genre rename Sci-Fi \"Science Fiction\" --dry-run"])
  }

  @Argument(.line("genre"), help: "The genre as it is now.") var old = ""
  @Argument(.genre("name"), help: "Its new name; for one that others have, use merge.") var new = ""
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let genres = try store.genres()
    let found = try session.genre(old, in: genres, of: store)
    if let taken = genres.first(where: { $0.name == new }) {
      throw Failure(
        "'\(SafeText.excerpt(new))' has \(taken.count) \(taken.count == 1 ? "book" : "books") already. "
          + "Join the two with: bookstall genre merge '\(SafeText.excerpt(found ?? Genre.none))' "
          + "--into '\(SafeText.excerpt(new))'",
        .failure)
    }
    try session.replaceGenres([found], by: new, named: "genre rename", in: store, isDryRun: dryRun)
    return .success
  }
}

/// `bookstall genre merge`: puts the books of several genres into one.
struct GenreMergeCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "merge", abstract: "Put the books of some genres into another one.",
      examples: ["bookstall genre merge SF Sci-Fi --into \"Science Fiction\""])
  }

  @Argument(.line("genre"), isRequired: true, help: "The genres that end.") var genres: [String]
  @Option(.genre("genre"), help: "The genre that gets their books.") var into: String?
  @Flag(help: "Say what would change, change nothing.") var dryRun
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    if into == nil { throw ValidationError(message: "Missing '--into <genre>': which genre gets the books?") }
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let known = try store.genres()
    let found = try genres.map { try session.genre($0, in: known, of: store) }.filter { $0 != into }
    guard let into, !found.isEmpty else {
      session.note("Nothing was changed.")
      return .success
    }
    try session.replaceGenres(found, by: into, named: "genre merge", in: store, isDryRun: dryRun)
    return .success
  }
}

extension Session {
  fileprivate func listGenres() throws -> ExitStatus {
    let genres = try allGenres()
    if global.json {
      try printJSON(
        .array(
          genres.map {
            SnackJSON.object([
              ("name", $0.name.map(JSON.string) ?? .null), ("books", .number(String($0.count))),
            ])
          }))
      return .success
    }
    let digits = genres.map { String($0.count).utf8.count }.max() ?? 1
    for genre in genres {
      let name = SafeText.line(BookLabels.listed(genre: genre.name))
      if global.plain {
        try print("\(SafeText.line(genre.name ?? ""))\t\(genre.count)")
      } else {
        let count = output.layout.padded(String(genre.count), to: digits + 2, alignment: .trailing)
        let room = output.columns.map { max(1, $0 - digits - 4) }
        var line = StyledText(count + "  ", output.style(.dim))
        line.append(room.map { output.layout.truncated(name, to: $0) } ?? name)
        try print([line])
      }
    }
    if genres.isEmpty, !global.plain { note("No book has a genre yet.") }
    return .success
  }

  /// The genres with their books, and among them, with no name, the books that have none.
  private func allGenres() throws -> [(name: String?, count: Int)] {
    let store = try existingStore()
    var genres = try store.genres().map { (name: Optional($0.name), count: $0.count) }
    let without = try store.countWithoutGenre()
    if without > 0 {
      genres.insert((nil, without), at: genres.firstIndex { $0.count < without } ?? genres.endIndex)
    }
    return genres
  }

  /// The stored genre that is meant, as typed, else whatever its case and accents; nil for books without one.
  fileprivate func genre(
    _ text: String, in genres: [(name: String, count: Int)], of store: BookStore
  ) throws -> String? {
    let folded = SearchWords.folded(text)
    let exact = genres.first { $0.name == text } ?? genres.first { SearchWords.folded($0.name) == folded }
    if let exact { return exact.name }
    if Genre.standsForNone(text), try store.countWithoutGenre() > 0 { return nil }
    let guess = Suggestion.nearest(to: text, among: genres.map(\.name)).map {
      " Did you mean '\(SafeText.excerpt($0))'?"
    }
    throw Failure("No book has the genre '\(SafeText.excerpt(text))'.\(guess ?? "")", .notFound)
  }

  fileprivate func replaceGenres(
    _ genres: [String?], by genre: String, named name: String, in store: BookStore, isDryRun: Bool
  ) throws {
    var query = BookQuery()
    query.genres = genres.compactMap(\.self)
    query.includesNoGenre = genres.contains(nil)
    let count = isDryRun ? try store.count(query) : try store.replaceGenres(genres, by: genre, named: name)
    if global.json {
      return try printJSON(
        SnackJSON.object([
          ("from", .array(genres.map { $0.map(JSON.string) ?? .null })), ("to", .string(genre)),
          ("books", .number(String(count))),
        ]))
    }
    let names = genres.map { excerpt(BookLabels.listed(genre: $0)) }.joined(separator: ", ")
    let books = "\(count) \(count == 1 ? "book" : "books")"
    try confirm(
      done: StyledText(
        "\(isDryRun ? "Would change genre" : "Genre") \(names)\(arrow)\(excerpt(genre))   \(books)"),
      isDryRun: isDryRun)
    if !isDryRun { hint("undo: bookstall undo") }
  }
}
