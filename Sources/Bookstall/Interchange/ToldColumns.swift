/// Columns of the services that a book tells in other ways, so that nothing is lost where they are not written.
enum ToldColumns {
  /// Whether a column that a book keeps of a service says only what the book says itself.
  static func tell(_ name: String, of service: String) -> Bool {
    // What a Kindle's clippings say stands among the notes.
    if service == KindleClippings.service { return true }
    if service == BookmoryBackup.service, name.hasPrefix("note ") { return true }
    return names[service]?.contains(name.lowercased()) ?? false
  }

  private static let names: [String: Set<String>] = {
    var names = Dictionary(
      uniqueKeysWithValues: ImportTable.formats.map { format in
        (format.service, Set(ImportField.allCases.flatMap { format.names(of: $0) }.map { $0.lowercased() }))
      })
    for (service, more) in others { names[service, default: []].formUnion(more) }
    return names
  }()

  /// Columns that formats read beside those of single fields.
  private static let others: [String: Set<String>] = [
    Goodreads.service: ["author l-f", "bookshelves with positions", "read_dates", "genres"],
    StoryGraph.service: ["isbn/uid", "isbn", "dates read", "last date read"],
    LibraryThing.service: [
      "primary author", "primary author role", "secondary author", "secondary author roles", "date",
      "publication", "isbns", "review", "collections",
    ],
    BookWyrm.service: ["shelf", "shelf_name"],
    Libib.service: ["item_type", "first_name", "last_name"],
    Openreads.service: ["deleted", "readings"],
    OpenLibrary.service: ["work id"],
    ReadingList.service: ["lists"],
    Calibre.service: ["pubdate", "timestamp"],
    BookmoryBackup.service: ["author", "isbn", "isbn13", "created_at", "status_list", "reads", "publisher"],
  ]
}

extension FlattenReport {
  /// Counts the columns of a book that its format has no column for, by their names.
  mutating func countUnwritten(of record: BookRecord, service: String, written: Set<String>) {
    for source in record.services where !source.other.isEmpty {
      source.other.forEachName { bytes in
        let name = OtherColumns.name(fromJSON: bytes)
        let isWritten =
          source.service == service
          ? written.contains(name.lowercased()) : ToldColumns.tell(name, of: source.service)
        if isWritten || (unwrittenColumns.count >= FlattenReport.columnLimit && unwrittenColumns[name] == nil)
        {
          return
        }
        unwrittenColumns[name, default: 0] += 1
      }
    }
  }

  /// As many different names are counted.
  private static let columnLimit = 1000
}
