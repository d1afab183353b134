/// The numbers of new books: those that our own format brings, where no other book has them.
///
/// As long as no row has brought one, the table numbers the books. From then on every number is given here, as the
/// table would give one that a later row brings.
struct BookNumbering {
  /// Numbers up to this one were given out before; they stand for other books, even for deleted ones.
  private let largestKnown: Int64
  /// The least number that neither a book nor a row before has had.
  private var next: Int64
  /// Numbers from `next` on up that rows have brought.
  private var taken: Set<Int64> = []
  /// Whether the numbers are given here.
  private(set) var isOurs = false

  init(largestKnown: Int64) {
    self.largestKnown = largestKnown
    next = largestKnown &+ 1
  }

  /// Whether a book of the store has the number, or had it once.
  func isKnown(_ number: Int64) -> Bool { number > 0 && number <= largestKnown }

  /// Begins to give the numbers.
  mutating func begin(after largest: Int64) {
    isOurs = true
    next = max(next, largest &+ 1)
  }

  /// The row's number if it is free, else the next that is; 0 leaves it to the table.
  mutating func number(for wanted: Int64) -> Int64 {
    guard isOurs else { return 0 }
    if wanted >= next, taken.insert(wanted).inserted { return wanted }
    while taken.remove(next) != nil { next += 1 }
    next += 1
    return next - 1
  }
}
