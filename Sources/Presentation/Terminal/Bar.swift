/// Bars out of blocks, or out of `#` where only ASCII is wanted.
struct Bar {
  private let isASCII: Bool

  private static let standing = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Bars for one kind of terminal.
  ///
  /// Terminals that draw ambiguous characters over two cells draw blocks so: they get ASCII.
  init(_ options: TerminalOptions) {
    isASCII = options.isASCII || options.ambiguousIsWide
  }

  /// Whether there are bars that stand.
  var canStand: Bool { !isASCII }

  /// What stands for none, so that no place is empty.
  var zero: String { isASCII ? "." : "·" }

  /// A lying bar for a part of the largest value, which takes all the cells.
  ///
  /// What is not zero is never drawn as nothing. The blocks leave a gap above, so that bars in neighbouring rows don't
  /// run together.
  func lying(_ value: Int, of largest: Int, cells: Int) -> String {
    guard value > 0, largest > 0, cells > 0 else { return zero }
    let share = min(1, Double(value) / Double(largest))
    return String(repeating: isASCII ? "#" : "▇", count: max(1, Int((share * Double(cells)).rounded())))
  }

  /// A bar that stands in one cell.
  func standing(_ value: Int, of largest: Int) -> String {
    guard value > 0, largest > 0 else { return zero }
    let eighths = Int((Double(value) / Double(largest) * 8).rounded())
    return Bar.standing[min(max(eighths, 1), 8) - 1]
  }
}
