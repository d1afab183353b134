package import Persistence

extension SnackBar: PersistentModel {
  package static let schema = EntitySchema<SnackBar>(
    "snack_bar", key: \.id,
    [
      Attribute("position", \.position),
      Attribute("image", \.image),
      Attribute("title", \.title.chinese),
      Attribute("title_en", \.title.english),
      Attribute("headline", \.headline.chinese),
      Attribute("headline_en", \.headline.english),
      Attribute("rating", \.rating),
      Attribute("serves", \.serves),
      Attribute("preparation", \.preparation),
      Attribute("hot", \.hot),
      Attribute("is_bookmarked", \.isBookmarked),
    ])

  /// What introduces it, in order.
  package static let paragraphs = OrderedToMany<SnackBar, SnackBarParagraph>(\.barID, position: \.position)
  /// How its dish is made, in order.
  package static let steps = OrderedToMany<SnackBar, SnackBarStep>(\.barID, position: \.position)

  package init(row: inout RowReader) throws {
    let id = try row.integer()
    self.init(
      position: Int(try row.integer()), image: try row.text(), title: try row.bilingual(),
      headline: try row.bilingual(), rating: try row.realIfPresent().map(Rating.init(stored:)),
      serves: Int(try row.integer()), preparation: Int(try row.integer()), hot: Int(try row.integer()))
    self.id = id
    isBookmarked = try row.value()
  }

  package func validate() -> [ValidationFailure] {
    var failures: [ValidationFailure] = []
    if let rating, !rating.isValid {
      failures.append(ValidationFailure(column: "rating", rule: "is 0.25 to 5 in quarter stars"))
    }
    if serves < 1 { failures.append(ValidationFailure(column: "serves", rule: "is at least 1")) }
    if preparation < 1 { failures.append(ValidationFailure(column: "preparation", rule: "is at least 1")) }
    if hot < 0 { failures.append(ValidationFailure(column: "hot", rule: "is at least 0")) }
    return failures
  }
}

/// A paragraph that introduces a snack bar.
package struct SnackBarParagraph: PersistentModel {
  package var id: Int64 = 0
  /// The key of the bar.
  package var barID: Int64
  /// The place among the bar's rows of the same kind, from 0.
  package var position: Int
  /// The text.
  package var content: Bilingual

  package static let schema = EntitySchema<SnackBarParagraph>(
    "snack_bar_paragraph", key: \.id,
    [
      .reference("bar_id", \.barID, to: SnackBar.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("content", \.content.chinese),
      Attribute("content_en", \.content.english),
    ])

  /// The bar that it introduces.
  package static let bar = SnackBar.paragraphs.inverse

  package init(row: inout RowReader) throws {
    id = try row.integer()
    barID = try row.integer()
    position = Int(try row.integer())
    content = try row.bilingual()
  }
}

/// A step of the way a snack bar's dish is made.
package struct SnackBarStep: PersistentModel {
  package var id: Int64 = 0
  /// The key of the bar.
  package var barID: Int64
  /// The place among the bar's rows of the same kind, from 0.
  package var position: Int
  /// The text.
  package var content: Bilingual

  package static let schema = EntitySchema<SnackBarStep>(
    "snack_bar_step", key: \.id,
    [
      .reference("bar_id", \.barID, to: SnackBar.self, onDelete: .cascade),
      Attribute("position", \.position),
      Attribute("content", \.content.chinese),
      Attribute("content_en", \.content.english),
    ])

  /// The bar whose dish is made so.
  package static let bar = SnackBar.steps.inverse

  package init(row: inout RowReader) throws {
    id = try row.integer()
    barID = try row.integer()
    position = Int(try row.integer())
    content = try row.bilingual()
  }
}
