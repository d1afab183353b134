import Bookstall
import Glibc
import Presentation

/// Standard output as a place to export to.
///
/// A pipe or a file gets every byte; a terminal gets nothing that it would obey.
final class ConsoleSink: ExportSink {
  private let console: Console
  /// What came last and may go on in the next piece: a part of a character, or a return before its line feed.
  private var rest: [UInt8] = []

  init(_ console: Console) {
    self.console = console
  }

  func write(_ bytes: [UInt8]) throws {
    guard console.outputIsTTY else { return try console.write(bytes) }
    rest += bytes
    let end = Self.lastBoundary(in: rest)
    try console.write(SafeText.document(String(decoding: rest[..<end], as: UTF8.self)))
    rest.removeFirst(end)
  }

  func finish() throws {
    if !rest.isEmpty { try console.write(SafeText.document(String(decoding: rest, as: UTF8.self))) }
    rest = []
    try console.flush()
  }

  /// How many of the bytes are whole, whatever comes behind them.
  private static func lastBoundary(in bytes: [UInt8]) -> Int {
    if bytes.last == UInt8(ascii: "\r") { return bytes.count - 1 }
    let start = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    guard start < bytes.count, bytes[start] >= 0xC0, bytes.count - start < 4 else { return bytes.count }
    let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : 2
    return bytes.count - start < length ? start : bytes.count
  }
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
    try checkIsNotStore(path, store)
    return try makeExportSink(path: path, replaces: replaces())
  }

  /// Makes sure that an output could go to a file, without making it.
  ///
  /// - Parameters:
  ///   - path: The file's path, or `-`.
  ///   - store: The store that must not be written over.
  ///   - replaces: Whether a file that is there may be replaced.
  /// - Throws: `Failure` for the store itself, `ExportError.exists` for a file that must stay.
  func checkTarget(_ path: String, beside store: BookStore, replaces: Bool) throws {
    if path == "-" { return }
    try checkIsNotStore(path, store)
    var status = stat()
    // Devices and pipes are written as they are.
    guard !replaces, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
    throw ExportError.exists(path: path)
  }

  private func checkIsNotStore(_ path: String, _ store: BookStore) throws {
    guard store.isKept(at: path) else { return }
    throw Failure("\(Failure.quoted(path)) is the store itself; name another file.", .cannotWrite)
  }
}
