internal import Persistence

/// A snack bar before and after a change.
package struct SnackBarChange: Equatable, Sendable {
  /// The bar as it was.
  package let before: SnackBar
  /// The bar as it is now.
  package let after: SnackBar

  /// A change from one state to the other.
  package init(before: SnackBar, after: SnackBar) {
    self.before = before
    self.after = after
  }
}

extension BookStore {
  /// The banners of the snack guide, in order.
  package func snackHeaders() throws -> [SnackHeader] {
    try container.values(FetchRequest(sortBy: [SortKey(\SnackHeader.position)]))
  }

  /// The dishes of the snack guide, in order.
  package func snackFoods() throws -> [SnackFood] {
    try container.values(FetchRequest(sortBy: [SortKey(\SnackFood.position)]))
  }

  /// The dish at that place, 0 for the first, or nil.
  package func snackFood(at position: Int) throws -> SnackFood? {
    try container.values(FetchRequest(where: .equal(\SnackFood.position, position))).first
  }

  /// The ways of cooking, in order.
  package func cookingWays() throws -> [CookingWay] {
    try container.values(FetchRequest(sortBy: [SortKey(\CookingWay.position)]))
  }

  /// The snack bars, in order.
  package func snackBars() throws -> [SnackBar] {
    try container.values(FetchRequest(sortBy: [SortKey(\SnackBar.position)]))
  }

  /// The snack bar with that number and its texts, all of one moment, or nil.
  package func snackBar(_ number: Int64) throws -> SnackBarRecord? {
    var request = FetchRequest<SnackBar>(where: .ids([ManagedID(number)]))
    request.prefetch = [SnackBar.paragraphs, SnackBar.steps]
    let context = container.makeContext()
    guard let bar = try context.fetch(request).first else { return nil }
    return SnackBarRecord(
      bar: bar.snapshot, introduction: try bar[SnackBar.paragraphs].elements.map(\.content),
      method: try bar[SnackBar.steps].elements.map(\.content))
  }

  /// Gives a snack bar stars, or takes them with nil, as one change that can be undone.
  ///
  /// - Returns: The bar before and after, or nil when there is none with that number.
  package func rateSnackBar(_ number: Int64, _ rating: Rating?) throws -> SnackBarChange? {
    try changeSnackBar(number, named: "snack rate") { $0.rating = rating }
  }

  /// Sets the bookmark on a snack bar, or takes it off, as one change that can be undone.
  ///
  /// - Returns: The bar before and after, or nil when there is none with that number.
  package func toggleBookmark(ofSnackBar number: Int64) throws -> SnackBarChange? {
    try changeSnackBar(number, named: "snack bookmark") { $0.isBookmarked.toggle() }
  }

  private func changeSnackBar(
    _ number: Int64, named name: String, _ change: (inout SnackBar) -> Void
  ) throws -> SnackBarChange? {
    let context = container.makeContext()
    guard let bar = try context.existing(ManagedID<SnackBar>(number)) else { return nil }
    let before = bar.snapshot
    bar.update(change)
    try context.save(named: name)
    return SnackBarChange(before: before, after: bar.snapshot)
  }
}
