internal import CSQLite

/// A table as it lies in the file, to read all of its rows at a fraction of what SQLite's machine takes for each.
///
/// Of the file format, which SQLite's authors have promised to keep (https://sqlite.org/fileformat2.html), it knows the
/// plainest part: tables with row ids, texts in UTF-8, no write-ahead log. For whatever is not of this kind there is no
/// such reader, and the rows are asked for in SQL.
package struct TablePages {
  private let file: DatabaseFile
  private let root: UInt32
  /// For each column of the records its place among those wanted, or -1.
  private let slots: [Int]
  private let wanted: Int
  /// The place of the column that is the row id itself and therefore NULL in the records.
  private let rowIDPlace: Int?

  fileprivate init(file: DatabaseFile, root: UInt32, slots: [Int], wanted: Int, rowIDPlace: Int?) {
    self.file = file
    self.root = root
    self.slots = slots
    self.wanted = wanted
    self.rowIDPlace = rowIDPlace
  }

  /// So many pages that stand beside each other are read at once.
  private static let run = 16

  /// Calls the closure with one row after the other, in the order of their row ids.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked now and again; true ends the reading.
  ///   - body: What is done with a row, which is valid until the closure ends.
  /// - Throws: `SQLiteError` for a damaged file, for one that can't be read and for a cancelled reading, and what the
  ///   closure throws.
  package func forEachRow(isCancelled: () -> Bool, _ body: (borrowing RecordView) throws -> Void) throws {
    // A damaged file may lead round in circles.
    var left = file.pageCount
    try withUnsafeTemporaryAllocation(of: RecordView.Field.self, capacity: max(1, wanted)) { fields in
      try visit([root], depth: 0, &left, isCancelled) { payload, rowID in
        for field in fields.indices { fields[field] = RecordView.Field(type: 0, start: 0) }
        guard RecordView.read(payload, slots, into: fields) else { throw file.damage }
        if let rowIDPlace { fields[rowIDPlace] = RecordView.Field(type: RecordView.Field.rowID, start: 0) }
        try body(RecordView(rowID: rowID, payload: payload, fields: fields))
      }
    }
  }

  private func visit(
    _ pages: [UInt32], depth: Int, _ left: inout Int, _ isCancelled: () -> Bool,
    _ body: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws {
    guard depth < 20 else { throw file.damage }
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: min(pages.count, TablePages.run) * file.pageSize, alignment: 16)
    defer { buffer.deallocate() }
    var place = 0
    while place < pages.count {
      var count = 1
      while count < TablePages.run, place + count < pages.count,
        pages[place + count] == pages[place] &+ UInt32(count)
      {
        count += 1
      }
      left -= count
      guard left >= 0 else { throw file.damage }
      if isCancelled() { throw SQLiteError(code: SQLITE_INTERRUPT, message: "interrupted") }
      try file.read(pages[place], count: count, into: buffer)
      for index in 0..<count {
        let start = index * file.pageSize
        let page = UnsafeRawBufferPointer(rebasing: buffer[start..<start + file.usableSize])
        switch page[0] {
        case 0x0D: try readRows(of: page, body)
        case 0x05: try visit(children(of: page), depth: depth + 1, &left, isCancelled, body)
        default: throw file.damage
        }
      }
      place += count
    }
  }

  /// The pages below an inner one, in the order of their keys.
  private func children(of page: UnsafeRawBufferPointer) throws -> [UInt32] {
    let count = Int(page.integer(UInt16.self, at: 3))
    guard 12 + 2 * count <= page.count else { throw file.damage }
    var children: [UInt32] = []
    children.reserveCapacity(count + 1)
    for index in 0..<count {
      let cell = Int(page.integer(UInt16.self, at: 12 + 2 * index))
      guard cell + 4 <= page.count else { throw file.damage }
      children.append(page.integer(UInt32.self, at: cell))
    }
    children.append(page.integer(UInt32.self, at: 8))
    return children
  }

  private func readRows(
    of page: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer, Int64) throws -> Void
  ) throws {
    let count = Int(page.integer(UInt16.self, at: 3))
    guard 8 + 2 * count <= page.count else { throw file.damage }
    for index in 0..<count {
      var place = Int(page.integer(UInt16.self, at: 8 + 2 * index))
      guard let size = page.varint(at: &place), let rowID = page.varint(at: &place), size >= 0 else {
        throw file.damage
      }
      if size <= page.count - 35 {
        guard place + Int(size) <= page.count else { throw file.damage }
        try body(UnsafeRawBufferPointer(rebasing: page[place..<place + Int(size)]), rowID)
      } else {
        try file.withWhole(page, place, size) { try body($0, rowID) }
      }
    }
  }
}

extension Connection {
  /// The pages of a table, or nil where its rows must be asked for in SQL.
  ///
  /// It is valid in the present read transaction alone, and there is none outside of one: the lock keeps others from
  /// writing, and what this connection itself has not committed is not in the file.
  ///
  /// - Parameters:
  ///   - table: The table's name as the schema has it.
  ///   - columns: The names of the columns wanted.
  /// - Returns: nil for tables and files of other kinds, and for columns with default values.
  /// - Throws: `SQLiteError`.
  package func pages(ofTable table: String, columns: [String]) throws -> TablePages? {
    let root = try integer("SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = \(table)")
    guard let handle, root > 1, sqlite3_txn_state(handle, "main") == SQLITE_TXN_READ,
      let file = DatabaseFile(handle)
    else { return nil }
    var slots: [Int] = []
    var rowIDPlace: Int?
    var isPlain = true
    let description: SQL = """
      SELECT name, hidden, dflt_value IS NULL, pk = 1 AND type = 'INTEGER' COLLATE NOCASE
      FROM pragma_table_xinfo(\(table)) ORDER BY cid
      """
    try forEachRow(description) {
      let slot = columns.firstIndex(of: $0.text(0) ?? "") ?? -1
      // What is generated may stand in no record, and a default stands in none that is older than its column.
      if $0.integer(1) != 0 || slot >= 0 && $0.integer(2) == 0 { isPlain = false }
      if slot >= 0, $0.integer(3) == 1 { rowIDPlace = slot }
      slots.append(slot)
    }
    guard isPlain, Set(slots.filter { $0 >= 0 }).count == columns.count else { return nil }
    let last = slots.lastIndex { $0 >= 0 } ?? -1
    let pages = TablePages(
      file: file, root: UInt32(clamping: root), slots: Array(slots[...last]), wanted: columns.count,
      rowIDPlace: rowIDPlace)
    return try pages.hasRowIDs() ? pages : nil
  }
}

extension TablePages {
  /// Whether the root is a page of a table with row ids; one without them is kept as an index is.
  fileprivate func hasRowIDs() throws -> Bool {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.pageSize, alignment: 16)
    defer { buffer.deallocate() }
    try file.read(root, count: 1, into: buffer)
    return buffer[0] == 0x0D || buffer[0] == 0x05
  }
}
