internal import CSQLite

extension Connection {
  /// Adds a deterministic SQL function of one text to this connection; what is no text comes back as it is.
  ///
  /// Such a function serves queries only: it must not stand in the schema, which every SQLite tool has to read.
  package func addTextFunction(_ name: String, _ body: @escaping (String) -> String) {
    let box = Unmanaged.passRetained(TextFunction(body: body))
    sqlite3_create_function_v2(
      handle, name, 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, _, arguments in
        guard let context, let argument = arguments?[0], let user = sqlite3_user_data(context) else { return }
        guard sqlite3_value_type(argument) == SQLITE_TEXT, let bytes = sqlite3_value_text(argument) else {
          return sqlite3_result_value(context, argument)
        }
        let count = Int(sqlite3_value_bytes(argument))
        let text = String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
        var result = Unmanaged<TextFunction>.fromOpaque(user).takeUnretainedValue().body(text)
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
  let body: (String) -> String

  init(body: @escaping (String) -> String) {
    self.body = body
  }
}
