/// A set of row keys, kept as ranges, so that a bulk import takes no more room than one row.
public struct KeyRanges: Sequence, Hashable, Sendable {
  /// The ranges in ascending order, with gaps between them.
  public private(set) var ranges: [ClosedRange<Int64>] = []

  /// The set of all keys in some ranges, which may overlap and come in any order.
  public init(_ unsorted: [ClosedRange<Int64>] = []) {
    for range in unsorted.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let last = ranges.last,
        last.upperBound >= range.lowerBound || last.upperBound + 1 == range.lowerBound
      else {
        ranges.append(range)
        continue
      }
      ranges[ranges.count - 1] = last.lowerBound...Swift.max(last.upperBound, range.upperBound)
    }
  }

  /// Whether there is no key.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The number of keys; the largest integer where it has no room in one.
  public var count: Int {
    var count: UInt64 = 0
    for range in ranges {
      // The distance of two keys may have no room in a signed integer.
      let (sum, overflows) = count.addingReportingOverflow(
        UInt64(bitPattern: range.upperBound &- range.lowerBound))
      guard !overflows, sum < Int.max else { return .max }
      count = sum + 1
    }
    return Int(count)
  }

  /// Whether a key belongs to the set.
  public func contains(_ key: Int64) -> Bool {
    let place = place(of: key)
    return place < ranges.count && ranges[place].lowerBound <= key
  }

  /// The place of the first range that doesn't end before a key.
  private func place(of key: Int64) -> Int {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = low + (high - low) / 2
      if ranges[middle].upperBound < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The keys of the set in a range.
  func shared(with range: ClosedRange<Int64>) -> some Sequence<Int64> {
    ranges[place(of: range.lowerBound)...].lazy.prefix { $0.lowerBound <= range.upperBound }
      .map { $0.clamped(to: range) }.joined()
  }

  /// The keys, the smallest first.
  public func makeIterator() -> some IteratorProtocol<Int64> {
    ranges.lazy.joined().makeIterator()
  }

  /// The keys of either set.
  func union(_ other: KeyRanges) -> KeyRanges {
    KeyRanges(ranges + other.ranges)
  }

  /// The keys that the other set doesn't have, and those that it has too.
  func split(by other: KeyRanges) -> (only: KeyRanges, shared: KeyRanges) {
    if isEmpty || other.isEmpty { return (self, KeyRanges()) }
    var only: [ClosedRange<Int64>] = []
    var shared: [ClosedRange<Int64>] = []
    var rest = other.ranges[...]
    for range in ranges {
      var start: Int64? = range.lowerBound
      while let from = start, let next = rest.first, next.lowerBound <= range.upperBound {
        if next.upperBound < from {
          rest.removeFirst()
          continue
        }
        if next.lowerBound > from { only.append(from...(next.lowerBound - 1)) }
        let end = Swift.min(next.upperBound, range.upperBound)
        shared.append(Swift.max(from, next.lowerBound)...end)
        start = end < range.upperBound ? end + 1 : nil
      }
      if let start { only.append(start...range.upperBound) }
    }
    return (KeyRanges(only), KeyRanges(shared))
  }
}
