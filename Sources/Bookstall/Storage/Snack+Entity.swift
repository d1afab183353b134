package import Persistence

extension RowReader {
  /// The next two columns as a Chinese text and its English line.
  mutating func bilingual() throws -> Bilingual {
    Bilingual(try text(), try text())
  }
}

extension SnackHeader: PersistentModel {
  package static let schema = EntitySchema<SnackHeader>(
    "snack_header", key: \.id,
    [
      Attribute("position", \.position),
      Attribute("image", \.image),
      Attribute("headline", \.headline.chinese),
      Attribute("headline_en", \.headline.english),
      Attribute("subheadline", \.subheadline.chinese),
      Attribute("subheadline_en", \.subheadline.english),
    ])

  package init(row: inout RowReader) throws {
    let id = try row.integer()
    self.init(
      position: Int(try row.integer()), image: try row.text(), headline: try row.bilingual(),
      subheadline: try row.bilingual())
    self.id = id
  }
}

extension SnackFood: PersistentModel {
  package static let schema = EntitySchema<SnackFood>(
    "snack_food", key: \.id,
    [
      Attribute("position", \.position),
      Attribute("image", \.image),
      Attribute("title", \.title.chinese),
      Attribute("title_en", \.title.english),
      Attribute("content", \.content.chinese),
      Attribute("content_en", \.content.english),
    ])

  package init(row: inout RowReader) throws {
    let id = try row.integer()
    self.init(
      position: Int(try row.integer()), image: try row.text(), title: try row.bilingual(),
      content: try row.bilingual())
    self.id = id
  }
}

extension CookingWay: PersistentModel {
  package static let schema = EntitySchema<CookingWay>(
    "snack_cooking_way", key: \.id,
    [
      Attribute("position", \.position),
      Attribute("image", \.image),
      Attribute("title", \.title.chinese),
      Attribute("title_en", \.title.english),
    ])

  package init(row: inout RowReader) throws {
    let id = try row.integer()
    self.init(position: Int(try row.integer()), image: try row.text(), title: try row.bilingual())
    self.id = id
  }
}
