/// Hardcover's library export: people with roles in any order, genres and tags as lists or JSON arrays.
package struct Hardcover: TableFormat {
  package static let service = "hardcover"
  static let people = PeopleStyle.commasWithRoles
  static let lists = ListStyle.arrayOrCommas
  static let names: [ImportField: [String]] = [
    .title: ["Title"], .author: ["Author"], .series: ["Series"], .status: ["Status"], .isbn13: ["ISBN 13"],
    .isbn: ["ISBN 10"], .pages: ["Pages"], .year: ["Publish Date"], .publisher: ["Publisher"],
    .tags: ["Genres", "Tags", "Lists"], .dateAdded: ["Date Added"], .started: ["Date Started"],
    .finished: ["Date Finished"], .rating: ["Rating"], .review: ["Review"], .privateNotes: ["Private Notes"],
    .id: ["Hardcover Book ID"],
  ]

  var table: BookTable

  package static let marks = ["Hardcover Book ID"] + others
  private static let others = [
    "Hardcover Edition ID", "Review Slate", "Review Contains Spoilers", "Duration in Seconds",
    "Compilation",
    "Sponsored Review",
  ]

  /// Takes the name of its ids, or several of the others that only this service uses.
  package static func recognises(header: [String]) -> Bool {
    let map = HeaderMap(header)
    return map["Hardcover Book ID"] != nil || map.count(of: others) >= 2
  }
}
