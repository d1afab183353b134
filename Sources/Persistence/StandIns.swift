internal import SQLite

/// Values that a row has for a moment, while others still hold those it is to get.
///
/// They must be unique and pass the schema's checks; what a check allows can only be found by trying.
struct StandIns {
  let save: SaveSession
  let columns: [String]
  /// Texts in lower case that other rows are to get.
  let promised: Set<String>

  /// Writes an update with the first values that the schema allows.
  func write(_ update: inout RowUpdate) throws {
    let update0 = update
    let candidates = try columns.map { try self.candidates(for: $0, in: update0) }
    var refusal: ConstraintFailure?
    for attempt in 0..<(candidates.map(\.count).max() ?? 0) {
      var parking: [String: SQLValue] = [:]
      for (column, values) in zip(columns, candidates) {
        parking[column] = values[min(attempt, values.count - 1)]
      }
      do {
        refusal = try save.write(&update, parking: parking)
        if refusal == nil { return }
      } catch StoreError.constraint(let failure) {
        refusal = failure
      }
    }
    throw StoreError.constraint(
      ConstraintFailure(
        kind: refusal?.kind ?? .unique, entity: update.entity.table, id: update.id,
        message: """
          unique values change places, and no other value can stand in \
          for \(columns.joined(separator: ", ")) meanwhile: \(refusal?.message ?? "")
          """))
  }

  /// Values for one column, the most likely to pass first.
  private func candidates(for column: String, in update: RowUpdate) throws -> [SQLValue] {
    let place = update.columns.firstIndex(of: column)
    let wanted = place.map { update.after[$0] } ?? .null
    let present = place.map { update.before[$0] } ?? .null
    var values: [SQLValue] = [.null]
    switch wanted == .null ? present : wanted {
    case .null: break
    // No row has such keys, so that no delete rule takes the row for another's.
    case .integer where update.entity.references.contains { $0.column == column }:
      values.append(.integer(update.id < 0 ? .min / 2 + update.id / 2 : .min + update.id))
    case .integer: values += try integers(for: column, in: update.entity)
    case .real:
      values += try integers(for: column, in: update.entity).map { value in
        guard case .integer(let integer) = value else { return value }
        return .real(Double(integer))
      }
    case .text(let text):
      values += [.text(text + "~" + String(UInt64.random(in: 0...UInt64.max), radix: 36))]
      let others = (0..<24).map { _ in text.withOtherLetters }.filter { !promised.contains($0.lowercased()) }
      values += others.prefix(8).map(SQLValue.text)
    case .blob(let bytes):
      let salt = withUnsafeBytes(of: UInt64.random(in: 0...UInt64.max), Array.init)
      values += [.blob(bytes + salt), .blob(bytes.map { $0 ^ .random(in: 1...255) })]
    }
    return values
  }

  /// A number far beyond the largest, the one before the smallest, the one after the largest, and the first gap.
  private func integers(for column: String, in entity: EntityDescription) throws -> [SQLValue] {
    let place = entity.table + "." + column
    let free = try save.freeIntegers[place] ?? freeIntegers(for: column, in: entity)
    save.freeIntegers[place] = free.next
    return free.candidates
  }

  private func freeIntegers(for column: String, in entity: EntityDescription) throws -> FreeIntegers {
    let name = SQL.quoted(identifier: column)
    let table = SQL.quoted(identifier: entity.table)
    var free = FreeIntegers()
    try save.store.connection.forEachRow(
      SQL(
        verbatim: """
          SELECT max(held), min(held), min(held) FILTER (WHERE next > held + 1)
          FROM (SELECT held, lead(held) OVER (ORDER BY held) AS next
            FROM (SELECT DISTINCT CAST(\(name) AS INTEGER) AS held FROM \(table)))
          """)
    ) { row in
      free = FreeIntegers(last: row.integer(0), first: row.integer(1), beforeGap: row.integer(2))
    }
    return free
  }
}

/// Integers that no row of a column has.
struct FreeIntegers {
  var last: Int64?
  var first: Int64?
  var beforeGap: Int64?

  /// Far from what the rows have first: a value next to them may be what another row is to get.
  var candidates: [SQLValue] {
    let (far, overflows) = (last ?? 0).addingReportingOverflow(1 << 40)
    return [overflows ? nil : .integer(far), before(first), after(last), after(beforeGap)].compactMap { $0 }
  }

  /// What is free when the candidates are taken.
  var next: FreeIntegers {
    FreeIntegers(last: last.map { $0 &+ 1 }, first: first.map { $0 &- 1 }, beforeGap: beforeGap)
  }

  private func after(_ number: Int64?) -> SQLValue? {
    number.flatMap { $0 < .max ? .integer($0 + 1) : nil }
  }

  private func before(_ number: Int64?) -> SQLValue? {
    number.flatMap { $0 > .min ? .integer($0 - 1) : nil }
  }
}

extension String {
  /// A text of the same shape: digits for digits, letters for letters, so that checks of the form hold.
  fileprivate var withOtherLetters: String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar {
      case "0"..."9": text.append(Unicode.Scalar(UInt8.random(in: 0x30...0x39)))
      // Hexadecimal digits stay such.
      case "a"..."f": text.append(Unicode.Scalar(UInt8.random(in: 0x61...0x66)))
      case "g"..."z": text.append(Unicode.Scalar(UInt8.random(in: 0x67...0x7a)))
      case "A"..."F": text.append(Unicode.Scalar(UInt8.random(in: 0x41...0x46)))
      case "G"..."Z": text.append(Unicode.Scalar(UInt8.random(in: 0x47...0x5a)))
      default: text.append(scalar)
      }
    }
    return String(text)
  }
}
