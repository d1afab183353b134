/// Finds the cells that the writer of a row meant, where quotes of the row are out of place.
///
/// A sound row has an even number of quotes. An odd number tells that one was lost or is too many, so every row is tried
/// that one quote more or less makes sound. An even number tells of quotes that were not doubled within cells.
struct QuoteReadings {
  /// A sound row with as many cells as asked for.
  struct Reading {
    let cells: [[UInt8]]
    /// Whether a quote is missing at the very end, so that the last cell may go on in the next line.
    var endsOpen = false
    /// Whether a quote too many would also explain the row.
    var mayHaveOneTooMany = false
  }

  enum Answer {
    case none
    case one(Reading)
    /// Rows of different cells fit.
    case several
  }

  let bytes: UnsafeBufferPointer<UInt8>
  let delimiter: UInt8
  let count: Int

  /// The rows of `count` cells that the text may have been; it has no line end behind it.
  func answer() -> Answer {
    guard bytes.count <= QuoteReadings.longest, count <= QuoteReadings.mostCells else { return .none }
    guard bytes.count(where: { $0 == delimiter }) + 1 >= count else { return .none }
    let quotes = bytes.count { $0 == ASCII.quote }
    if quotes.isMultiple(of: 2) {
      var literal = LiteralQuotes(bytes: bytes, delimiter: delimiter)
      return literal.answer(count: count)
    }
    return withOneQuoteMoreOrLess()
  }

  /// Longer texts are not worth the memory.
  private static let longest = 1 << 17
  private static let mostCells = 256

  // MARK: One quote more or less

  private func withOneQuoteMoreOrLess() -> Answer {
    let rests = rests()
    var found: Reading?
    var state = CellState.start
    var cells = 0
    for offset in 0...bytes.count {
      let isInRun = offset > 0 && bytes[offset - 1] == ASCII.quote
      // Within a run of quotes every place gives the same text.
      if !isInRun {
        let isQuote = offset < bytes.count && bytes[offset] == ASCII.quote
        var edits: [Bool] = []
        if let next = state.after(ASCII.quote, delimiter), cells + rests[offset][next] == count {
          edits.append(true)
        }
        if isQuote, cells + rests[offset + 1][state] == count { edits.append(false) }
        for isInsertion in edits {
          let cells = self.cells(withQuoteAt: offset, isInsertion: isInsertion)
          if let found, found.cells != cells { return .several }
          var reading = found ?? Reading(cells: cells)
          if isInsertion, offset == bytes.count { reading.endsOpen = true }
          if !isInsertion { reading.mayHaveOneTooMany = true }
          found = reading
        }
      }
      guard offset < bytes.count, let next = state.after(bytes[offset], delimiter) else { break }
      if next == .start { cells += 1 }
      state = next
    }
    return found.map { .one($0) } ?? .none
  }

  /// How many cells begin or go on from each offset to the end, for each state there; far below zero where none can.
  private func rests() -> [CellState.Counts] {
    var rests = Array(repeating: CellState.Counts(), count: bytes.count + 1)
    rests[bytes.count].end()
    for offset in bytes.indices.reversed() {
      for state in CellState.allCases {
        guard let next = state.after(bytes[offset], delimiter) else { continue }
        rests[offset][state] = rests[offset + 1][next] + (next == .start ? 1 : 0)
      }
    }
    return rests
  }

  private func cells(withQuoteAt offset: Int, isInsertion: Bool) -> [[UInt8]] {
    var text = Array(bytes)
    if isInsertion { text.insert(ASCII.quote, at: offset) } else { text.remove(at: offset) }
    var cells: [[UInt8]] = []
    var cell: [UInt8] = []
    var state = CellState.start
    for byte in text {
      let next = state.after(byte, delimiter) ?? .plain
      // Of two quotes in a cell the second one, which leads back into it, is text.
      if next == .plain || next == .quoted && state != .start { cell.append(byte) }
      if next == .start {
        cells.append(cell)
        cell = []
      }
      state = next
    }
    return cells + [cell]
  }
}

/// Where in a cell of a sound row a reader is.
enum CellState: Int, CaseIterable {
  case start
  /// In a cell without quotes.
  case plain
  case quoted
  /// Behind a quote that closes the cell unless another one follows.
  case closed

