internal import CSQLite

extension Connection {
  /// Adds a deterministic SQL function of some values to this connection.
  ///
  /// Such a function serves queries only: it must not stand in the schema, which every SQLite tool has to read.
  ///
  /// - Parameters:
  ///   - name: The function's name.
  ///   - count: How many values it takes.
  ///   - body: Makes the result of the values, `count` of them.
  package func addFunction(_ name: String, of count: Int32, _ body: @escaping ([SQLValue]) -> SQLValue) {
    let box = Unmanaged.passRetained(ValueFunction(body: body))
    sqlite3_create_function_v2(
      handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, count, arguments in
        guard let context, let arguments, let user = sqlite3_user_data(context) else { return }
        let values = (0..<Int(count)).map { SQLValue(argument: arguments[$0]) }
        Unmanaged<ValueFunction>.fromOpaque(user).takeUnretainedValue().body(values).become(resultOf: context)
      }, nil, nil,
      { if let box = $0 { Unmanaged<ValueFunction>.fromOpaque(box).release() } })
  }
}

/// Carries a Swift function through SQLite's pointer.
private final class ValueFunction {
  let body: ([SQLValue]) -> SQLValue

  init(body: @escaping ([SQLValue]) -> SQLValue) {
    self.body = body
  }
}

extension SQLValue {
  fileprivate init(argument: OpaquePointer?) {
    switch sqlite3_value_type(argument) {
    case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(argument))
    case SQLITE_FLOAT: self = .real(sqlite3_value_double(argument))
    case SQLITE_TEXT:
      let start = sqlite3_value_text(argument)
      let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_value_blob(argument)
      let bytes = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
      self = .blob([UInt8](bytes))
    default: self = .null
    }
  }

  fileprivate func become(resultOf context: OpaquePointer) {
    switch self {
    case .null: sqlite3_result_null(context)
    case .integer(let integer): sqlite3_result_int64(context, integer)
    case .real(let real): sqlite3_result_double(context, real)
    case .text(var text):
      text.withUTF8 { utf8 in
        utf8.withMemoryRebound(to: CChar.self) { characters in
          // A null pointer would be NULL, and an empty text is not.
          characters.isEmpty
            ? bookstall_result_text(context, "", 0)
            : bookstall_result_text(context, characters.baseAddress, Int32(clamping: characters.count))
        }
      }
    case .blob(let bytes):
      bytes.withUnsafeBytes { bytes in
        bytes.isEmpty
          ? sqlite3_result_zeroblob(context, 0)
          : bookstall_result_blob(context, bytes.baseAddress, Int32(clamping: bytes.count))
      }
    }
  }
}
