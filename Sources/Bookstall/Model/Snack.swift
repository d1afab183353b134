/// A banner of the snack guide: a picture with a caption.
package struct SnackHeader: Equatable, Sendable {
  package var id: Int64 = 0
  /// The place in the row of banners, from 0.
  package var position: Int
  /// The picture's name: the dish, `-slice-` and a number.
  package var image: String
  /// The large line of the caption.
  package var headline: Bilingual
  /// The small line below it.
  package var subheadline: Bilingual

  /// A banner that is not saved yet.
  package init(position: Int, image: String, headline: Bilingual, subheadline: Bilingual) {
    self.position = position
    self.image = image
    self.headline = headline
    self.subheadline = subheadline
  }
}

/// A dish of the snack guide with what is worth knowing of it.
package struct SnackFood: Equatable, Sendable {
  package var id: Int64 = 0
  /// The number people call it by, 0 to 11.
  package var position: Int
  /// The picture's name: the dish, `-fact-` and a number.
  package var image: String
  /// The name of the dish.
  package var title: Bilingual
  /// What is worth knowing of the dish.
  package var content: Bilingual

  /// A dish that is not saved yet.
  package init(position: Int, image: String, title: Bilingual, content: Bilingual) {
    self.position = position
    self.image = image
    self.title = title
    self.content = content
  }
}

/// A way of cooking, such as 蒸.
package struct CookingWay: Equatable, Sendable {
  package var id: Int64 = 0
  /// The place in the table, from 0: four go down the left side, four down the right.
  package var position: Int
  /// The icon's name.
  package var image: String
  /// The name of the way.
  package var title: Bilingual

  /// A way that is not saved yet.
  package init(position: Int, image: String, title: Bilingual) {
    self.position = position
    self.image = image
    self.title = title
  }
}
