import Glibc

@testable import CSV

/// As many rounds of a test with random input, and more where `BOOKSTALL_FUZZ` says how many times as many.
func rounds(_ count: Int) -> Int {
  let factor = getenv("BOOKSTALL_FUZZ").flatMap { Int(String(cString: $0)) } ?? 1
  return count * max(1, factor)
}

/// Hands out bytes in pieces of random sizes, some of them a single byte.
func randomChunks(of bytes: [UInt8], seed: UInt64) -> () -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  var rest = bytes[...]
  return {
    let limit = Bool.random(using: &generator) ? 2 : 30
    let piece = rest.prefix(Int.random(in: 1...limit, using: &generator))
    rest = rest.dropFirst(piece.count)
    return Array(piece)
  }
}

/// Hands out bytes in pieces of a fixed size.
func chunks(of bytes: [UInt8], size: Int) -> () -> [UInt8] {
  var offset = 0
  return {
    let end = min(offset + size, bytes.count)
    defer { offset = end }
    return Array(bytes[offset..<end])
  }
}

/// Reads all records of some text, as one chunk unless told otherwise.
func records(
  _ text: String, dialect: CSVDialect = .comma, chunkSize: Int = .max >> 1
) throws -> [CSVRecord] {
  try records(Array(text.utf8), dialect: dialect, chunkSize: chunkSize)
}

/// Reads all records of some bytes, as one chunk unless told otherwise.
func records(
  _ bytes: [UInt8], dialect: CSVDialect = .comma, chunkSize: Int = .max >> 1, recordLimit: Int = 16 << 20
) throws -> [CSVRecord] {
  var reader = CSVReader(
    dialect: dialect, recordLimit: recordLimit, read: chunks(of: bytes, size: chunkSize))
  var records: [CSVRecord] = []
  while let record = try reader.next() { records.append(record) }
  return records
}

/// A small generator with a seed, so that a failure can be repeated (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
