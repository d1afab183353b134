internal import Persistence

/// The books that recorded changes concern, by what happened to them.
struct TouchedBooks {
  /// Numbers of books, kept as ranges where a whole import is meant.
  struct Numbers {
    private(set) var ranges: [ClosedRange<Int64>] = []
    private(set) var singles: Set<Int64> = []

    mutating func insert(_ range: ClosedRange<Int64>) {
      if range.count == 1 { singles.insert(range.lowerBound) } else { ranges.append(range) }
    }

    func contains(_ id: Int64) -> Bool {
      singles.contains(id) || ranges.contains { $0.contains(id) }
    }

    var count: Int { singles.count + ranges.reduce(0) { $0 + $1.count } }
  }

  private(set) var inserted = Numbers()
  private(set) var deleted: Set<Int64> = []
  private(set) var altered: Set<Int64> = []
  /// The lists of books that changed, such as their tags.
  private(set) var lists: Set<BookField> = []

  init(_ changes: [HistoryEntry.Change], in store: BookStore) throws {
    var parts: [String: Set<ClosedRange<Int64>>] = [:]
    // Noted last, since a book's parts may go before the book does.
    var owners: Set<Int64> = []
    for change in changes {
      if change.entity == Book.schema.table {
        switch change.kind {
        case .insert: inserted.insert(change.ids)
        case .delete: deleted.insert(change.ids.lowerBound)
        case .update: altered.insert(change.ids.lowerBound)
        }
      } else if let part = TouchedBooks.parts.first(where: { $0.type.schemaTable == change.entity }) {
        lists.insert(part.list)
        if change.kind == .delete {
          if case .integer(let book)? = change.values.first(where: { $0.column == "book_id" })?.before {
            owners.insert(book)
          }
        } else {
          parts[change.entity, default: []].insert(change.ids)
        }
      }
    }
    for part in TouchedBooks.parts {
      owners.formUnion(try part.type.books(ofRows: parts[part.type.schemaTable] ?? [], in: store))
    }
    altered.formUnion(owners.filter { !inserted.contains($0) && !deleted.contains($0) })
  }

  /// The one book that all of it is about.
  var single: Int64? {
    guard count == 1 else { return nil }
    return inserted.singles.first ?? deleted.first ?? altered.first
  }

  /// How many books there are.
  var count: Int { inserted.count + deleted.count + altered.count }

  /// The numbers of all books, where they are so few.
  func numbers(atMost limit: Int) -> [Int64] {
    guard count <= limit else { return [] }
    return (inserted.singles.union(inserted.ranges.flatMap(Array.init)).union(deleted).union(altered))
      .sorted()
  }

  private static let parts: [(type: any BookPart.Type, list: BookField)] = [
    (BookContributor.self, .contributors), (BookSeries.self, .series), (BookRead.self, .reads),
    (BookTag.self, .tags), (BookService.self, .services),
  ]
}

extension BookPart {
  fileprivate static var schemaTable: String { schema.table }

  /// The books that rows hang on.
  fileprivate static func books(
    ofRows ranges: Set<ClosedRange<Int64>>, in store: BookStore
  ) throws -> Set<Int64> {
    var books: Set<Int64> = []
    let singles = ranges.filter { $0.count == 1 }.map { ManagedID<Self>($0.lowerBound) }
    var conditions = ranges.filter { $0.count > 1 }.map { range in
      Where<Self>.all([.atLeast(\Self.id, range.lowerBound), .atMost(\Self.id, range.upperBound)])
    }
    if !singles.isEmpty { conditions.append(.ids(singles)) }
    for condition in conditions {
      try store.container.forEach(FetchRequest<Self>(where: condition)) { books.insert($0.bookID) }
    }
    return books
  }
}
