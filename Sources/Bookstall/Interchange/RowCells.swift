/// The cells of one row, handed out by column; what nobody takes ends up among the other columns.
package struct RowCells {
  private let header: HeaderMap
  private let fields: [String]
  /// Whether a cell's content is fully told by the book, so that the other columns need not repeat it.
  private var isTold: [Bool]
  /// What the row's cells gave reason for so far.
  package var warnings: [ImportWarning] = []

  /// How many cells the row has, where only blank ones stand beyond the header.
  private var overlongCount: Int?

  /// Fits a row to its header: missing cells count as blank, and blank ones beyond it don't count.
  package init(_ fields: [String], header: HeaderMap) throws(RowProblem) {
    self.header = header
    let width = header.names.count
    var fields = fields
    if fields.allSatisfy(TextNormalisation.isBlank) { throw .blankRow }
    if fields.count > width {
      guard fields[width...].allSatisfy(TextNormalisation.isBlank) else {
        throw .tooManyCells(found: fields.count, expected: width)
      }
      if !header.endsInDelimiters { overlongCount = fields.count }
      fields.removeLast(fields.count - width)
    }
    if fields.count < width {
      if fields.count < header.expectedCount {
        warnings.append(.shortRow(found: fields.count, expected: header.expectedCount))
      }
      fields += repeatElement("", count: width - fields.count)
    }
    for index in fields.indices where TextNormalisation.hasNUL(fields[index]) {
      fields[index].unicodeScalars.removeAll { $0.value == 0 }
      warnings.append(.removedNUL(column: header.names[index]))
    }
    self.fields = fields
    isTold = Array(repeating: false, count: width)
  }

  /// Fails where the row is longer than the header and one of its cells is none of its column's kind.
  ///
  /// Then an unquoted comma has most likely shifted them, and what is blank is the end of the row.
  func checkThatNothingIsShifted() throws(RowProblem) {
    guard let overlongCount, warnings.contains(where: \.isOfUnreadableCell) else { return }
    throw .tooManyCells(found: overlongCount, expected: header.names.count)
  }

  /// The first filled cell of a column as it came, from now on told by the book; nil when blank.
  package mutating func take(_ column: HeaderMap.Column?) -> String? {
    guard let column else { return nil }
    for index in column.indices where !TextNormalisation.isBlank(fields[index]) {
      isTold[index] = true
      return fields[index]
    }
    return nil
  }

  /// The first filled cell of a column as it came, for a second look; nil when blank.
  package func glance(_ column: HeaderMap.Column?) -> String? {
    column?.indices.lazy.map { fields[$0] }.first { !TextNormalisation.isBlank($0) }
  }

  /// Has a column's cell kept as it came, because the book's own value can't give it back.
  package mutating func keep(_ column: HeaderMap.Column?) {
    guard let column else { return }
    for index in column.indices { isTold[index] = false }
  }

  /// Has a column's cell kept unless the book's value, written out, gives it back but for white space.
  package mutating func keep(_ column: HeaderMap.Column?, unlessEqualTo written: String) {
    guard let column else { return }
    for index in column.indices where isTold[index] {
      if TextNormalisation.line(fields[index]) != TextNormalisation.line(written) { isTold[index] = false }
    }
  }

  /// Every filled cell that the book doesn't tell, as it came; named blank ones only where asked for.
  package func others(withBlank blank: HeaderMap.Column? = nil) -> OtherColumns {
    var columns: [OtherColumns.Column] = []
    for index in fields.indices where !isTold[index] {
      if !TextNormalisation.isBlank(fields[index]) {
        columns.append(OtherColumns.Column(name: header.names[index], text: fields[index]))
      } else if let blank, blank.indices.first == index {
        columns.append(OtherColumns.Column(name: header.names[index], text: ""))
      }
    }
    return OtherColumns(columns)
  }
}
