internal import SQLite

/// Rows of one table in a compact form that keeps every value bit for bit: what the history stores of them.
///
/// A version byte and the names of the columns come first. Then follow the rows, each with its key and its values: a
/// byte for the storage class, integers as variable-length numbers, reals as their eight bytes, texts and blobs with
/// their length. The names make rows readable after a later migration has added columns.
struct PackedRows {
  /// So many bytes make a full block; larger ones would cost memory, smaller ones more rows of history.
  static let blockSize = 1 << 16
  static let version: UInt8 = 1

  let columns: [String]
  private(set) var bytes: [UInt8] = []
  private(set) var lowestKey = Int64.max
  private(set) var highestKey = Int64.min

  init(columns: [String]) {
    self.columns = columns
    bytes.append(PackedRows.version)
    append(count: columns.count)
    for column in columns { append(Array(column.utf8)) }
  }

  var isFull: Bool { bytes.count >= PackedRows.blockSize }

  /// Appends a row; the closure appends its values.
  mutating func append(_ key: Int64, _ values: (inout PackedRows) -> Void) {
    append(integer: key)
    lowestKey = min(lowestKey, key)
    highestKey = max(highestKey, key)
    values(&self)
  }

  mutating func append(_ value: SQLValue) {
    switch value {
    case .null: bytes.append(Tag.null.rawValue)
    case .integer(let integer): append(stored: .integer(integer))
    case .real(let real): append(stored: .real(real))
    case .text(var text):
      bytes.append(Tag.text.rawValue)
      text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    case .blob(let blob):
      bytes.append(Tag.blob.rawValue)
      append(blob)
    }
  }

  mutating func append(stored value: StoredBytes) {
    switch value {
    case .null: bytes.append(Tag.null.rawValue)
    case .integer(let integer):
      bytes.append(Tag.integer.rawValue)
      append(integer: integer)
    case .real(let real):
      bytes.append(Tag.real.rawValue)
      withUnsafeBytes(of: real.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    case .text(let text):
      bytes.append(Tag.text.rawValue)
      append(text)
    case .blob(let blob):
      bytes.append(Tag.blob.rawValue)
      append(blob)
    }
  }

  private mutating func append(_ content: UnsafeRawBufferPointer) {
    append(count: content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func append(_ content: [UInt8]) {
    append(count: content.count)
    bytes.append(contentsOf: content)
  }

  private mutating func append(count: Int) {
    append(number: UInt64(count))
  }

  /// Small numbers of either sign are short.
  private mutating func append(integer: Int64) {
    append(number: UInt64(bitPattern: (integer << 1) ^ (integer >> 63)))
  }

  private mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  /// The byte before a value.
  enum Tag: UInt8 {
    case null
    case integer
    case real
    case text
    case blob
  }
}

/// Reads packed rows one after the other; bytes that make no sense end it with an error, never with a trap.
struct PackedRowReader {
  /// The bytes are not what `PackedRows` writes.
  struct Damage: Error {}

  private let bytes: [UInt8]
  private(set) var position = 0
  private(set) var columns: [String] = []

  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    guard bytes.first == PackedRows.version else { throw Damage() }
    position = 1
    let count = try length()
    for _ in 0..<count { columns.append(String(decoding: bytes[try content()], as: UTF8.self)) }
  }

  /// Reads the values at a place in the rows.
  init(_ bytes: [UInt8], columns: [String], at position: Int) {
    self.bytes = bytes
    self.columns = columns
    self.position = position
  }

  /// The next row's key, or nil at the end.
  mutating func key() throws -> Int64? {
    position < bytes.count ? try integer() : nil
  }

  mutating func value() throws -> SQLValue {
    switch try tag() {
    case .null: return .null
    case .integer: return .integer(try integer())
    case .real: return .real(try real())
    case .text: return .text(String(decoding: bytes[try content()], as: UTF8.self))
    case .blob: return .blob(Array(bytes[try content()]))
    }
  }

  mutating func skipValue() throws {
    switch try tag() {
    case .null: break
    case .integer: _ = try integer()
    case .real: _ = try real()
    case .text, .blob: _ = try content()
    }
  }

  /// Binds the next value as it was stored.
  mutating func bindValue(to statement: Statement, at index: Int32) throws {
    switch try tag() {
    case .null: try statement.bindNull(at: index)
    case .integer: try statement.bind(try integer(), at: index)
    case .real: try statement.bind(try real(), at: index)
    case .text:
      let range = try content()
      try bytes.withUnsafeBytes { all in
        try statement.bind(.text(UnsafeRawBufferPointer(rebasing: all[range])), at: index)
      }
    case .blob:
      let range = try content()
      try bytes.withUnsafeBytes { all in
        try statement.bind(.blob(UnsafeRawBufferPointer(rebasing: all[range])), at: index)
      }
    }
  }

  private mutating func tag() throws -> PackedRows.Tag {
    guard position < bytes.count, let tag = PackedRows.Tag(rawValue: bytes[position]) else { throw Damage() }
    position += 1
    return tag
  }

  private mutating func real() throws -> Double {
    guard bytes.count - position >= 8 else { throw Damage() }
    var bits: UInt64 = 0
    for offset in (0..<8).reversed() { bits = bits << 8 | UInt64(bytes[position + offset]) }
    position += 8
    return Double(bitPattern: bits)
  }

  private mutating func content() throws -> Range<Int> {
    let count = try length()
    defer { position += count }
    return position..<(position + count)
  }

  /// A length that fits into the rest.
  private mutating func length() throws -> Int {
    let number = try number()
    guard number <= UInt64(bytes.count - position) else { throw Damage() }
    return Int(number)
  }

  private mutating func integer() throws -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  private mutating func number() throws -> UInt64 {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while position < bytes.count, shift < 64 {
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7f) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    throw Damage()
  }
}
