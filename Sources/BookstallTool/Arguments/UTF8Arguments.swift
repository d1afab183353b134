/// Reads the raw arguments (without the program's name) as UTF-8.
///
/// `CommandLine.arguments` would repair bad bytes without a word, so that a title could be stored damaged.
func decodedArguments(_ raw: [[UInt8]]) throws(ArgumentError) -> [String] {
  var arguments: [String] = []
  for (index, bytes) in raw.enumerated() {
    guard let place = firstInvalidByte(in: bytes) else {
      arguments.append(String(decoding: bytes, as: UTF8.self))
      continue
    }
    throw .notUTF8(argument: index + 1, byte: bytes[place], place: place + 1)
  }
  return arguments
}

/// The index of the first byte that is not part of valid UTF-8.
func firstInvalidByte(in bytes: [UInt8]) -> Int? {
  do throws(UTF8.ValidationError) {
    _ = try UTF8Span(validating: bytes.span)
    return nil
  } catch {
    return error.byteOffsets.lowerBound
  }
}
