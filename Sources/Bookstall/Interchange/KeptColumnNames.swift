/// The names of the columns that books keep of a service, each once, in the order in which they turn up.
struct KeptColumnNames {
  private(set) var names: [String] = []
  private var known: Set<String> = []
  /// The names of the row before, which mostly come again at the same places.
  private var last: [[UInt8]] = []

  /// More columns than any export has; further ones are not written.
  private static let limit = 200

  /// Takes the names of one book's columns.
  mutating func take(_ columns: OtherColumns) {
    var place = 0
    columns.forEachName { name in
      defer { place += 1 }
      if place < last.count, last[place].elementsEqual(name) { return }
      if place < last.count { last[place] = Array(name) } else { last.append(Array(name)) }
      insert(OtherColumns.name(fromJSON: name))
    }
  }

  private mutating func insert(_ name: String) {
    if names.count < KeptColumnNames.limit, known.insert(name.lowercased()).inserted { names.append(name) }
  }

  /// The names besides those of a format's own columns, without the ones that were made up for a nameless or a second
  /// column.
  func besides(_ own: some Sequence<String>) -> [String] {
    let own = Set(own.map { $0.lowercased() })
    return names.filter { name in
      if own.contains(name.lowercased()) || name.isEmpty { return false }
      if name.hasPrefix("Column "), Int(name.dropFirst(7)) != nil { return false }
      guard name.hasSuffix(")"), let open = name.utf8.lastIndex(of: UInt8(ascii: "(")) else { return true }
      return Int(name[open...].dropFirst().dropLast()) == nil
    }
  }
}

extension OtherColumns {
  /// Calls the closure with the bytes of each name as they stand in the JSON text, between the quotes.
  func forEachName(_ body: (Slice<UnsafeBufferPointer<UInt8>>) -> Void) {
    guard var text = json else { return }
    text.withUTF8 { bytes in
      var strings = 0
      var start: Int?
      var index = 0
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\\") {
          index += 2
          continue
        }
        if bytes[index] == UInt8(ascii: "\"") {
          if let open = start {
            if strings.isMultiple(of: 2) { body(bytes[open..<index]) }
            strings += 1
            start = nil
          } else {
            start = index + 1
          }
        }
        index += 1
      }
    }
  }

  /// A name without the escapes of JSON.
  static func name(fromJSON bytes: some Sequence<UInt8>) -> String {
    let text = String(decoding: Array(bytes), as: UTF8.self)
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return text }
    return (try? JSON("\"" + text + "\""))?.text ?? text
  }
}
