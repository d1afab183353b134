/// Finds the header of another service's table within a table, as where two exports were put one behind the other.
struct OtherHeaders {
  private var isBelow = false

  /// Why a row can't be read under the table's header.
  mutating func problem(of fields: [String]) -> RowProblem? {
    if let service = OtherHeaders.service(of: fields) {
      isBelow = true
      return .otherHeader(service: service)
    }
    return isBelow ? .belowOtherHeader : nil
  }

  /// The table's own header has come again.
  mutating func end() {
    isBelow = false
  }

  private static func service(of fields: [String]) -> String? {
    // A glance at the first cell spares nearly all rows the look at the others.
    guard fields.count > 2, let first = fields.first, first.utf8.count <= longest,
      firstNames.contains(first.lowercased())
    else { return nil }
    let formats = ImportTable.formats.filter { $0 != GenericTable.self && $0 != Notion.self }
    return formats.first { $0.recognises(header: fields) }?.service
  }

  /// The names with which the exports of services begin.
  private static let firstNames: Set<String> = [
    "book id", "title", "work id", "item_type", "isbn-13", "id", "author_sort", "authors", "uuid",
    "hardcover book id",
  ]
  private static let longest = firstNames.map(\.utf8.count).max() ?? 0
}
