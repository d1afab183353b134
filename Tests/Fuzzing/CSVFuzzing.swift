// libFuzzer's way into the module CSV; `.dev/fuzz` compiles it together with the module's sources.

/// Reads any bytes in two cuts, writes what came out and reads that again.
///
/// The first byte chooses the dialect, the second how the bytes are cut; a broken promise traps.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCSV(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  guard input.count >= 2 else { return 0 }
  let dialects: [CSVDialect?] = [nil, .comma, .semicolon, .tab, .pipe]
  let dialect = dialects[Int(input[0]) % dialects.count]
  let bytes = Array(input.dropFirst(2))
  let whole = records(of: bytes, in: dialect, cutAt: .max)
  let cut = records(of: bytes, in: dialect, cutAt: Int(input[1] % 16) + 1)
  precondition(whole == cut, "the cuts change the records")
  checkPlaces(of: whole)
  checkWriting(whole, in: dialect ?? .comma)
  return 0
}

/// All records of bytes in any encoding, or of valid text in one dialect.
private func records(of bytes: [UInt8], in dialect: CSVDialect?, cutAt size: Int) -> [CSVRecord] {
  var decoder = TextDecoder(read: pieces(of: bytes, size))
  let read = { try decoder.nextChunk() }
  do {
    var reader = try dialect.map { CSVReader(dialect: $0, read: read) } ?? CSVReader.sniffing(read: read)
    var records: [CSVRecord] = []
    while let record = try reader.next() { records.append(record) }
    return records
  } catch {
    // A trap is how libFuzzer learns of a fault.
    preconditionFailure("small inputs have no records that are too long: \(error)")
  }
}

private func pieces(of bytes: [UInt8], _ size: Int) -> () -> [UInt8] {
  var rest = bytes[...]
  return {
    let piece = rest.prefix(size)
    rest = rest.dropFirst(piece.count)
    return Array(piece)
  }
}

private func checkPlaces(of records: [CSVRecord]) {
  precondition(records.map(\.number) == Array(1..<records.count + 1), "the records are not numbered in order")
  precondition(zip(records, records.dropFirst()).allSatisfy { $0.line < $1.line }, "the lines don't rise")
}

private func checkWriting(_ records: [CSVRecord], in dialect: CSVDialect) {
  for lineEnd in [CSVLineEnd.lf, .crlf] {
    let writer = CSVWriter(dialect: dialect, lineEnd: lineEnd, quoting: .minimal)
    var bytes: [UInt8] = []
    for record in records { writer.write(record.fields, into: &bytes) }
    var reader = CSVReader(dialect: dialect, read: pieces(of: bytes, .max))
    var again: [[[UInt8]]] = []
    while let record = try? reader.next() { again.append(record.fields.map { Array($0.utf8) }) }
    precondition(
      again == records.map { $0.fields.map { Array($0.utf8) } }, "what was written is not read back")
  }
}
