/// Guesses what a mistyped word was meant to be; the guess is only ever shown.
enum Suggestion {
  /// The candidate nearest to the word, or nil if none is near; the first of equals.
  ///
  /// A word that begins a candidate counts as near.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let scalars = Array(word.unicodeScalars)
    // Longer words are no typing errors of ours, and the table would grow with the square.
    guard !scalars.isEmpty, scalars.count <= 40 else { return nil }
    if scalars.count > 2, let whole = candidates.first(where: { $0.hasPrefix(word) && $0 != word }) {
      return whole
    }
    let limit = scalars.count < 3 ? 1 : min(3, scalars.count / 2)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(scalars, Array(candidate.unicodeScalars))
      if distance <= limit, distance < candidate.unicodeScalars.count, distance < best?.distance ?? .max {
        best = (distance, candidate)
      }
    }
    return best?.candidate
  }

  /// The least number of insertions, deletions, replacements and swaps of neighbours between the two.
  static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var least = min(replaced, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          least = min(least, beforeLast[column - 1] + 1)
        }
        current.append(least)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
