/// A snack bar of the guide: the columns of the table `snack_bar`.
package struct SnackBar: Equatable, Sendable {
  /// The number people call it by, from 1; 0 before the first save.
  package var id: Int64 = 0
  /// The place in the guide, from 0.
  package var position: Int
  /// The picture's name: the dish, `-bar-` and a number.
  package var image: String
  /// The bar's name.
  package var title: Bilingual
  /// The line that makes it tempting.
  package var headline: Bilingual
  /// Nil when not rated.
  package var rating: Rating?
  /// How many diners it seats.
  package var serves: Int
  /// Minutes until the dish is on the table.
  package var preparation: Int
  /// How sought after it is; 0 and more, without an upper end.
  package var hot: Int
  /// Whether the reader marked it.
  package var isBookmarked = false

  /// A bar that is not saved yet.
  package init(
    position: Int, image: String, title: Bilingual, headline: Bilingual, rating: Rating?, serves: Int,
    preparation: Int, hot: Int
  ) {
    self.position = position
    self.image = image
    self.title = title
    self.headline = headline
    self.rating = rating
    self.serves = serves
    self.preparation = preparation
    self.hot = hot
  }
}

/// A snack bar with everything that hangs on it.
package struct SnackBarRecord: Equatable, Sendable {
  /// The bar itself.
  package var bar: SnackBar
  /// Paragraphs in order; the same text may stand twice.
  package var introduction: [Bilingual]
  /// Steps in order; the same text may stand twice.
  package var method: [Bilingual]

  /// A bar and its texts.
  package init(bar: SnackBar, introduction: [Bilingual] = [], method: [Bilingual] = []) {
    self.bar = bar
    self.introduction = introduction
    self.method = method
  }
}
