import Testing

/// A command that can't succeed, how it ends, and its sentence; `$` stands for the test's folder and `%` for the
/// version of the store.
struct FailingCommand: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let status: Int32
  let sentence: String
  var hasUsage: Bool { status == 64 }
  var testDescription: String { arguments.joined(separator: " ") }

  init(_ arguments: String..., status: Int32, _ sentence: String) {
    self.arguments = arguments
    self.status = status
    self.sentence = sentence
  }

  static let all = [
    // 3: no such book, or several.
    FailingCommand("show", "99", status: 3, "No book fits '99'. See what there is with: bookstall list"),
    FailingCommand(
      "rate", "nowhere", "3", status: 3, "No book fits 'nowhere'. See what there is with: bookstall list"),
    FailingCommand(
      "edit", "#99", "--genre", "x", status: 3, "No book fits '#99'. See what there is with: bookstall list"),
    FailingCommand(
      "rm", "1", "99", "--yes", status: 3, "No book fits '99'. See what there is with: bookstall list"),
    // 64: the command line.
    FailingCommand("lsit", status: 64, "Unknown command 'lsit'. Did you mean 'list'?"),
    FailingCommand("exp", status: 64, "Unknown command 'exp'. Did you mean 'export'?"),
    FailingCommand("list", "--jsn", status: 64, "Unknown option '--jsn'. Did you mean '--json'?"),
    FailingCommand("list", "--json", "--plain", status: 64, "'--json' and '--plain' can't go together."),
    FailingCommand("rate", "1", status: 64, "Missing expected argument '<stars>'."),
    FailingCommand(
      "rate", "1", "7", status: 64,
      "The value '7' is invalid for '<stars>': use 0.25 to 5 in quarter stars (0 clears)."),
    FailingCommand("show", "1", "2", status: 64, "Unexpected argument '2'."),
    FailingCommand("edit", "1", status: 64, "Nothing to change; name a field, such as '--genre <genre>'."),
    FailingCommand(
      "rm", "1", "--no-input", status: 64, "Deleting needs '--yes'; '--no-input' forbids to ask."),
    FailingCommand(
      "import", "x", "--on-conflict", "kep", status: 64,
      "The value 'kep' is invalid for '--on-conflict <way>': use fill, overwrite, keep or ask. "
        + "Did you mean 'keep'?"),
    // 66: what can't be read.
    FailingCommand(
      "import", "$/none.csv", status: 66,
      "'$/none.csv' can't be read: No such file or directory. Check the path."),
    FailingCommand("import", "$/folder", status: 66, "'$/folder' is a folder; name a file."),
    FailingCommand(
      "import", "$/empty.csv", status: 66, "'$/empty.csv' is empty; there is no header and no row to read."),
    FailingCommand(
      "import", "$/page.csv", status: 66,
      "'$/page.csv' is a web page, not a table. Download the export itself."),
    FailingCommand(
      "import", "$/table.csv", status: 66,
      "'$/table.csv' has no header that Bookstall knows. Found: Date, High. "
        + "Known: bookstall, goodreads, storygraph, librarything, bookwyrm, hardcover, libib, openreads, openlibrary, "
        + "readinglist, calibre, literal, notion, generic, kindle or bookmory, by --format. "
        + "Of a table of your own say what its columns mean: --map title=COLUMN,author=COLUMN."),
    FailingCommand(
      "import", "$/data.csv", status: 66,
      "'$/data.csv' is JSON, and not Bookstall's own; such a file comes with the data of an account. Import the "
        + "service's CSV export: Goodreads has it at My Books > Import and export, StoryGraph at Manage account, "
        + "Hardcover and BookWyrm in the settings."),
    FailingCommand(
      "list", "--db", "$/folder", status: 66,
      "'$/folder' can't be opened. Check the path or name another file with --db."),
    FailingCommand(
      "add", "--title", "x", "--db", "$/empty.csv/x", status: 66,
      "'$/empty.csv/x' can't be opened. Check the path or name another file with --db."),
    FailingCommand(
      "show", "1", "--db", "$/page.csv", status: 66,
      "'$/page.csv' is no SQLite database. Check the path or name another file with --db."),
    FailingCommand(
      "add", "--title", "x", "--db", "$/table.csv", status: 66,
      "'$/table.csv' is no SQLite database. Check the path or name another file with --db."),
    FailingCommand(
      "list", "--db", "$/foreign.db", status: 66,
      "'$/foreign.db' belongs to another program. Check the path or name another file with --db."),
    FailingCommand(
      "add", "--title", "x", "--db", "$/newer.db", status: 66,
      "'$/newer.db' was written by a newer Bookstall (format 99; this one knows %). Update Bookstall."),
    FailingCommand(
      "add", "--title", "x", "--review-file", "$/none.txt", status: 66,
      "'$/none.txt' can't be read: No such file or directory. Check the path."),
    // 73: what can't be written.
    FailingCommand(
      "export", "$/folder", status: 73, "'$/folder' can't be written: Is a directory. Check the path."),
    FailingCommand(
      "export", "$/none/x.csv", status: 73,
      "'$/none/x.csv' can't be written: No such file or directory. Check the path."),
    FailingCommand(
      "export", "$/table.csv", status: 73, "'$/table.csv' exists. Use --force, another name, or - for output."
    ),
    FailingCommand(
      "export", "/dev/full", status: 73,
      "'/dev/full' can't be written: No space left on device. Make room and try again."),
  ]
}
