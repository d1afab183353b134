/// What has become of a record with quotes out of place, in it or right behind it.
enum QuoteVerdict {
  /// The record is what was read.
  case asRead
  /// More bytes are needed to tell.
  case incomplete
  /// The bytes up to there are a row of these cells and can be no other.
  case mended(length: Int, cells: [[UInt8]])
  /// The bytes up to there can't be told from each other.
  case doubtful(length: Int)
}

/// Looks at a record whose quotes are out of place, and at the lines behind it as far as they may belong to it.
///
/// A row that can be read in one way only is read so. Otherwise all that may be a part of the row goes with it, since a
/// line out of the middle of a text would pass for a row.
struct QuoteExamination {
  /// From the record's first byte on.
  let bytes: UnsafeBufferPointer<UInt8>
  let isAtEnd: Bool
  let scanner: RecordScanner
  let style: QuoteStyle
  /// How many cells a row has.
  let expected: Int
  /// So many bytes may go with a record.
  let limit: Int

  private var delimiter: UInt8 { scanner.dialect.delimiter }

  /// The verdict on the record that the scanner has read.
  func verdict(length: Int) -> QuoteVerdict {
    if scanner.problems.isEmpty {
      if scanner.strayQuotes.isEmpty { return verdictOnQuote(behind: length) }
      if isWhole(scanner.spans.count), !scanner.strayQuotes.contains(where: isLostOpening) { return .asRead }
    }
    let isPlain = goesOnPlainly
    if isPlain, !bytes[..<textEnd(length)].contains(where: ASCII.isLineEnd) {
      guard let quote = nextQuote(behind: length) else { return .incomplete }
      if quote.isOpening { return .asRead }
    }
    for problem in scanner.problems {
      if case .unclosedQuote(_, let field, _) = problem { return verdict(onUnclosed: field, length) }
    }
    if case .one(let reading) = readings(upTo: length), !reading.endsOpen {
      return .mended(length: length, cells: reading.cells)
    }
    guard let end = endOfRest(from: length) else { return .incomplete }
    if case .one(let reading) = readings(upTo: end) { return .mended(length: end, cells: reading.cells) }
    return isPlain && end == length ? .asRead : .doubtful(length: end)
  }

  private func isWhole(_ count: Int) -> Bool { count == expected || count == style.lastCount }

  /// Where the text ends before the line ends behind it.
  private func textEnd(_ end: Int) -> Int {
    (bytes[..<end].lastIndex { !ASCII.isLineEnd($0) } ?? -1) + 1
  }

  private func readings(from start: Int = 0, upTo end: Int) -> QuoteReadings.Answer {
    let text = UnsafeBufferPointer(rebasing: bytes[start..<max(start, textEnd(end))])
    let answer = QuoteReadings(bytes: text, delimiter: delimiter, count: expected).answer()
    // Two rows with a fault each can be read as one; the second one shows by a row's delimiters in a line of a text.
    if case .one = answer, hasRowWithin(text) { return .several }
    return answer
  }

  /// Whether a line after the first has nearly as many delimiters as a row, if a row has so many that this tells.
  private func hasRowWithin(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard expected >= QuoteExamination.fewestTellingCells else { return false }
    return text.split(whereSeparator: ASCII.isLineEnd).dropFirst().contains { line in
      line.count { $0 == delimiter } >= expected - 2
    }
  }

  /// A sentence may well have the commas of a row of fewer cells.
  private static let fewestTellingCells = 6

  // MARK: The record itself

  /// Whether the quote behind a cell tells of a lost one before it: who quotes what needs no quotes, or doubles
  /// those within a cell, has quoted that, too.
  private func isLostOpening(_ cell: Int) -> Bool {
    let span = scanner.spans[cell]
    if style.columns != 0 || hasDoubledQuotes(span.start..<span.end) { return true }
    let row = QuotedCells(scanner.spans, bytes, delimiter: delimiter)
    return cell < 64 && row.bare == UInt64(1) << UInt64(cell) && row.needless != 0
  }

  private func hasDoubledQuotes(_ cell: Range<Int>) -> Bool {
    zip(bytes[cell], bytes[cell].dropFirst()).contains { $0 == ASCII.quote && $1 == ASCII.quote }
  }

