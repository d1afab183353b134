import Bookstall

/// Standard output as a place to export to.
final class ConsoleSink: ExportSink {
  private let console: Console

  init(_ console: Console) {
    self.console = console
  }

  func write(_ bytes: [UInt8]) throws { try console.write(bytes) }

  func finish() throws { try console.flush() }
}

/// A number of bytes in words.
enum ByteSize {
  /// `999 B`, `18.4 kB`, `2.0 MB`.
  static func text(_ bytes: Int) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    let (unit, name) = bytes < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    let tenths = (bytes * 10 + unit / 2) / unit
    return "\(tenths / 10).\(tenths % 10) \(name)"
  }
}
