internal import Persistence

/// The whole snack guide.
package struct SnackGuideRecord: Equatable, Sendable {
  /// The banners, in order.
  package var headers: [SnackHeader]
  /// The ways of cooking, in order.
  package var ways: [CookingWay]
  /// The dishes, in order.
  package var foods: [SnackFood]
  /// The snack bars with their texts, in order.
  package var bars: [SnackBarRecord]

  /// A guide out of its parts.
  package init(
    headers: [SnackHeader] = [], ways: [CookingWay] = [], foods: [SnackFood] = [], bars: [SnackBarRecord] = []
  ) {
    self.headers = headers
    self.ways = ways
    self.foods = foods
    self.bars = bars
  }
}

extension BookStore {
  /// All of the snack guide, of one moment.
  package func snackGuide() throws -> SnackGuideRecord {
    try container.readTogether {
      SnackGuideRecord(
        headers: try snackHeaders(), ways: try cookingWays(), foods: try snackFoods(),
        bars: try snackBars().compactMap { try snackBar($0.id) })
    }
  }

  /// Reads in several steps what the store held at one moment, whatever other programs write meanwhile.
  package func readTogether<Result>(_ body: () throws -> Result) throws -> Result {
    try container.readTogether(body)
  }
}
