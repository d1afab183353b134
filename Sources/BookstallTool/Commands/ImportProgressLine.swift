import Bookstall

/// The one line on a terminal that tells how far an import has come: a bar for files, a counter for pipes.
struct ImportProgressLine {
  /// The size of the file in bytes; nil where nobody knows it.
  let size: Int?
  /// The width of the terminal in cells.
  let width: Int
  let isASCII: Bool
  private var lastShown: Double?

  /// Nobody needs to be told of what is over before.
  private static let patience = 0.2
  /// Ten times a second is enough for the eye.
  private static let pause = 0.1
  private static let widestBar = 28

  init(size: Int?, width: Int, isASCII: Bool) {
    self.size = size
    self.width = width
    self.isASCII = isASCII
  }

  /// What erases the line; nil while there is none.
  var erasure: String? { lastShown == nil ? nil : "\r\u{1B}[K" }

  /// What to write now, so many seconds after the start; nil while it is not time yet.
  mutating func update(_ progress: ImportProgress, at seconds: Double) -> String? {
    guard seconds >= (lastShown.map { $0 + Self.pause } ?? Self.patience) else { return nil }
    lastShown = seconds
    return "\r\u{1B}[K" + text(progress, at: seconds)
  }

  private func text(_ progress: ImportProgress, at seconds: Double) -> String {
    let rows = "\(progress.rows) \(progress.rows == 1 ? "row" : "rows")"
    // Once all is read, as an archive is at once, the bytes say no more of the rows.
    guard let size, progress.bytes > 0, progress.bytes < size else { return clipped("  \(rows)") }
    let fraction = Double(progress.bytes) / Double(size)
    let left = seconds * (1 - fraction) / fraction
    let words = "\(rows)   \(Int(fraction * 100))%   \(Self.text(ofSeconds: left)) left"
    let room = min(Self.widestBar, width - words.utf8.count - 5)
    return clipped(room < 8 ? "  \(words)" : "  \(bar(fraction, cells: room))  \(words)")
  }

  /// A line as wide as the terminal would break it, and could not be erased.
  private func clipped(_ text: String) -> String { String(text.prefix(max(0, width - 1))) }

  private func bar(_ fraction: Double, cells: Int) -> String {
    let eighths = Int(fraction * Double(cells * 8))
    let full = eighths / 8
    if isASCII {
      return String(repeating: "#", count: full) + String(repeating: ".", count: cells - full)
    }
    let part = eighths % 8 == 0 ? "" : Self.parts[eighths % 8 - 1]
    let rest = cells - full - (part.isEmpty ? 0 : 1)
    return String(repeating: "█", count: full) + part + String(repeating: "·", count: rest)
  }

  private static let parts = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]

  /// `2 s`, `1 min 5 s`, `2 h 10 min`.
  private static func text(ofSeconds seconds: Double) -> String {
    let whole = Int(min(seconds, 1e6).rounded(.up))
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}
