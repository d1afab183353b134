/// Books by key in eight bytes a book: half a key and half a number in one open table.
///
/// A look may also find a book of another key, so it proposes and never decides.
struct CompactIndex {
  /// The upper half is the key's, the lower the book's; 0 is an empty place, since
  /// no book has the number 0.
  private var slots: [UInt64] = []
  private var count = 0
  /// Books whose numbers need more than 30 bits.
  private var far: [Int64] = []

  private static let isRunning: UInt32 = 1 << 31
  private static let isFar: UInt32 = 1 << 30

  /// As many books are kept under one key: rows that name nobody may all bear one title.
  private static let limit = 64

  /// Puts a book under a key, once.
  mutating func insert(_ key: UInt64, _ book: Int64) {
    if 4 * (count + 1) > 3 * slots.count { grow() }
    let hash = CompactIndex.mixed(key)
    let mask = slots.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    var alike = 0
    while slots[place] != 0 {
      if slots[place] >> 32 == hash >> 32 {
        alike += 1
        if alike > CompactIndex.limit || self.book(slots[place]) == book { return }
      }
      place = (place &+ 1) & mask
    }
    slots[place] = (hash >> 32) << 32 | UInt64(code(of: book))
    count += 1
  }

  /// Appends the books under a key, each once, in the order in which they came.
  func collect(_ key: UInt64, into books: inout [Int64]) {
    guard !slots.isEmpty else { return }
    let hash = CompactIndex.mixed(key)
    let mask = slots.count &- 1
    var place = Int(truncatingIfNeeded: hash) & mask
    while slots[place] != 0 {
      if slots[place] >> 32 == hash >> 32 {
        let book = book(slots[place])
        if !books.contains(book) { books.append(book) }
      }
      place = (place &+ 1) & mask
    }
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: 0, count: max(16, 2 * old.count))
    let mask = slots.count &- 1
    // From behind an empty place on, so that the books of one key keep their order.
    let start = old.firstIndex(of: 0) ?? 0
    for offset in old.indices {
      let slot = old[(start &+ offset) & (old.count &- 1)]
      guard slot != 0 else { continue }
      var place = CompactIndex.place(slot) & mask
      while slots[place] != 0 { place = (place &+ 1) & mask }
      slots[place] = slot
    }
  }

  private static func place(_ slot: UInt64) -> Int { Int(truncatingIfNeeded: slot >> 32) }

  /// Spreads a key, with the half that is kept also where the place is taken from.
  private static func mixed(_ key: UInt64) -> UInt64 {
    let product = (key ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    let half = UInt64(UInt32(truncatingIfNeeded: product.high ^ product.low))
    return half << 32 | half
  }

  private mutating func code(of book: Int64) -> UInt32 {
    if book < 0, -book < Int64(CompactIndex.isFar) { return CompactIndex.isRunning | UInt32(-book) }
    if book >= 0, book < Int64(CompactIndex.isFar) { return UInt32(book) }
    far.append(book)
    return CompactIndex.isFar | UInt32(truncatingIfNeeded: far.count - 1)
  }

  private func book(_ slot: UInt64) -> Int64 {
    let code = UInt32(truncatingIfNeeded: slot)
    if code & CompactIndex.isRunning != 0 { return -Int64(code & ~CompactIndex.isRunning) }
    if code & CompactIndex.isFar != 0 { return far[Int(code & ~CompactIndex.isFar)] }
    return Int64(code)
  }
}