  /// The state behind a byte; nil where no sound row has it, as with a line end within a row.
  func after(_ byte: UInt8, _ delimiter: UInt8) -> CellState? {
    switch self {
    case .quoted: return byte == ASCII.quote ? .closed : .quoted
    case _ where byte == delimiter: return .start
    case .start: return byte == ASCII.quote ? .quoted : ASCII.isLineEnd(byte) ? nil : .plain
    case .plain: return byte == ASCII.quote || ASCII.isLineEnd(byte) ? nil : .plain
    case .closed: return byte == ASCII.quote ? .quoted : nil
    }
  }

  /// A number of cells for each state.
  struct Counts {
    private var counts = SIMD4<Int32>(repeating: -(1 << 24))

    subscript(state: CellState) -> Int {
      get { Int(counts[state.rawValue]) }
      set { counts[state.rawValue] = Int32(newValue) }
    }

    /// Makes them those of the end of a row, which no open cell reaches.
    mutating func end() {
      for state in CellState.allCases where state != .quoted { self[state] = 1 }
    }
  }
}

/// Reads a row whose writer did not double the quotes within its cells.
///
/// Such a quote may stand before a delimiter, too, so that the number of cells has to tell which ones close a cell.
private struct LiteralQuotes {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let delimiter: UInt8
  /// The quotes with a delimiter or the end behind them.
  private let closers: [Int]
  private var known: [Int: (ways: Int, end: Int)] = [:]
  private var steps = 0

  private static let mostSteps = 100_000

  init(bytes: UnsafeBufferPointer<UInt8>, delimiter: UInt8) {
    self.bytes = bytes
    self.delimiter = delimiter
    closers = bytes.indices.filter {
      bytes[$0] == ASCII.quote && ($0 + 1 == bytes.count || bytes[$0 + 1] == delimiter)
    }
  }

  mutating func answer(count: Int) -> QuoteReadings.Answer {
    guard count > 0 else { return .none }
    let ways = ways(from: 0, left: count)
    guard ways > 0 else { return .none }
    guard ways == 1, steps < LiteralQuotes.mostSteps else { return .several }
    var cells: [[UInt8]] = []
    var start = 0
    for left in (1...count).reversed() {
      guard let end = known[key(start, left)]?.end else { return .none }
      cells.append(cell(from: start, to: end))
      start = end + 1
    }
    return .one(QuoteReadings.Reading(cells: cells))
  }

  private func key(_ start: Int, _ left: Int) -> Int { start &* 512 &+ left }

  /// In how many ways the text from a cell's start on has as many cells as are left; two stand for more.
  private mutating func ways(from start: Int, left: Int) -> Int {
    if let known = known[key(start, left)] { return known.ways }
    var (ways, end) = (0, 0)
    for stop in ends(ofCellAt: start, isLast: left == 1) {
      steps += 1
      if steps >= LiteralQuotes.mostSteps || ways > 1 { break }
      let more = left == 1 ? 1 : self.ways(from: stop + 1, left: left - 1)
      if more > 0 { (ways, end) = (min(2, ways + more), stop) }
    }
    known[key(start, left)] = (ways, end)
    return ways
  }

  /// Where a cell may end: at a delimiter, or at the text's end if it is the last one.
  private func ends(ofCellAt start: Int, isLast: Bool) -> [Int] {
    guard start < bytes.count, bytes[start] == ASCII.quote else {
      let end = bytes[start...].firstIndex { $0 == delimiter || $0 == ASCII.quote || ASCII.isLineEnd($0) }
      guard let end else { return isLast ? [bytes.count] : [] }
      return !isLast && bytes[end] == delimiter ? [end] : []
    }
    if isLast { return closers.last == bytes.count - 1 && bytes.count - 1 > start ? [bytes.count] : [] }
    return closers.filter { $0 > start && $0 + 1 < bytes.count }.map { $0 + 1 }
  }

  /// The text of a cell; two quotes in a row are one, as where only some were forgotten.
  private func cell(from start: Int, to end: Int) -> [UInt8] {
    guard start < end, bytes[start] == ASCII.quote else { return Array(bytes[start..<end]) }
    var cell: [UInt8] = []
    var offset = start + 1
    while offset < end - 1 {
      cell.append(bytes[offset])
      let isPair = bytes[offset] == ASCII.quote && offset + 1 < end - 1 && bytes[offset + 1] == ASCII.quote
      offset += isPair ? 2 : 1
    }
    return cell
  }
}