  /// Whether cells merely go on behind their closing quotes.
  private var goesOnPlainly: Bool {
    guard scanner.spans.count == expected, scanner.strayQuotes.isEmpty,
      QuotedCells(scanner.spans, bytes, delimiter: nil).bare & style.columns == 0
    else { return false }
    return scanner.problems.allSatisfy {
      guard case .textAfterClosingQuote(_, let field) = $0 else { return false }
      let span = scanner.spans[field]
      return !bytes[min(span.end + 1, span.tailEnd)..<span.tailEnd].contains(ASCII.quote)
    }
  }

  /// A quote that never closes has taken the rest of the line, or of several.
  private func verdict(onUnclosed field: Int, _ length: Int) -> QuoteVerdict {
    let found = scanner.spans.count
    var alone = QuoteVerdict.doubtful(length: length)
    switch readings(upTo: length) {
    case .one(let reading) where found == expected:
      // Closing the last cell at the end is what the scanner has done.
      alone = reading.endsOpen ? .asRead : .mended(length: length, cells: reading.cells)
    case .one(let reading)
    where found < expected && !reading.mayHaveOneTooMany && needsQuotes(reading.cells[field]):
      alone = .mended(length: length, cells: reading.cells)
    default:
      // Of a quote around a cell that needs none nobody knows what was to come behind it.
      if found != expected { alone = .asRead }
    }
    if length < bytes.count, case .row = startsRow(at: length) { return alone }
    switch resumption(at: length) {
    case .incomplete: return .incomplete
    case .none: return alone
    case .found(let end):
      let isQuoted = style.columns & 1 != 0 || hasForeignBlanks(length..<end)
      guard isQuoted, case .one(let reading) = readings(upTo: end) else { return .doubtful(length: end) }
      return .mended(length: end, cells: reading.cells)
    }
  }

  /// Where the record ends if the line with which the scanner reads on may be a part of it.
  private func resumption(at line: Int) -> RowSearch {
    guard line < bytes.count else { return .none }
    guard let next = nextLine(from: line) else { return .incomplete }
    if style.columns & 1 != 0 || hasForeignBlanks(line..<next) {
      guard let end = endOfRest(from: line) else { return .incomplete }
      return end > line ? .found(end) : .none
    }
    guard let quote = bytes[line..<next].firstIndex(of: ASCII.quote) else { return .none }
    // The line's quote may close the cell, or open the one behind it.
    for state in [CellState.quoted, .closed] {
      let end = endOfRow(behind: quote, state)
      if case .none = end { continue }
      guard case .found(let offset) = end else { return .incomplete }
      if case .none = readings(upTo: offset) { continue }
      return end
    }
    return .none
  }

  private func needsQuotes(_ cell: [UInt8]) -> Bool {
    cell.contains { $0 == delimiter || $0 == ASCII.quote || ASCII.isLineEnd($0) }
  }

  // MARK: The lines behind it

  /// Where the lines end that may go on with the record: before one that is a row; nil where more bytes are needed.
  private func endOfRest(from start: Int) -> Int? {
    var end = start
    var offset = start
    while offset < bytes.count, offset < limit {
      if ASCII.isLineEnd(bytes[offset]) {
        offset = lineStart(afterLineEndAt: offset, in: bytes)
        continue
      }
      switch startsRow(at: offset) {
      case .row: return end
      case .incomplete: return nil
      case .other:
        guard let next = nextLine(from: offset) else { return nil }
        offset = next
        end = next
      }
    }
    return offset < limit && !isAtEnd ? nil : end
  }

  private enum LineKind {
    case row
    case other
    case incomplete
  }

  /// Whether a sound row starts with a line.
  private func startsRow(at start: Int) -> LineKind {
    let mustBeQuoted = style.columns & 1 != 0
    if mustBeQuoted && bytes[start] != ASCII.quote { return .other }
    var state = CellState.start
    var count = 1
    for offset in start..<min(bytes.count, start + QuoteExamination.farthestLook) {
      let byte = bytes[offset]
      if state != .quoted, ASCII.isLineEnd(byte) {
        if hasForeignBlanks(start..<offset) && !mustBeQuoted { return .other }
        return isWhole(count) || mustBeQuoted && count > 1 ? .row : .other
      }
      guard let next = state.after(byte, delimiter) else {
        // A row with a fault of its own still begins like one where all begin with a quote.
        return mustBeQuoted && count > 1 ? .row : .other
      }
      if next == .start { count += 1 }
      state = next
    }
    if bytes.count - start >= QuoteExamination.farthestLook {
      return count > 1 && count <= expected ? .row : .other
    }
    if !isAtEnd { return .incomplete }
    return state != .quoted && isWhole(count) ? .row : .other
  }

