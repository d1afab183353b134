/// One row's record as it lies in the file; valid inside the closure that it was lent to.
package struct RecordView: ~Copyable {
  private let rowID: Int64
  private let rowIDPlace: Int
  private let payload: UnsafeRawBufferPointer
  private let slots: UnsafeBufferPointer<Int>
  /// One for each column wanted, and one behind them that says whether they were looked for.
  private let fields: UnsafeMutableBufferPointer<Field>

  /// Where a column's value stands and of what type it is.
  struct Field {
    var type: Int
    var start: Int
  }

  /// The fields were not looked for yet: most rows are dismissed by a look at the whole.
  static let unread = Field(type: 0, start: 0)
  private static let read = Field(type: 1, start: 0)
  /// The record was none.
  static let damaged = Field(type: 2, start: 0)

  /// A record whose values are found when the first is asked for.
  ///
  /// - Parameters:
  ///   - rowID: The row's number.
  ///   - rowIDPlace: The place of the column that is the row id itself, or -1.
  ///   - payload: The record's bytes.
  ///   - slots: For each column of the record its place among those wanted, or -1.
  ///   - fields: Room for the columns wanted and one more, which is unread.
  init(
    rowID: Int64, rowIDPlace: Int, payload: UnsafeRawBufferPointer, slots: UnsafeBufferPointer<Int>,
    fields: UnsafeMutableBufferPointer<Field>
  ) {
    self.rowID = rowID
    self.rowIDPlace = rowIDPlace
    self.payload = payload
    self.slots = slots
    self.fields = fields
  }

  /// The bytes of all values one after the other, among them those of texts that were not asked for.
  package var whole: UnsafeBufferPointer<UInt8> {
    var place = 0
    let size = payload.varint(at: &place) ?? 0
    guard size >= place, size <= payload.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeRawBufferPointer(rebasing: payload[Int(size)...]).assumingMemoryBound(to: UInt8.self)
  }

  /// Where the value at a place stands.
  private func field(at place: Int) -> Field {
    let last = fields.count - 1
    if fields[last].type == RecordView.unread.type {
      for index in fields.indices { fields[index] = RecordView.unread }
      fields[last] = find() ? RecordView.read : RecordView.damaged
    }
    return fields[place]
  }

  /// Finds the values of the columns that have a slot; false where the record is none.
  ///
  /// What stands in the fields before is the value of columns that the record is too old to have.
  private func find() -> Bool {
    var place = 0
    guard let size = payload.varint(at: &place), size >= place, size <= payload.count else { return false }
    let head = UnsafeRawBufferPointer(rebasing: payload[..<Int(size)])
    var start = head.count
    for slot in slots where place < head.count {
      // Most types are one byte long.
      var type = Int(head[place])
      if type < 0x80 {
        place &+= 1
      } else {
        guard let long = head.varint(at: &place), long >= 0 else { return false }
        type = Int(long)
      }
      let length = RecordView.length(ofType: type)
      guard length <= payload.count - start else { return false }
      if slot >= 0 { fields[slot] = Field(type: type, start: start) }
      start &+= length
    }
    return true
  }

  private static func length(ofType type: Int) -> Int {
    switch type {
    case 12...: (type &- 12) >> 1
    case 5: 6
    case 6, 7: 8
    case 8...: 0
    default: type
    }
  }

  /// The integer at a place, 0 for the first column wanted; nil for other values.
  package func integer(at place: Int) -> Int64? {
    if place == rowIDPlace { return rowID }
    let field = field(at: place)
    switch field.type {
    case 1...6:
      var value = Int64(payload.load(fromByteOffset: field.start, as: Int8.self))
      for byte in field.start + 1..<field.start + RecordView.length(ofType: field.type) {
        value = value << 8 | Int64(payload[byte])
      }
      return value
    case 8, 9: return Int64(field.type - 8)
    default: return nil
    }
  }

  /// The bytes of the text at a place, 0 for the first column wanted; nil for what is no text.
  package func textBytes(at place: Int) -> UnsafeBufferPointer<UInt8>? {
    let field = field(at: place)
    guard field.type >= 13, field.type & 1 == 1 else { return nil }
    let length = RecordView.length(ofType: field.type)
    return UnsafeRawBufferPointer(rebasing: payload[field.start..<field.start + length])
      .assumingMemoryBound(to: UInt8.self)
  }
}

extension UnsafeRawBufferPointer {
  /// An integer with its highest byte first; the caller has seen that it is inside.
  @inline(__always)
  func integer<Value: FixedWidthInteger>(_ type: Value.Type, at place: Int) -> Value {
    Value(bigEndian: loadUnaligned(fromByteOffset: place, as: type))
  }

  /// An integer of one to nine bytes, and the place behind it; nil where it goes beyond the end.
  @inline(__always)
  func varint(at place: inout Int) -> Int64? {
    guard place < count else { return nil }
    let first = self[place]
    place += 1
    if first < 0x80 { return Int64(first) }
    return longVarint(UInt64(first & 0x7F), at: &place)
  }

  private func longVarint(_ first: UInt64, at place: inout Int) -> Int64? {
    var value = first
    for index in 1..<9 {
      guard place < count else { return nil }
      let byte = self[place]
      place += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { break }
    }
    return Int64(bitPattern: value)
  }
}
