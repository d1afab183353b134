import Bookstall
import Presentation

/// `bookstall completion`: prints what a shell needs to complete command lines.
struct CompletionCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "completion", abstract: "Print a completion script for a shell.",
      examples: [
        "bookstall completion bash > ~/.local/share/bash-completion/completions/bookstall",
        "bookstall completion zsh > ~/.zfunc/_bookstall",
        "bookstall completion fish > ~/.config/fish/completions/bookstall.fish",
      ],
      discussion: ["It completes commands and options, and the store's titles, numbers, genres and tags."])
  }

  @Argument(.choice("shell"), help: "The shell.") var shell = Shell.bash
  var global = GlobalOptions()

  var asksTerminal: TerminalAsking { .never }

  /// The command line with this command in the place of the option that swift-argument-parser's tools have for it.
  static func spelled(_ arguments: [String]) -> [String] {
    guard let first = arguments.first, first.split(separator: "=").first == "--generate-completion-script"
    else {
      return arguments
    }
    let value = first.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    return [configuration.commandName] + value + arguments.dropFirst()
  }

  func run(in session: Session) throws -> ExitStatus {
    try session.console.write(shell.script)
    return .success
  }
}

/// `bookstall complete-words`: what the completion scripts call; prints one word per line.
struct CompleteWordsCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "complete-words", abstract: "Print what could come next on a command line.",
      examples: ["bookstall complete-words zsh -- show ear"], isHidden: true)
  }

  @Argument(.choice("shell"), help: "The shell that asks.") var shell = Shell.bash
  @Argument(.text("word"), help: "The words after the program's name, or, for bash, the line as typed.")
  var words: [String]
  var global = GlobalOptions()

  /// So many books are offered; with more the shell would ask whether to show them at all.
  private static let most = 100

  func run(in session: Session) throws -> ExitStatus {
    if shell == .bash { return try answerBash(in: session) }
    var words = words
    if shell == .fish, let last = words.popLast() { words.append(FishToken.unquoted(last)) }
    let completion = Completion(root: RootCommand.self, words: words)
    if completion.wanted == .file {
      try session.print(Shell.files)
      return .success
    }
    for candidate in candidates(completion, in: asked(words, session)) {
      let meaning = candidate.meaning.isEmpty ? "" : "\t\(candidate.meaning)"
      try session.print(completion.prefix + candidate.word + meaning)
    }
    return .success
  }

  /// bash hands over the line, since it would cut words at colons and equals signs, and takes words quoted.
  private func answerBash(in session: Session) throws -> ExitStatus {
    let line = BashLine(words.first ?? "")
    let completion = Completion(root: RootCommand.self, words: line.words)
    if completion.wanted == .file {
      try session.print(Shell.files)
      return .success
    }
    for candidate in candidates(completion, in: asked(line.words, session)) {
      try session.print(line.reply(completion.prefix + candidate.word))
    }
    return .success
  }

  /// The session that the command line itself would have: it may name another store.
  private func asked(_ words: [String], _ session: Session) -> Session {
    let options = GlobalOptions.found(in: Array(words.dropLast()))
    if options.db == nil { return session }
    return Session(console: session.console, environment: session.environment, global: options)
  }

  private func candidates(_ completion: Completion, in session: Session) -> [Completion.Candidate] {
    switch completion.wanted {
    case .nothing, .file: return []
    case .words(let words): return words.filter { $0.word.hasPrefix(completion.typed) }
    case .book: return books(completion.typed, in: session)
    case .genre: return Self.starting(with: completion.typed, Self.offered(storedGenres(session)))
    case .storedGenre:
      let stored = storedGenres(session)
      // A filter by the lack of a genre also finds books that are told that they have none by its name.
      let lacking = stored.contains(where: Genre.standsForNone) || lacksGenres(session)
      return Self.starting(with: completion.typed, Self.offered(stored) + (lacking ? [Genre.none] : []))
    case .author: return Self.starting(with: completion.typed, (try? session.existingStore().authors()) ?? [])
    case .tag: return Self.starting(with: completion.typed, (try? session.existingStore().tags()) ?? [])
    case .step:
      let changes = (try? session.existingStore().recentChanges(limit: Self.most)) ?? []
      return changes.map { Completion.Candidate(word: String($0.number), meaning: SafeText.excerpt($0.name)) }
        .filter { $0.word.hasPrefix(completion.typed) }
    }
  }

  // A shell that waits for words has no use for an error: no store, no words.

  private func lacksGenres(_ session: Session) -> Bool {
    ((try? session.existingStore().countWithoutGenre()) ?? 0) > 0
  }

  private func storedGenres(_ session: Session) -> [String] {
    ((try? session.existingStore().genres()) ?? []).map(\.name)
  }

  /// The genres that a book may be given: the store's own, and then those that come with the command.
  private static func offered(_ stored: [String]) -> [String] {
    let own = stored.filter { !Genre.standsForNone($0) }
    return own + Genre.names.filter { !own.contains($0) }
  }

  private static func starting(with typed: String, _ texts: [String]) -> [Completion.Candidate] {
    let folded = SearchWords.folded(typed)
    return texts.filter { SearchWords.folded($0).hasPrefix(folded) }.prefix(most).map {
      Completion.Candidate(word: SafeText.line($0))
    }
  }

  /// Numbers where digits or nothing is typed, else titles.
  private func books(_ typed: String, in session: Session) -> [Completion.Candidate] {
    let titles = (try? session.existingStore().titles(startingWith: typed, limit: Self.most)) ?? []
    let isNumber = typed.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber else { return titles.map { Completion.Candidate(word: SafeText.line($0.title)) } }
    var found: [Completion.Candidate] = []
    if let newest = try? session.existingStore().numbers(startingWith: typed, limit: Self.most) {
      found = newest.map { Completion.Candidate(word: String($0.id), meaning: SafeText.excerpt($0.title)) }
    }
    return found + (typed.isEmpty ? [] : titles.map { Completion.Candidate(word: SafeText.line($0.title)) })
  }
}

