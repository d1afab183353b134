/// The columns of a file by name: case, outer blanks, quotes and a byte-order mark don't matter.
package struct HeaderMap: Sendable {
  /// One name and every place in the row that bears it.
  package struct Column: Sendable {
    /// As the file spells it.
    package let name: String
    /// Places in the row, the first one first.
    package let indices: [Int]
  }

  /// The names in the file's order, cleaned; a repeated one gets a number, a missing one a place.
  package let names: [String]
  /// How many cells a full row needs; unnamed columns at the end don't count.
  package let expectedCount: Int
  private let columns: [String: Column]
  /// How many cells the shortest row shown so far has.
  private var shortestRow: Int?

  /// Reads a header row.
  package init(_ header: [String]) {
    var names: [String] = []
    var columns: [String: Column] = [:]
    for (index, cell) in header.enumerated() {
      let name = HeaderMap.cleaned(cell)
      guard !name.isEmpty else {
        names.append("Column \(index + 1)")
        continue
      }
      let known = columns[name.lowercased()]
      let column = Column(name: known?.name ?? name, indices: (known?.indices ?? []) + [index])
      columns[name.lowercased()] = column
      names.append(column.indices.count > 1 ? "\(column.name) (\(column.indices.count))" : name)
    }
    self.names = names
    self.columns = columns
    expectedCount = (columns.values.flatMap(\.indices).max() ?? -1) + 1
  }

  /// The first of the names that the file has.
  package subscript(names: String...) -> Column? {
    for name in names {
      if let column = columns[name.lowercased()] { return column }
    }
    return nil
  }

  /// Whether the file has all of the names, and any were asked for.
  func hasAll(_ names: some Collection<String>) -> Bool {
    !names.isEmpty && names.allSatisfy { columns[$0.lowercased()] != nil }
  }

  /// How many of the names the file has.
  package func count(of names: [String]) -> Int {
    names.count { columns[$0.lowercased()] != nil }
  }

  /// Learns from a row how many cells the file's rows have.
  package mutating func observe(_ fields: [String]) {
    shortestRow = min(shortestRow ?? fields.count, fields.count)
  }

  /// Whether blank cells beyond the header are mere delimiters at the end of every line.
  ///
  /// Where only some rows are longer, an unquoted comma may have shifted their cells.
  package var endsInDelimiters: Bool { shortestRow.map { $0 > names.count } ?? true }

  /// A warning for every name that stands over more than one column.
  package var duplicateWarnings: [ImportWarning] {
    columns.values.flatMap { column in
      column.indices.dropFirst().map { (index: $0, name: column.name) }
    }
    .sorted { $0.index < $1.index }
    .map { .duplicateColumn(name: $0.name, keptAs: names[$0.index]) }
  }

  /// A name without what programs put around it.
  static func cleaned(_ cell: String) -> String {
    func isDress(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "\"" || scalar == "\u{FEFF}" || scalar == " " || scalar == "\t"
    }
    let scalars = Substring(cell).unicodeScalars
    let start = scalars.firstIndex { !isDress($0) } ?? scalars.endIndex
    let end = scalars.lastIndex { !isDress($0) }.map { scalars.index(after: $0) } ?? start
    return TextNormalisation.line(String(scalars[start..<end])) ?? ""
  }
}
