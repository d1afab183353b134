/// Lists of names in one cell: `; ` between them, with `\;` and `\\` for what would read as a separator.
enum OwnCSVList {
  private static let backslash = UInt8(ascii: "\\")
  private static let semicolon = UInt8(ascii: ";")
  private static let blank = UInt8(ascii: " ")

  /// Appends the cell; items without text are left out, as a list cannot say them.
  static func append(_ items: [String], into bytes: inout [UInt8]) {
    var isFirst = true
    for item in items where !item.isEmpty {
      if !isFirst {
        bytes.append(semicolon)
        bytes.append(blank)
      }
      isFirst = false
      for byte in item.utf8 {
        if byte == backslash || byte == semicolon { bytes.append(backslash) }
        bytes.append(byte)
      }
    }
  }

  /// The items of a cell.
  ///
  /// One blank after a semicolon belongs to the separator, every other one to the item.
  static func items(of cell: String) -> [String] {
    guard !cell.isEmpty else { return [] }
    var items: [String] = []
    var item: [UInt8] = []
    var isEscaped = false
    var isAfterSeparator = false
    for byte in cell.utf8 {
      let mayBelongToSeparator = isAfterSeparator
      isAfterSeparator = false
      switch byte {
      case _ where isEscaped:
        item.append(byte)
        isEscaped = false
      case backslash:
        isEscaped = true
      case semicolon:
        take(&item, into: &items)
        isAfterSeparator = true
      case blank where mayBelongToSeparator:
        break
      default:
        item.append(byte)
      }
    }
    // A backslash with nothing to escape was typed by hand and stands for itself.
    if isEscaped { item.append(backslash) }
    take(&item, into: &items)
    return items
  }

  private static func take(_ item: inout [UInt8], into items: inout [String]) {
    if !item.isEmpty { items.append(String(decoding: item, as: UTF8.self)) }
    item.removeAll(keepingCapacity: true)
  }
}