  /// Far enough for nearly every row.
  private static let farthestLook = 4096

  private func nextLine(from offset: Int) -> Int? {
    guard let end = bytes[offset...].firstIndex(where: ASCII.isLineEnd) else {
      return isAtEnd || bytes.count - offset > limit ? bytes.count : nil
    }
    if end + 1 == bytes.count && !isAtEnd { return nil }
    return lineStart(afterLineEndAt: end, in: bytes)
  }

  // MARK: A quote behind the record

  /// A quote in the lines behind a sound record that opens nothing may close what has lost its quote in the record.
  private func verdictOnQuote(behind length: Int) -> QuoteVerdict {
    let bare = QuotedCells(scanner.spans, bytes, delimiter: nil).bare
    let isRow =
      isWhole(scanner.spans.count) && bare & style.columns == 0
      && (style.hasBlanks || !QuotedCells.haveBlanks(scanner.spans, bytes))
    guard let quote = bytes[length...].firstIndex(of: ASCII.quote) else { return .asRead }
    var lines = [length]
    while let line = lines.last, let next = nextLine(from: line), next <= quote {
      if case .row = startsRow(at: line) { return .asRead }
      lines.append(next)
    }
    let end: Int
    switch endOfRow(behind: quote) {
    case .found(let offset): end = offset
    case .none: return .asRead
    case .incomplete: return .incomplete
    }
    if isRow {
      // The lines up to the quote's may be a row by themselves, with an inch in it or a fault of its own.
      if let line = lines.last, isSoundLooking(line) { return .asRead }
      for line in lines.prefix(8) {
        guard case .none = readings(from: line, upTo: end) else { return .asRead }
      }
    }
    switch readings(upTo: end) {
    case .none: return .asRead
    case .one(let reading) where !isRow: return .mended(length: end, cells: reading.cells)
    default: return .doubtful(length: end)
    }
  }

  /// Whether a line has as many cells as a row, and none that a comma in a text would have made.
  private func isSoundLooking(_ line: Int) -> Bool {
    isWhole(scanner.shape(ofLineAt: line, in: bytes).fieldCount)
      && !hasForeignBlanks(line..<(nextLine(from: line) ?? bytes.count))
  }

  /// Whether cells without quotes begin with blanks, as the rest of a text does, where the table's writer puts none.
  private func hasForeignBlanks(_ line: Range<Int>) -> Bool {
    if style.hasBlanks { return false }
    var state = CellState.start
    for offset in line {
      if state == .start && offset > line.lowerBound && bytes[offset] == UInt8(ascii: " ") { return true }
      state = state.after(bytes[offset], delimiter) ?? .plain
    }
    return false
  }

  /// The next quote behind a place, as far as it may have to do with it; nil where more bytes are needed.
  private func nextQuote(behind start: Int) -> (offset: Int, isOpening: Bool)? {
    let end = min(bytes.count, start + CSVReader.quoteDistance)
    guard let quote = bytes[start..<end].firstIndex(of: ASCII.quote) else {
      return end == bytes.count && !isAtEnd ? nil : (end, true)
    }
    return (quote, quote == start || CSVReader.opensCell(behind: bytes[quote - 1], delimiter))
  }

  /// Where the row ends whose cell a quote closes, or opens.
  private func endOfRow(behind quote: Int, _ start: CellState = .closed) -> RowSearch {
    var state = start
    var offset = quote + 1
    while offset < min(bytes.count, limit) {
      let byte = bytes[offset]
      guard state == .quoted || !ASCII.isLineEnd(byte), let next = state.after(byte, delimiter) else {
        return nextLine(from: offset).map { .found($0) } ?? .incomplete
      }
      state = next
      offset += 1
    }
    if offset >= limit { return .none }
    return isAtEnd ? .found(offset) : .incomplete
  }
}
