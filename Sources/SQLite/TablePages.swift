internal import CSQLite

/// A table as it lies in the file, to read all of its rows at a fraction of what SQLite's machine takes for each.
///
/// Of the file format, which SQLite's authors have promised to keep (https://sqlite.org/fileformat2.html), it knows the
/// plainest part: tables with row ids, texts in UTF-8, no write-ahead log. For whatever is not of this kind there is no
/// such reader, and the rows are asked for in SQL.
package struct TablePages: Sendable {
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

  /// Pages with rows that stand beside each other in the file and are read at once.
  package struct Run: Sendable {
    fileprivate let first: UInt32
    fileprivate var count: Int

    fileprivate static let most = 16
  }

  /// The pages that hold the rows, in the order of their row ids.
  ///
  /// - Returns: At least one run; each can be read by itself and by another thread.
  /// - Throws: `SQLiteError` for a damaged file and for one that can't be read.
  package func runs() throws -> [Run] {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: file.pageSize, alignment: 16)
    defer { buffer.deallocate() }
    let page = UnsafeRawBufferPointer(rebasing: buffer[..<file.usableSize])
    var level = [root]
    // All rows lie equally deep; a damaged file may lead round in circles.
    for _ in 0..<20 {
      try file.read(level[0], count: 1, into: buffer)
      if page[0] == 0x0D { return TablePages.runs(of: level) }
      var below: [UInt32] = []
      for number in level {
        try file.read(number, count: 1, into: buffer)
        guard page[0] == 0x05 else { throw file.damage }
        below += try children(of: page)
        guard below.count <= file.pageCount else { throw file.damage }
      }
      level = below
    }
    throw file.damage
  }

  private static func runs(of pages: [UInt32]) -> [Run] {
    var runs: [Run] = []
    for page in pages {
      if let last = runs.last, last.count < Run.most, page == last.first &+ UInt32(last.count) {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(first: page, count: 1))
      }
    }
    return runs
  }

  /// Calls the closure with one row after the other, in the order of their row ids.
  ///
  /// - Parameters:
  ///   - isCancelled: Asked now and again; true ends the reading.
  ///   - body: What is done with a row, which is valid until the closure ends.
  /// - Throws: `SQLiteError` for a damaged file, for one that can't be read and for a cancelled reading, and what the
  ///   closure throws.
  package func forEachRow(isCancelled: () -> Bool, _ body: (consuming RecordView) throws -> Void) throws {
    var rest = try runs()[...]
    try forEachRow(
      in: {
        if isCancelled() { throw SQLiteError.interrupted }
        return rest.popFirst()
      }, where: { _, _ in true }, body)
  }

  /// Calls the closure with the rows of the runs that another hands out, until that returns nil.
  ///
  /// Several threads may do so at once.
  ///
  /// - Parameters:
  ///   - next: The run to be read next.
  ///   - isWanted: Asked for each page, with its bytes and the least and the greatest of its row ids; false leaves its
  ///     rows out. Where rows go on elsewhere it is told nil in the place of the row ids, and they are read whatever it
  ///     says.
  ///   - body: What is done with a row, which is valid until the closure ends.
  /// - Throws: `SQLiteError` for a damaged file and for one that can't be read, and what the closures throw.
  package func forEachRow(
    in next: () throws -> Run?, where isWanted: (UnsafeBufferPointer<UInt8>, ClosedRange<Int64>?) -> Bool,
    _ body: (consuming RecordView) throws -> Void
  ) throws {
    let buffer = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Run.most * file.pageSize, alignment: 16)
    defer { buffer.deallocate() }
    try withUnsafeTemporaryAllocation(of: RecordView.Field.self, capacity: wanted + 1) { fields in
      try slots.withUnsafeBufferPointer { slots in
        while let run = try next() {
          try file.read(run.first, count: run.count, into: buffer)
          for index in 0..<run.count {
            let start = index * file.pageSize
            let page = UnsafeRawBufferPointer(rebasing: buffer[start..<start + file.usableSize])
            guard page[0] == 0x0D else { throw file.damage }
            let ids = try rowIDsOfWholeRows(page)
            let isWanted = isWanted(page.assumingMemoryBound(to: UInt8.self), ids)
            if ids != nil, !isWanted { continue }
            try readRows(of: page) { payload, rowID in
              let state = fields.baseAddress.unsafelyUnwrapped + wanted
              state.initialize(to: RecordView.unread)
              try body(
                RecordView(
                  rowID: rowID, rowIDPlace: rowIDPlace ?? -1, payload: payload, slots: slots, fields: fields))
              if state.pointee.type == RecordView.damaged.type { throw file.damage }
            }
          }
        }
      }
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

  /// The least and the greatest row id of a page; nil where a row goes on elsewhere, and where there is none.
  private func rowIDsOfWholeRows(_ page: UnsafeRawBufferPointer) throws -> ClosedRange<Int64>? {
    var (least, greatest) = (Int64.max, Int64.min)
    for index in 0..<Int(page.integer(UInt16.self, at: 3)) {
      guard 10 + 2 * index <= page.count else { throw file.damage }
      var place = Int(page.integer(UInt16.self, at: 8 + 2 * index))
      guard let size = page.varint(at: &place), let rowID = page.varint(at: &place) else { throw file.damage }
      if size > page.count - 35 { return nil }
      (least, greatest) = (min(least, rowID), max(greatest, rowID))
    }
    return least <= greatest ? least...greatest : nil
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
