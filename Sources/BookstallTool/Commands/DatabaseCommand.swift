import Bookstall
import Glibc
import Persistence
import Presentation

/// `bookstall db`: looks after the store's file; the work is in its parts.
struct DatabaseCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "db", abstract: "Look after the store's file.",
      examples: ["bookstall db path", "bookstall db backup ~/books.bak", "bookstall db check"],
      usage: "<subcommand>",
      subcommands: [
        DatabasePathCommand.self, DatabaseCheckCommand.self, DatabaseBackupCommand.self,
        DatabaseRestoreCommand.self, DatabaseCompactCommand.self,
      ])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let path: [any ParsableCommand.Type] = [RootCommand.self, Self.self]
    try session.console.write(HelpPage(path: path).shortText(width: session.helpWidth))
    return .success
  }
}

/// `bookstall db path`: where the store's file is, or would be.
struct DatabasePathCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "path", abstract: "Print the path of the store's file.",
      examples: ["sqlite3 \"$(bookstall db path)\""])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let path = try session.storePath()
    if global.json {
      try session.printJSON(SnackJSON.object([("path", .string(path))]))
    } else {
      // As it is, for use in other commands; only on a terminal it could do harm.
      try session.print(session.console.outputIsTTY ? SafeText.line(path) : path)
    }
    return .success
  }
}

/// `bookstall db check`: looks for damage and for rows that break the rules.
struct DatabaseCheckCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "check", abstract: "Look for damage and for rows that break the rules.",
      examples: ["bookstall db check"], discussion: ["Exit code 1 says that something was found."])
  }

  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let report = HealthReport(try store.health())
    if global.json {
      try session.printJSON(report.json)
    } else {
      for line in report.lines { try session.print(sentence: StyledText(line)) }
      if report.health.isSound {
        try session.confirm(done: StyledText("The store is sound: \(try store.count()) books."))
      }
    }
    return report.health.isSound ? .success : .failure
  }
}

/// `bookstall db backup`: writes a copy of the store into a new file.
struct DatabaseBackupCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "backup", abstract: "Write a copy of the store into a new file.",
      examples: ["bookstall db backup ~/books-2026.db"],
      discussion: ["The copy is a store too: use it with --db. An existing file is never replaced."])
  }

  @Argument(.filePath, help: "The new file.") var file = ""
  @Flag(help: "Say what would be written, write nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    if access(file, F_OK) == 0 { throw Failure(StoreError.fileExists(path: file)) }
    if dryRun {
      _ = try session.presentStore()
      let size = Session.kilobytes(Session.fileSize(try session.storePath()))
      try session.confirm(
        done: StyledText("Would copy the store\(session.arrow)\(SafeText.line(file))   \(size)"),
        isDryRun: true)
      return .success
    }
    do {
      try session.presentStore().backUp(to: file)
    } catch StoreError.cannotOpen {
      throw Failure("'\(SafeText.line(file))' can't be written. Check the path.", .cannotWrite)
    }
    let size = Session.fileSize(file)
    if global.json {
      try session.printJSON(
        SnackJSON.object([("path", .string(file)), ("bytes", .number(String(size)))]))
      return .success
    }
    try session.confirm(
      done: StyledText("Copied the store\(session.arrow)\(SafeText.line(file))   \(Session.kilobytes(size))"))
    return .success
  }
}

/// `bookstall db compact`: rebuilds the file without the room of what was deleted.
struct DatabaseCompactCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compact", abstract: "Rebuild the file without the room of what was deleted.",
      examples: ["bookstall db compact", "bookstall db compact --history 90"],
      discussion: ["With --history, changes older than so many days can't be taken back any more."])
  }

  @Option(.integer("days", in: 0...36_500), help: "Forget changes that are older than so many days.")
  var history: Int? = nil
  @Flag(help: "Say what would be done, change nothing.") var dryRun
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.presentStore()
    let path = try session.storePath()
    let before = Session.fileSize(path)
    if dryRun {
      let oldest = history.map { " and forget changes older than \($0) \($0 == 1 ? "day" : "days")" } ?? ""
      try session.confirm(
        done: StyledText("Would rebuild the store of \(Session.kilobytes(before))\(oldest)"), isDryRun: true)
      return .success
    }
    let forgotten = try store.compact(keepingHistoryOf: history)
    let after = Session.fileSize(path)
    if global.json {
      try session.printJSON(
        SnackJSON.object([
          ("before", .number(String(before))), ("after", .number(String(after))),
          ("forgotten", .number(String(forgotten))),
        ]))
      return .success
    }
    try session.confirm(
      done: StyledText(
        "Rebuilt the store   \(Session.kilobytes(before))\(session.arrow)\(Session.kilobytes(after))"
          + (history == nil ? "" : "   \(forgotten) \(forgotten == 1 ? "change" : "changes") forgotten")))
    return .success
  }
}

extension Session {
  /// The store for a command that has nothing to do without a file.
  fileprivate func presentStore() throws -> BookStore {
    let path = try storePath()
    guard access(path, F_OK) == 0 else {
      throw Failure("There is no store yet at '\(SafeText.line(path))'.", .cannotRead)
    }
    return try existingStore()
  }

  /// A file's size in bytes; 0 for none.
  static func fileSize(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// A number of bytes for people.
  static func kilobytes(_ bytes: Int) -> String {
    bytes < 1000 ? "\(bytes) B" : bytes < 1_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }
}

/// What is wrong with a store, in sentences.
struct HealthReport {
  let health: StoreHealth

  /// So many rows are named each; the rest is counted.
  private static let most = 20

  init(_ health: StoreHealth) {
    self.health = health
  }

  /// A sentence for each thing found.
  var lines: [String] {
    var lines = health.fileProblems.prefix(Self.most).map { "File: \(SafeText.excerpt($0))" }
    lines += health.brokenRows.prefix(Self.most).map { row in
      "Book \(row.book): \(row.column) '\(SafeText.excerpt(row.value))' \(Self.rule(of: row.column))."
    }
    if health.brokenRows.count > Self.most {
      lines.append("\(health.brokenRows.count - Self.most) more rows break a rule.")
    }
    if !health.untitled.isEmpty {
      let some = health.untitled.prefix(5).map(String.init).joined(separator: ", ")
      let more = health.untitled.count > 5 ? " and \(health.untitled.count - 5) more" : ""
      lines.append("Without a title: book \(some)\(more).")
    }
    return lines
  }

  private static func rule(of column: String) -> String {
    column == "rating" ? "is not 0.25 to 5 in quarter stars" : "is no day of the calendar"
  }

  /// The same for programs.
  var json: JSON {
    SnackJSON.object([
      ("sound", .bool(health.isSound)), ("file", .array(health.fileProblems.map(JSON.string))),
      (
        "rows",
        .array(
          health.brokenRows.map {
            SnackJSON.object([
              ("id", .number(String($0.book))), ("column", .string($0.column)), ("value", .string($0.value)),
            ])
          })
      ),
      ("untitled", .array(health.untitled.map { .number(String($0)) })),
    ])
  }
}
