/// The form in which the store keeps the columns of a source row: one JSON object.
extension OtherColumns {
  /// Reads the object, its order and its doubles kept; nil is no columns.
  ///
  /// Another program may have stored more than texts: null becomes an empty text, and any other value the
  /// JSON that says it. Throws a `JSONError` for anything but an object.
  package init(json: String?) throws(JSONError) {
    if let json, OtherColumns.isPlain(json) {
      self.init([])
      storage = .json(json)
    } else if let json {
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
    if case .json(let text) = storage { return text }
    var bytes: [UInt8] = []
    // Quotes, colon and comma, and as a rule little to escape.
    bytes.reserveCapacity(columns.reduce(32) { $0 + $1.name.utf8.count + $1.text.utf8.count + 6 })
    append(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the columns as they will be stored, so that whoever stores them has no more to do.
  mutating func pack() {
    if let json { storage = .json(json) }
  }

  /// Appends the object; `{}` where there are no columns.
  func append(into bytes: inout [UInt8]) {
    if case .json(let text) = storage { return bytes.append(contentsOf: text.utf8) }
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

  /// The columns of a text that `isPlain` has accepted or `append` has written.
  static func columns(ofJSON text: String) -> [Column] {
    guard let columns = try? OtherColumns(JSON(text)) else { return [] }
    return columns.columns
  }

  /// Whether a text is exactly what `append` writes, `{"name":"text",…}`, with no escapes of numbers in it.
  private static func isPlain(_ json: String) -> Bool {
    var json = json
    return json.withUTF8 { bytes in
      guard bytes.count > 2, bytes[0] == UInt8(ascii: "{"), bytes[bytes.count - 1] == UInt8(ascii: "}") else {
        return false
      }
      var position = 1
      while true {
        guard skipPlainString(bytes, &position), skip(UInt8(ascii: ":"), bytes, &position),
          skipPlainString(bytes, &position), position < bytes.count
        else { return false }
        if position == bytes.count - 1 { return true }
        guard skip(UInt8(ascii: ","), bytes, &position) else { return false }
      }
    }
  }

  private static func skipPlainString(_ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> Bool {
    guard skip(UInt8(ascii: "\""), bytes, &position) else { return false }
    while true {
      position = JSONWriter.endOfPlainBytes(in: bytes, from: position)
      guard position < bytes.count else { return false }
      let byte = bytes[position]
      position &+= 1
      switch byte {
      case UInt8(ascii: "\""): return true
      case UInt8(ascii: "\\"):
        guard position < bytes.count, "\"\\nrt".utf8.contains(bytes[position]) else { return false }
        position &+= 1
      case 0x80...: if JSONWriter.isEscaped(at: position - 1, in: bytes) { return false }
      default: return false
      }
    }
  }

  private static func skip(_ wanted: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int)
    -> Bool
  {
    guard position < bytes.count, bytes[position] == wanted else { return false }
    position &+= 1
    return true
  }
}
