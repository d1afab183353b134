import Bookstall
import Glibc

// The drafts of forms that change a book, which may be gone by the time that somebody goes on with them.

extension EntryDraft {
  /// The book that a form changes, as it was when the form opened.
  struct Subject: Equatable {
    /// The book's number.
    var number: Int64
    /// What the form's fields said.
    var values: [FormField: String]
  }

  /// The drafts of forms that change books, each by the name of its files.
  static func edits(_ environment: Environment) -> [(name: String, waiting: Waiting)] {
    let names = Set(fileNames(environment).compactMap(editName)).sorted()
    let all = names.flatMap { name in
      EntryDraft(name, environment: environment).all.map { (name: name, waiting: $0) }
    }
    return all.sorted { $0.waiting.saved > $1.waiting.saved }
  }

  /// Whether drafts of that name are of forms that change a book.
  static func isEdit(_ name: String) -> Bool { name.hasPrefix(editPrefix) }

  /// What the drafts of forms that change a book are called.
  static func name(ofEditing uuid: String) -> String { editPrefix + uuid }

  /// The book that forms of that name change.
  static func editedBook(_ name: String) -> String { String(name.dropFirst(editPrefix.count)) }

  /// The smallest number that no such draft has; those of new books are numbered below.
  static func freeEditNumber(_ environment: Environment) -> Int {
    let taken = Set(edits(environment).map(\.waiting.number))
    return (most + 1...most + 1 + taken.count).first { !taken.contains($0) } ?? most + 1
  }

  private static let editPrefix = "edit-"
  private static let uuidLength = 36

  /// The draft's name in a file's, which may have a number behind it.
  private static func editName(_ file: String) -> String? {
    guard file.hasPrefix(editPrefix), file.hasSuffix(".json") else { return nil }
    let name = file.prefix(editPrefix.count + uuidLength)
    return name.utf8.count == editPrefix.count + uuidLength ? String(name) : nil
  }

  private static func fileNames(_ environment: Environment) -> [String] {
    guard let path = StateFile("", environment: environment)?.path, let folder = opendir(path) else {
      return []
    }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }
}

extension EntryDraft.Subject {
  /// The book of a record.
  init(_ record: BookRecord) {
    number = record.book.id
    values = [:]
    for field in FormField.allCases {
      let text = field.text(of: record)
      if !text.isEmpty { values[field] = text }
    }
  }
}
