/// The files in a ZIP archive, found by its directory; nothing is ever written by their names.
package struct ZipArchive: Sendable {
  /// One file of the archive.
  package struct Entry: Hashable, Sendable {
    /// As the archive says it, for showing and telling apart only.
    package let name: String
    /// How many bytes it unfolds to, by the archive's own account; more are never handed out.
    package let size: Int
    fileprivate let method: Int
    fileprivate let checksum: UInt32
    /// How many bytes it takes in the archive, by the archive's own account.
    package let compressedSize: Int
    fileprivate let headerOffset: Int
    /// Whether a password is needed.
    package let isLocked: Bool
  }

  /// The files in the order of the directory, folders left out.
  package let entries: [Entry]
  private let bytes: [UInt8]

  /// More files than any export has.
  private static let entryLimit = 100_000

  /// Whether bytes begin like an archive, be it an empty one.
  package static func recognises(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) || bytes.starts(with: [0x50, 0x4B, 0x05, 0x06])
  }

  /// Reads the directory.
  ///
  /// Throws `ArchiveError.damaged` or `.tooManyFiles`.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    self.bytes = bytes
    let reader = LittleEndian(bytes)
    guard let (start, count) = ZipArchive.directory(reader) else { throw .damaged }
    guard count <= ZipArchive.entryLimit else { throw .tooManyFiles(limit: ZipArchive.entryLimit) }
    var entries: [Entry] = []
    var offset = start
    for _ in 0..<count {
      guard reader.number(offset, 4) == 0x0201_4B50, let nameLength = reader.number(offset + 28, 2),
        let extraLength = reader.number(offset + 30, 2), let commentLength = reader.number(offset + 32, 2),
        let name = reader.slice(offset + 46, nameLength),
        let entry = ZipArchive.entry(reader, offset, name: name, extra: offset + 46 + nameLength, extraLength)
      else { throw .damaged }
      if !entry.name.hasSuffix("/") { entries.append(entry) }
      offset += 46 + nameLength + extraLength + commentLength
    }
    self.entries = entries
  }

  /// The bytes of a file, piece by piece; empty at the end, where size and checksum are compared.
  ///
  /// The closure throws `ArchiveError` too.
  package func contents(of entry: Entry) throws(ArchiveError) -> () throws -> [UInt8] {
    if entry.isLocked { throw .locked(name: entry.name) }
    let reader = LittleEndian(bytes)
    // The local header has lengths of its own.
    guard reader.number(entry.headerOffset, 4) == 0x0403_4B50,
      let nameLength = reader.number(entry.headerOffset + 26, 2),
      let extraLength = reader.number(entry.headerOffset + 28, 2),
      let data = reader.slice(entry.headerOffset + 30 + nameLength + extraLength, entry.compressedSize)
    else { throw .damaged }
    var next: () throws -> [UInt8]
    switch entry.method {
    case 0:
      var rest = data
      next = {
        defer { rest = rest.dropFirst(1 << 16) }
        return Array(rest.prefix(1 << 16))
      }
    case 8:
      var inflater = Inflater(data)
      next = { try inflater.next() }
    default:
      throw .unknownMethod(name: entry.name, method: entry.method)
    }
    var size = 0
    var checksum = CRC32()
    return {
      guard let piece = try? next() else { throw ArchiveError.damaged }
      size += piece.count
      checksum.update(piece)
      if size > entry.size || (piece.isEmpty && (size < entry.size || checksum.value != entry.checksum)) {
        throw ArchiveError.damaged
      }
      return piece
    }
  }

  /// Where the directory begins, and how many files it has.
  private static func directory(_ reader: LittleEndian) -> (start: Int, count: Int)? {
    let last = reader.count - 22
    var offset = last
    // A comment of up to 64 KiB may follow, which could hold the same mark; only the true one ends the archive.
    while offset >= max(0, last - 0xFFFF) {
      if reader.number(offset, 4) == 0x0605_4B50, reader.number(offset + 20, 2) == last - offset { break }
      offset -= 1
    }
    guard reader.number(offset, 4) == 0x0605_4B50, let count = reader.number(offset + 10, 2),
      let start = reader.number(offset + 16, 4)
    else { return nil }
    guard count == 0xFFFF || start == 0xFFFF_FFFF else { return (start, count) }
    guard reader.number(offset - 20, 4) == 0x0706_4B50, let end = reader.number(offset - 12, 8),
      reader.number(end, 4) == 0x0606_4B50, let count = reader.number(end + 32, 8),
      let start = reader.number(end + 48, 8)
    else { return count == 0xFFFF && start != 0xFFFF_FFFF ? (start, count) : nil }
    return (start, count)
  }

  private static func entry(
    _ reader: LittleEndian, _ offset: Int, name: ArraySlice<UInt8>, extra: Int, _ extraLength: Int
  ) -> Entry? {
    guard let flags = reader.number(offset + 8, 2), let method = reader.number(offset + 10, 2),
      let checksum = reader.number(offset + 16, 4), let compressed = reader.number(offset + 20, 4),
      let size = reader.number(offset + 24, 4), let header = reader.number(offset + 42, 4)
    else { return nil }
    var numbers = [size, compressed, header]
    // Numbers of eight bytes stand in an extra field, in this order, where four bytes were not enough.
    if numbers.contains(0xFFFF_FFFF), var field = wideNumbers(reader, from: extra, length: extraLength) {
      for place in numbers.indices where numbers[place] == 0xFFFF_FFFF {
        guard let number = reader.number(field, 8) else { return nil }
        numbers[place] = number
        field += 8
      }
    }
    return Entry(
      name: String(decoding: name, as: UTF8.self), size: numbers[0], method: method,
      checksum: UInt32(truncatingIfNeeded: checksum), compressedSize: numbers[1], headerOffset: numbers[2],
      isLocked: flags & 1 == 1)
  }

  private static func wideNumbers(_ reader: LittleEndian, from start: Int, length: Int) -> Int? {
    var offset = start
    while offset + 4 <= start + length, let kind = reader.number(offset, 2),
      let size = reader.number(offset + 2, 2)
    {
      if kind == 1 { return offset + 4 }
      offset += 4 + size
    }
    return nil
  }
}

/// Numbers out of bytes, the lowest byte first; nil wherever the bytes end before.
private struct LittleEndian {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  func slice(_ offset: Int, _ length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, offset <= bytes.count, length <= bytes.count - offset else { return nil }
    return bytes[offset..<offset + length]
  }

  /// Nil also for a number that no file's size or place could be.
  func number(_ offset: Int, _ width: Int) -> Int? {
    guard let slice = slice(offset, width) else { return nil }
    var value: UInt64 = 0
    for byte in slice.reversed() { value = value << 8 | UInt64(byte) }
    return value < 1 << 48 ? Int(value) : nil
  }
}

/// The checksum of ZIP archives.
struct CRC32 {
  private var state: UInt32 = 0xFFFF_FFFF

  var value: UInt32 { ~state }

  mutating func update(_ bytes: [UInt8]) {
    var state = state
    for byte in bytes {
      state = CRC32.table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ (state >> 8)
    }
    self.state = state
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? (value >> 1) ^ 0xEDB8_8320 : value >> 1 }
  }
}
