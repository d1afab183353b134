import Foundation

@testable import Bookstall

extension BookRecord {
  /// The record in the shape of `expected.json`.
  func asExpected() -> [String: Any] {
    func value(_ any: (some Any)?) -> Any { any.map { $0 as Any } ?? NSNull() }
    return [
      "title": value(book.title), "author": value(book.author), "additionalAuthors": additionalAuthors,
      "contributors": contributors.map { ["name": $0.name, "role": $0.role] },
      "series": series.map { ["name": $0.name, "number": value($0.number)] },
      "isbn13": value(book.isbn13), "rating": value(book.rating?.stars), "review": value(book.review),
      "status": value(book.status?.rawValue), "dateAdded": value(book.dateAdded?.text),
      "dateStarted": value(dateStarted?.text), "dateFinished": value(dateFinished?.text),
      "reads": reads.map {
        [
          "started": value($0.started?.text), "finished": value($0.finished?.text),
          "stopped": value($0.stopped?.text),
        ]
      },
      "pages": value(book.pages), "year": value(book.year), "originalYear": value(book.originalYear),
      "publisher": value(book.publisher), "tags": tags, "readCount": value(book.readCount),
      "sourceId": value(services.first?.serviceID), "highlights": highlights,
    ]
  }

  /// What was clipped on a Kindle, as its columns tell.
  private var highlights: [[String: Any]] {
    services.filter { $0.service == "kindle" }.flatMap(\.other.columns).compactMap { column in
      guard let mark = KindleMark("- " + column.name) else { return nil }
      func value(_ any: (some Any)?) -> Any { any.map { $0 as Any } ?? NSNull() }
      return [
        "type": value(mark.kind?.rawValue), "page": value(mark.page), "location": value(mark.location),
        "addedAt": value(mark.addedAt), "text": column.text.isEmpty ? NSNull() : column.text,
      ]
    }
  }
}

extension CaseFile {
  /// A file of the cases as a source of bytes, in chunks of the size given.
  static func source(_ name: String, chunk: Int = 1 << 16) throws -> () throws -> [UInt8] {
    var rest = try Array(data(name))[...]
    return {
      defer { rest = rest.dropFirst(chunk) }
      return Array(rest.prefix(chunk))
    }
  }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  static func url(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/cases/" + name)
  }

  /// All rows of a source with what became of them.
  static func outcomes(_ read: @escaping () throws -> [UInt8], _ options: ImportOptions = ImportOptions())
    throws -> (service: String, outcomes: [RowOutcome])
  {
    var rows = try RowSources.open(read, options)
    var outcomes: [RowOutcome] = []
    while let (_, outcome) = try rows.next() { outcomes.append(outcome) }
    return (rows.service, outcomes)
  }

  /// All rows of a text.
  static func outcomes(text: String, _ options: ImportOptions = ImportOptions()) throws -> [RowOutcome] {
    var rest: [UInt8]? = Array(text.utf8)
    return try outcomes(
      {
        defer { rest = nil }
        return rest ?? []
      }, options
    ).outcomes
  }

  /// The books of a text, in order.
  static func books(text: String, _ options: ImportOptions = ImportOptions()) throws -> [BookRecord] {
    try outcomes(text: text, options).compactMap(\.book)
  }
}

extension RowOutcome {
  var book: BookRecord? {
    guard case .book(let record, _) = self else { return nil }
    return record
  }

  var warnings: [ImportWarning] {
    switch self {
    case .book(_, let warnings), .refused(_, let warnings): warnings
    case .skipped: []
    }
  }

  var rowProblem: RowProblem? {
    switch self {
    case .book: nil
    case .refused(let problem, _), .skipped(let problem): problem
    }
  }
}