/// A command line of bash up to the cursor.
struct BashLine {
  /// The words after the program's name, without their quotes; the last one is being typed.
  let words: [String]
  private let quoting: ShellWords.Quoting
  /// Characters of the last word at which bash cuts it, and behind which it puts the reply.
  private let breaks: Int
  /// Scalars of the last word before the quotes that it ends in; bash keeps them and the quotation mark.
  private let kept: Int

  init(_ line: String) {
    let reading = ShellWords.read(line)
    var words = Array(reading.words.dropFirst())
    if !reading.isOpen { words.append("") }
    self.words = words
    quoting = reading.quoting
    kept = reading.quoting == .none ? 0 : reading.beforeQuotes
    let current = reading.isOpen ? line.unicodeScalars.dropFirst(reading.start) : ""[...].unicodeScalars[...]
    breaks = reading.quoting == .none ? BashLine.breaks(in: current) : 0
  }

  /// How many signs bash cuts at; it leaves those alone that a backslash stands before.
  private static func breaks(in word: Substring.UnicodeScalarView) -> Int {
    var (count, isEscaped) = (0, false)
    for scalar in word {
      if !isEscaped, scalar == ":" || scalar == "=" { count += 1 }
      isEscaped = scalar == "\\" && !isEscaped
    }
    return count
  }

  /// The word quoted as the reader began to, without what bash keeps of it.
  func reply(_ word: String) -> String {
    let word = String(String.UnicodeScalarView(word.unicodeScalars.dropFirst(kept)))
    var scalars = BashLine.quoted(word, in: quoting).unicodeScalars[...]
    for _ in 0..<breaks {
      guard let place = scalars.firstIndex(where: { $0 == ":" || $0 == "=" }) else { break }
      scalars = scalars[scalars.index(after: place)...]
    }
    // bash takes a mark at the end for the one that closes the quotes, and sets none: then they are closed here.
    switch (quoting, word.last) {
    case (.single, "'"): return String(scalars) + "'"
    case (.double, "\""): return String(scalars) + "\""
    default: return String(scalars)
    }
  }

  private static func quoted(_ word: String, in quoting: ShellWords.Quoting) -> String {
    var text = String.UnicodeScalarView()
    for (place, scalar) in word.unicodeScalars.enumerated() {
      switch quoting {
      case .single where scalar == "'": text.append(contentsOf: "'\\''".unicodeScalars)
      case .double where ["\"", "\\", "$", "`"].contains(scalar): text.append(contentsOf: ["\\", scalar])
      case .none where needsBackslash(scalar) || (scalar == "~" && place == 0):
        text.append(contentsOf: ["\\", scalar])
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func needsBackslash(_ scalar: Unicode.Scalar) -> Bool {
    " \t\"'\\$`!&|;<>()[]{}*?#^".unicodeScalars.contains(scalar)
  }
}
