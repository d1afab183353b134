/// Bars out of blocks in eighths of a cell, or out of `#` where only ASCII is wanted.
struct Bar {
  private let isASCII: Bool

  private static let lying = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
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
  /// What is not zero is never drawn as nothing.
  func lying(_ value: Int, of largest: Int, cells: Int) -> String {
    guard value > 0, largest > 0, cells > 0 else { return zero }
    let share = min(1, Double(value) / Double(largest))
    if isASCII { return String(repeating: "#", count: max(1, Int((share * Double(cells)).rounded()))) }
    let eighths = max(1, Int((share * Double(cells * 8)).rounded()))
    return String(repeating: "█", count: eighths / 8) + Bar.lying[eighths % 8]
  }

  /// A bar that stands in one cell.
  func standing(_ value: Int, of largest: Int) -> String {
    guard value > 0, largest > 0 else { return zero }
    let eighths = Int((Double(value) / Double(largest) * 8).rounded())
    return Bar.standing[min(max(eighths, 1), 8) - 1]
  }
}
