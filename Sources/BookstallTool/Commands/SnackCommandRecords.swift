import Bookstall
import Presentation

/// Snacks as JSON with stable keys.
enum SnackJSON {
  /// An object of members in order.
  static func object(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { JSON.Member(name: $0.0, value: $0.1) })
  }

  static func value(_ header: SnackHeader) -> JSON {
    object(
      [("id", .number(String(header.id))), ("image", .string(header.image))]
        + texts("headline", header.headline) + texts("subheadline", header.subheadline))
  }

  static func value(_ food: SnackFood) -> JSON {
    object(
      [("number", .number(String(food.position))), ("image", .string(food.image))]
        + texts("title", food.title) + texts("content", food.content))
  }

  static func value(_ way: CookingWay) -> JSON {
    object([("id", .number(String(way.id))), ("image", .string(way.image))] + texts("title", way.title))
  }

  static func value(_ bar: SnackBar) -> JSON {
    object(members(of: bar))
  }

  static func value(_ record: SnackBarRecord) -> JSON {
    object(
      members(of: record.bar) + [
        ("introduction", .array(record.introduction.map { object(texts("content", $0)) })),
        ("method", .array(record.method.map { object(texts("content", $0)) })),
      ])
  }

  private static func members(of bar: SnackBar) -> [(String, JSON)] {
    [("id", .number(String(bar.id))), ("image", .string(bar.image))] + texts("title", bar.title)
      + texts("headline", bar.headline) + [
        ("rating", bar.rating.map { .number($0.text) } ?? .null), ("serves", .number(String(bar.serves))),
        ("preparation", .number(String(bar.preparation))), ("hot", .number(String(bar.hot))),
        ("bookmarked", .bool(bar.isBookmarked)),
      ]
  }

  /// The text under its name and its English line under the name with `En` behind.
  private static func texts(_ name: String, _ text: Bilingual) -> [(String, JSON)] {
    [(name, .string(text.chinese)), (name + "En", .string(text.english))]
  }
}

/// Snacks as one record per line, fields between tabs, nothing cut.
enum SnackPlain {
  static func row(_ header: SnackHeader) -> String {
    fields([String(header.id)], header.headline, header.subheadline)
  }

  static func row(_ food: SnackFood) -> String {
    fields([String(food.position)], food.title, food.content)
  }

  static func row(_ way: CookingWay) -> String {
    fields([String(way.id)], way.title)
  }

  /// A line for the bar, then one for each paragraph and each step, with its number.
  static func lines(_ record: SnackBarRecord) -> [String] {
    ["bar\t" + SnackBarTable.plainRow(record.bar), fields(["headline"], record.bar.headline)]
      + record.introduction.enumerated().map { fields(["introduction", String($0 + 1)], $1) }
      + record.method.enumerated().map { fields(["step", String($0 + 1)], $1) }
  }

  private static func fields(_ first: [String], _ texts: Bilingual...) -> String {
    (first + texts.flatMap { [SafeText.line($0.chinese), SafeText.line($0.english)] }).joined(separator: "\t")
  }
}
