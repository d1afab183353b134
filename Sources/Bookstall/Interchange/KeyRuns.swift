/// A list of keys that mostly follow each other, kept as runs.
struct KeyRuns {
  private(set) var count = 0
  /// The largest key; 0 where none is above it.
  private(set) var largest: Int64 = 0
  /// The first key of each run and its place in the list.
  private var runs: [(key: Int64, place: Int)] = []

  /// Appends a key.
  mutating func append(_ key: Int64) {
    let next = runs.last.map { $0.key &+ Int64(count - $0.place) }
    if next != key { runs.append((key, count)) }
    count += 1
    largest = max(largest, key)
  }

  /// The key at a place of the list.
  subscript(place: Int) -> Int64 {
    var low = 0
    var high = runs.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if runs[middle].place <= place { low = middle } else { high = middle - 1 }
    }
    return runs[low].key &+ Int64(place - runs[low].place)
  }
}
