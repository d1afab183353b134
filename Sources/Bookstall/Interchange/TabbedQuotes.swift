/// Tells whether cells between tabs stand in quotes, although the service that writes such tables quotes nothing.
///
/// A spreadsheet that saves the table puts quotes around some cells and doubles those within them. Without that a
/// quote is a character like any other, so it takes a sign that can hardly be meant otherwise.
enum TabbedQuotes {
  /// Looks at the lines below the header as far as they have been read.
  ///
  /// A cell in quotes with doubled ones inside is a sign, and so is an author's name in quotes. A cell that begins with
  /// a quote and goes on behind the closing one is a sign to the contrary, and counts for more.
  static func areUsed(in bytes: ArraySlice<UInt8>, header: [String]) -> Bool {
    var isSeen = false
    let lines = bytes.split(maxSplits: lineLimit, whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    for line in lines.prefix(lineLimit) {
      let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
      for (column, cell) in cells.enumerated() where cell.first == quote && cell.count > 1 {
        guard cell.last == quote, let doubled = doubledQuotes(in: cell.dropFirst().dropLast()) else {
          return false
        }
        let isName = column < header.count && header[column].hasSuffix("Author")
        isSeen = isSeen || doubled > 0 || isName
      }
    }
    return isSeen
  }

  private static let quote = UInt8(ascii: "\"")
  private static let lineLimit = 2000

  /// How many pairs of quotes stand in a text; nil where one stands alone.
  private static func doubledQuotes(in text: ArraySlice<UInt8>) -> Int? {
    var pairs = 0
    var isOpen = false
    for byte in text {
      if byte == quote {
        if isOpen { pairs += 1 }
        isOpen.toggle()
      } else if isOpen {
        return nil
      }
    }
    return isOpen ? nil : pairs
  }
}
