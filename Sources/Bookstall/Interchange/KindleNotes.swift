/// The highlights and notes of a Kindle as the private notes of their book.
///
/// The columns of the book's record say what was clipped and where; the words stand among the notes, where they are
/// shown and found. Bookmarks have none.
enum KindleNotes {
  /// The words of all clippings, parted by blank lines; nil where there are none.
  static func text(of columns: [OtherColumns.Column]) -> String? {
    joined(columns.compactMap(words))
  }

  /// The notes with what a file of clippings adds to them; nil where the row's notes are not those of a Kindle.
  ///
  /// A clipping that the book has already is not added again, even where the reader has taken it out of the notes.
  static func notes(of existing: BookRecord, with incoming: BookRecord) -> String? {
    guard let new = incoming.services.first(where: isKindle), let notes = incoming.book.privateNotes,
      notes == text(of: new.other.columns)
    else { return nil }
    guard let old = existing.book.privateNotes else { return notes }
    let known = Set(existing.services.filter(isKindle).flatMap(\.other.columns))
    var paragraphs = [old]
    for column in new.other.columns where !known.contains(column) {
      if let text = words(of: column), !contains(text, in: paragraphs) { paragraphs.append(text) }
    }
    return joined(paragraphs)
  }

  private static func isKindle(_ service: ServiceRecord) -> Bool {
    service.service == KindleClippings.service
  }

  private static func words(of column: OtherColumns.Column) -> String? {
    column.text.isEmpty || KindleMark("- " + column.name)?.kind == .bookmark ? nil : column.text
  }

  private static func joined(_ paragraphs: [String]) -> String? {
    paragraphs.isEmpty ? nil : paragraphs.joined(separator: "\n\n")
  }

  /// Whether a text stands among the notes by itself, between blank lines.
  private static func contains(_ text: String, in paragraphs: [String]) -> Bool {
    paragraphs.contains { ("\n\n" + $0 + "\n\n").contains("\n\n" + text + "\n\n") }
  }
}

extension Merge {
  /// Unites the clippings of a Kindle, and merges all other notes like any text.
  mutating func mergePrivateNotes() {
    guard let notes = KindleNotes.notes(of: record, with: incoming) else {
      return merge(.privateNotes, \.book.privateNotes, text: { $0 })
    }
    guard notes != record.book.privateNotes else { return }
    changes.append(FieldChange(field: .privateNotes, old: record.book.privateNotes, new: notes))
    record.book.privateNotes = notes
  }
}
