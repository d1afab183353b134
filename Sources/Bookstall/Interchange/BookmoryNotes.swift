/// The notes of a Bookmory backup, found by the books that they name.
///
/// The app's documents are described nowhere. So a note belongs to the book whose key one of its members is, and its
/// text is the member that holds Quill's operations, or else one that is named like a text.
struct BookmoryNotes {
  private(set) var ofBook: [String: [BookmoryNote]] = [:]
  /// The keys of the notes that have a book.
  private(set) var taken: Set<String> = []
  private let books: Set<String>

  /// Knows the keys of the books that there are.
  init(booksWithKeys books: Set<String>) {
    self.books = books
  }

  /// Takes one row of the table: store, key, document, deleted.
  mutating func take(_ cells: [String?]) {
    guard let key = cells[1], let document = cells[2], let note = (try? JSON(document))?.withoutNULs,
      case .object(let members) = note
    else { return }
    let book = members.lazy.compactMap { Self.name(of: $0.value) }.first { books.contains($0) && $0 != key }
    guard let book else { return }
    taken.insert(key)
    ofBook[book, default: []].append(BookmoryNote(key: key, document: document, members: members))
  }

  private static func name(of value: JSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let digits): digits
    default: nil
    }
  }
}

/// One note of a Bookmory backup.
struct BookmoryNote {
  /// The words without their formats; nil for a note of pictures alone.
  let text: String?
  /// The document as it came, since its formats and dates have no place in a book.
  let column: OtherColumns.Column

  init(key: String, document: String, members: [JSON.Member]) {
    column = OtherColumns.Column(name: "note " + key, text: document)
    let quill = members.lazy.compactMap { BookmoryNote.words(ofOperations: $0.value) }.first
    let plain = members.first { BookmoryNote.textNames.contains($0.name) }?.value.text
    text = (quill ?? plain).flatMap(TextNormalisation.paragraphs)
  }

  private static let textNames: Set<String> = ["text", "content", "note", "memo", "body"]

  /// The text of `[{"insert": "…"}]`, of `{"ops": […]}`, or of a string that holds either.
  private static func words(ofOperations value: JSON) -> String? {
    if let text = value.text {
      guard let first = text.utf8.first(where: { $0 > 0x20 }),
        first == UInt8(ascii: "[") || first == UInt8(ascii: "{"),
        let inner = try? JSON(text), inner.text == nil
      else { return nil }
      return words(ofOperations: inner)
    }
    if let operations = value["ops"] { return words(ofOperations: operations) }
    guard let operations = value.elements, operations.contains(where: { $0["insert"] != nil }) else {
      return nil
    }
    return operations.compactMap { $0["insert"]?.text }.joined()
  }
}
