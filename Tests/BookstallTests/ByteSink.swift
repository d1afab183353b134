@testable import Bookstall

/// Keeps what an export writes.
final class ByteSink: ExportSink {
  private(set) var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func finish() {}
}
