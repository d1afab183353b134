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

extension Session {
  /// The place for an output: a file, or standard output for `-`; the store's own files are refused.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-`.
  ///   - store: The store that must not be written over.
  ///   - replaces: Whether a file that is there may be replaced; not asked for standard output.
  /// - Returns: The sink.
  /// - Throws: `Failure` for the store itself, `ExportError` for a file that can't be written.
  func sink(
    to path: String, beside store: BookStore, replaces: @autoclosure () -> Bool
  ) throws -> any ExportSink {
    if path == "-" { return ConsoleSink(console) }
    guard !store.isKept(at: path) else {
      throw Failure("\(Failure.quoted(path)) is the store itself; name another file.", .cannotWrite)
    }
    return try makeExportSink(path: path, replaces: replaces())
  }
}
