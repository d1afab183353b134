import Bookstall

/// What `help` knows beside the commands.
enum HelpTopic: String, CaseIterable {
  case environment
  case exitCodes = "exit-codes"
  case files
  case formats
  case keys

  /// What the topic is about, as a sentence.
  var abstract: String {
    switch self {
    case .environment: "The environment variables."
    case .exitCodes: "The exit codes."
    case .files: "Where the store, drafts and answers are kept."
    case .formats: "What import reads and export writes."
    case .keys: "The keys of the form, of questions and of snack -i."
    }
  }

  /// The topics for help pages.
  static var rows: [(label: String, text: String)] { allCases.map { ($0.rawValue, $0.abstract) } }

  /// The topic's page, wrapped to the width.
  func page(width: Int) -> String {
    sections.map { HelpPage.list($0.title, rows: $0.rows, width: width) }.joined(separator: "\n")
  }

  private typealias Section = (title: String, rows: [(label: String, text: String)])

  private var sections: [Section] {
    switch self {
    case .environment:
      [("ENVIRONMENT", EnvironmentVariable.allCases.map { ($0.rawValue, $0.meaning) })]
    case .exitCodes: [("EXIT CODES", ExitStatus.allCases.map { (String($0.rawValue), $0.meaning) })]
    case .files: [("FILES", HelpTopic.fileRows), ("A BOOK BY ANOTHER PROGRAM", HelpTopic.rowRows)]
    case .formats: HelpTopic.formatSections
    case .keys: HelpTopic.keySections
    }
  }

  /// The files beside those that the user names, which the manual lists too.
  static let fileRows: [(label: String, text: String)] = [
    (
      "books.db",
      "The store, an SQLite database: the file of --db, else BOOKSTALL_DB, else $XDG_DATA_HOME/bookstall/books.db, "
        + "else ~/.local/share/bookstall/books.db. Folders are made for their owner alone."
    ),
    (
      "add.json, edit-BOOK.json",
      "The answers of forms left early, for seven days, in $XDG_STATE_HOME/bookstall, else "
        + "~/.local/state/bookstall."
    ),
    (
      "NAME.refused.csv",
      "The rows that an import refused, beside the file that was imported; mended they can be imported."
    ),
    (
      "books.db.2026-05-04-080910",
      "The store as it was before 'db restore', beside it, with the day and the time."
    ),
  ]

  private static let rowRows: [(label: String, text: String)] = [
    ("uuid", "All that a row of the table book must have; tells a book from others when files are imported."),
    (
      "genre", "Better not left out: a book without one shows as Fantasy and is counted as none."
    ),
    (
      "example",
      "INSERT INTO book (uuid, title, genre) VALUES (lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || "
        + "substr(hex(randomblob(2)), 2) || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))), "
        + "'Emma', 'Romance');"
    ),
  ]

  private static var formatSections: [Section] {
    let own: [(label: String, text: String)] = [
      ("csv", "Every field; comes back as it was: UTF-8, a header, CRLF, RFC 4180. Empty cells say nothing."),
      ("tsv", "The same with tabs between the cells."),
      ("json", "An array of books, as 'list --json' prints it."),
      ("markdown", "A page to read."),
      ("goodreads", "The table that most services read."),
      ("hardcover, libib, openreads, bookwyrm", "The tables that these four import."),
    ]
    return [
      ("EXPORT WRITES (--format)", own),
      (
        "IMPORT READS (--format)",
        [
          (
            "services",
            "Recognised by the content: " + BookStore.importFormats.joined(separator: ", ")
              + ". ZIP archives are opened, any encoding is read."
          ),
          (
            "other tables",
            "Any CSV with a title column; --map says what its columns mean: "
              + ImportField.allCases.map(\.rawValue).joined(separator: ", ") + "."
          ),
        ]
      ),
      (
        "VALUES",
        [
          ("ratings", "0.25 to 5 in quarter stars: 4, 4.5 or 4,5, 4/5; empty means not rated."),
          ("days", "2024-05-04, 2024-05 or 2024."),
          ("series", "Earthsea #1; several between semicolons."),
          ("readings", "2020-01..2020-03 4.5: better than I knew."),
        ]
      ),
    ]
  }

  private static let keySections: [Section] = [
    (
      "THE FORM (add, edit)",
      [
        ("Enter, Down", "Next field; after the last one the form asks whether to save."),
        ("Shift-Tab, Up", "Field before; answers stay. Page Up and Page Down go to the first and the last."),
        (
          "Tab",
          "Takes what is proposed from the store, again for the next; Esc takes it back. It never leaves the field."
        ),
        ("Left, Right", "Move the cursor, and change stars by one; a digit begins a rating anew."),
        ("Shift-Left, -Right", "Move by words, and change stars by a quarter, as with Ctrl or Alt."),
        ("Ctrl-A, Ctrl-E", "Start and end of the line, as Home and End."),
        (
          "Ctrl-U, Ctrl-K, Ctrl-W", "Delete to the start, to the end, the word before; Ctrl-Y brings it back."
        ),
        ("Alt-Enter", "A new line in the review; Ctrl-O opens it in $EDITOR."),
        ("Ctrl-L", "Draws the screen again. Ctrl-Z stops, fg goes on."),
        ("Ctrl-C, Esc Esc", "Leave; answers are kept for seven days: --resume. Ctrl-D leaves an empty form."),
        ("y, e, n", "At the end: save, edit again, don't save; answers are kept then, too."),
      ]
    ),
    (
      "QUESTIONS (--accessible)",
      [
        ("Enter", "Keeps what is offered."), ("<", "Goes back to the question before."),
        ("-", "Clears what is offered."), ("y, e, m, n", "Save, edit, more fields, no; or 1, 2, 4, 3."),
        (".", "Ends a review, as an empty line does."), ("Ctrl-C", "Leaves; answers are kept."),
      ]
    ),
    (
      "BROWSING (snack -i)",
      [
        ("Left, Right", "Before and next, as p and n."), ("Up, Down", "Scroll; Space and b by pages."),
        ("Enter", "Opens and closes the detail view."), ("q, Esc", "Closes it, or leaves."),
      ]
    ),
  ]
}
