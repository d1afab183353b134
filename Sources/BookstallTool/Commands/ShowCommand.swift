import Bookstall
import Presentation

/// `bookstall show`: one book in the detail view; never writes.
struct ShowCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", foreignNames: ["view", "open", "get"],
      abstract: "Show one book in the detail view.",
      examples: ["bookstall show 42", "bookstall show earthsea", "bookstall show 42 --json"])
  }

  @Argument(.text("book"), help: "A number, a title, or a part of one.") var book = ""
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    try session.show(try session.record(book, in: session.existingStore()))
    return .success
  }
}

extension Session {
  /// Writes one book: the detail view, JSON, or a line for each field between tabs.
  func show(_ record: BookRecord) throws {
    if global.json { return try printJSON(record) }
    guard global.plain else { return try console.write(BookDetail(record, output).text) }
    try print("id\t\(record.book.id)")
    for field in BookField.allCases {
      let text = FieldText.text(of: field, in: record).map(SafeText.line) ?? ""
      try print("\(FieldText.key(of: field))\t\(text)")
    }
  }
}
