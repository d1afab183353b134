extension Read {
  /// The day on which the reading ended, be the book finished or put away.
  package var ended: Day? { finished ?? stopped }

  /// The latest day known of the reading.
  package var latest: Day? { ended ?? started }

  /// The readings by their latest day; those without a day keep their place before the dated ones.
  package static func chronological(_ reads: [Read]) -> [Read] {
    // The offset keeps equal days in the source's order, which the standard sort doesn't promise.
    reads.enumerated()
      .sorted { left, right in
        switch (left.element.latest, right.element.latest) {
        case (let before?, let after?) where before != after: before < after
        case (nil, .some): true
        case (.some, nil): false
        default: left.offset < right.offset
        }
      }
      .map(\.element)
  }
}
