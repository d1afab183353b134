/// The form in which the store keeps the columns of a source row: one JSON object.
extension OtherColumns {
  /// Reads the object, its order and its doubles kept; nil is no columns.
  ///
  /// Another program may have stored more than texts: null becomes an empty text, and any other value the
  /// JSON that says it. Throws a `JSONError` for anything but an object.
  package init(json: String?) throws(JSONError) {
    if let json {
      try self.init(JSON(json))
    } else {
      self.init([])
    }
  }

  /// Takes the members of a JSON object that has been read already.
  init(_ value: JSON) throws(JSONError) {
    guard case .object(let members) = value else { throw JSONError(.notAnObject, at: 0) }
    self.init(members.map { Column(name: $0.name, text: OtherColumns.text(of: $0.value)) })
  }

  /// The object as text; nil where there are no columns.
  package var json: String? {
    guard !isEmpty else { return nil }
    var bytes: [UInt8] = []
    append(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the object; `{}` where there are no columns.
  func append(into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    JSONWriter.append(columns, into: &bytes) { column, bytes in
      JSONWriter.append(column.name, into: &bytes)
      bytes.append(UInt8(ascii: ":"))
      JSONWriter.append(column.text, into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private static func text(of value: JSON) -> String {
    switch value {
    case .string(let text): return text
    case .null: return ""
    default:
      var bytes: [UInt8] = []
      JSONWriter.append(value, into: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
