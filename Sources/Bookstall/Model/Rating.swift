/// Stars in quarter steps from 0.25 to 5; "not rated" is the absence of a rating, never 0.
package struct Rating: Hashable, Comparable, Sendable {
  /// The number as stored.
  ///
  /// Another program may have written one that is out of range: see `isValid`.
  package let stars: Double

  /// The range in stars that is accepted on the way in.
  package static let range = 0.25...5.0

  /// Accepts quarter steps from 0.25 to 5 and nothing else.
  package init?(stars: Double) {
    guard Rating.range.contains(stars), (stars * 4).rounded() == stars * 4 else { return nil }
    self.stars = stars
  }

  /// Takes what the store holds as it is.
  package init(stored: Double) {
    stars = stored
  }

  /// Whether the value keeps the rule of `init(stars:)`.
  package var isValid: Bool { Rating(stars: stars) != nil }

  /// The value for display, pulled into 0 to 5 stars.
  package var clamped: Double { stars.isNaN ? 0 : min(max(stars, 0), 5) }

  package static func < (left: Rating, right: Rating) -> Bool { left.stars < right.stars }
}
