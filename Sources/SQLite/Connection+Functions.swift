internal import CSQLite

extension Connection {
  /// Adds a deterministic SQL function of one text to this connection; what is no text comes back as it is.
  ///
  /// Such a function serves queries only: it must not stand in the schema, which every SQLite tool has to read.
  ///
  /// - Parameters:
  ///   - name: The function's name in SQL.
  ///   - lowersASCII: Whether the function does no more to texts of ASCII than to lower their letters; they are not made
  ///     strings then, which would take most of the time.
  ///   - body: The function.
  package func addTextFunction(
    _ name: String, lowersASCII: Bool = false, _ body: @escaping (String) -> String
  ) {
    let box = Unmanaged.passRetained(TextFunction(lowersASCII: lowersASCII, body: body))
    sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, _, arguments in
        guard let context, let argument = arguments?[0], let user = sqlite3_user_data(context) else { return }
        guard sqlite3_value_type(argument) == SQLITE_TEXT, let bytes = sqlite3_value_text(argument) else {
          return sqlite3_result_value(context, argument)
        }
        let count = Int(sqlite3_value_bytes(argument))
        let function = Unmanaged<TextFunction>.fromOpaque(user).takeUnretainedValue()
        let stored = UnsafeBufferPointer(start: bytes, count: count)
        if function.lowersASCII, TextFunction.lower(stored, argument, context) { return }
        let text = String(decoding: stored, as: UTF8.self)
        var result = function.body(text)
        result.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { characters in
            // A null pointer would be NULL, and an empty text is not.
            characters.isEmpty
              ? bookstall_result_text(context, "", 0)
              : bookstall_result_text(context, characters.baseAddress, Int32(clamping: characters.count))
          }
        }
      }, nil, nil,
      { if let box = $0 { Unmanaged<TextFunction>.fromOpaque(box).release() } })
  }
}

/// Carries a Swift function through SQLite's pointer.
private final class TextFunction {
  let lowersASCII: Bool
  let body: (String) -> String

  init(lowersASCII: Bool, body: @escaping (String) -> String) {
    self.lowersASCII = lowersASCII
    self.body = body
  }

  /// Makes a text of ASCII in small letters the result; false where it has other characters.
  static func lower(
    _ text: UnsafeBufferPointer<UInt8>, _ argument: OpaquePointer?, _ context: OpaquePointer
  ) -> Bool {
    var all: UInt8 = 0
    for byte in text { all |= byte }
    if all >= 0x80 { return false }
    if text.isEmpty {
      sqlite3_result_value(context, argument)
      return true
    }
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count) { lowered in
      for index in text.indices {
        let byte = text[index]
        lowered[index] = CChar(truncatingIfNeeded: byte &- 0x41 < 26 ? byte | 0x20 : byte)
      }
      bookstall_result_text(context, lowered.baseAddress, Int32(clamping: text.count))
    }
    return true
  }
}
