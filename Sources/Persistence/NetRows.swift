/// What a change came to for the rows of one table that it wrote more than once.
///
/// Taking the steps back one by one would bring values back that others hold meanwhile, and rows only to delete them
/// again: what counts is how a row was before the first step and how it is after the last.
struct NetRows {
  /// One row before and after the change.
  struct Row {
    /// Whether it was there before the change.
    let existed: Bool
    /// Whether it is there after it.
    fileprivate(set) var exists: Bool
    /// What it was when the change deleted it first, as it was before the change; nil for one that stayed or is new.
    fileprivate(set) var former: PackedRowReader?
    /// What was updated in it since it was last inserted, or since the beginning.
    fileprivate(set) var updated: [HistoryEntry.Value] = []
  }

  /// The rows by their keys.
  private(set) var rows: [Int64: Row] = [:]
  /// The keys of the rows.
  private(set) var keys = KeyRanges()

  /// Joins the steps of a change.
  ///
  /// - Parameters:
  ///   - blocks: The steps that concern the table, in their order.
  ///   - store: The store that has them.
  /// - Throws: `StoreError.corrupt` for bytes that make no sense.
  init(_ blocks: [HistoryBlock], in store: Store) throws {
    let blocks = NetRows.overlapping(blocks)
    keys = try NetRows.repeated(in: blocks, of: store)
    if keys.isEmpty { return }
    for block in blocks {
      if block.kind == .insert {
        for key in keys.shared(with: block.ids) { insert(key) }
        continue
      }
      for row in try block.readers(in: store) where keys.contains(row.key) {
        if block.kind == .update {
          try update(row.key, row.values)
        } else {
          try delete(row.key, row.values)
        }
      }
    }
  }

  /// The blocks with rows that may come again, in another block or, updated, in the same: most bulk changes have none.
  private static func overlapping(_ blocks: [HistoryBlock]) -> [HistoryBlock] {
    var isShared = blocks.map { $0.kind == .update }
    var widest: Int?
    for place in blocks.indices.sorted(by: { blocks[$0].ids.lowerBound < blocks[$1].ids.lowerBound }) {
      if let before = widest, blocks[before].ids.upperBound >= blocks[place].ids.lowerBound {
        isShared[before] = true
        isShared[place] = true
        if blocks[before].ids.upperBound >= blocks[place].ids.upperBound { continue }
      }
      widest = place
    }
    return zip(blocks, isShared).filter(\.1).map(\.0)
  }

  /// The keys that stand in more than one step.
  private static func repeated(in blocks: [HistoryBlock], of store: Store) throws -> KeyRanges {
    let inserted = KeyRanges(blocks.filter { $0.kind == .insert }.map(\.ids))
    var keys: [Int64] = []
    for block in blocks where block.kind != .insert { keys += try block.readers(in: store).map(\.key) }
    keys.sort()
    let repeated = keys.indices.filter { place in
      inserted.contains(keys[place]) || place > 0 && keys[place - 1] == keys[place]
    }
    return KeyRanges(repeated.map { keys[$0]...keys[$0] })
  }

  private mutating func insert(_ key: Int64) {
    rows[key, default: Row(existed: false, exists: true)].exists = true
    rows[key]?.updated.removeAll()
  }

  private mutating func update(_ key: Int64, _ values: PackedRowReader) throws {
    var row = rows[key] ?? Row(existed: true, exists: true)
    for value in try values.changes(of: .update) {
      if let place = row.updated.firstIndex(where: { $0.column == value.column }) {
        row.updated[place] = HistoryEntry.Value(
          column: value.column, before: row.updated[place].before, after: value.after)
      } else {
        row.updated.append(value)
      }
    }
    rows[key] = row
  }

  private mutating func delete(_ key: Int64, _ values: PackedRowReader) throws {
    var row = rows[key] ?? Row(existed: true, exists: true)
    if row.existed, row.former == nil {
      row.former = row.updated.isEmpty ? values : try values.replacing(row.updated)
    }
    row.exists = false
    row.updated.removeAll()
    rows[key] = row
  }
}

extension PackedRowReader {
  /// The values with those that columns had before.
  fileprivate func replacing(_ updated: [HistoryEntry.Value]) throws -> PackedRowReader {
    var values = self
    var packed = PackedRows(columns: columns)
    let start = packed.bytes.count
    for column in columns {
      let value = try values.value()
      packed.append(updated.first { $0.column == column }?.before ?? value)
    }
    return PackedRowReader(packed.bytes, columns: columns, at: start)
  }
}
