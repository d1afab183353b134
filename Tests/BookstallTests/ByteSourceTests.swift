import Glibc
import TestSupport
import Testing

@testable import Bookstall

/// Reading that ends when somebody asks for it, whenever that is.
@Suite struct ByteSourceTests {
  /// A named pipe that somebody holds open and writes nothing to: a read of it would wait for ever.
  private struct SilentPipe {
    let folder: TemporaryFolder
    let source: ByteSource
    private let writer: Int32

    init() throws {
      folder = try TemporaryFolder()
      let path = folder.file("pipe")
      guard mkfifo(path, 0o600) == 0 else { throw TestFailure("there is no pipe") }
      writer = open(path, O_RDWR | O_CLOEXEC)
      source = try ByteSource(path: path)
    }

    func close() { _ = Glibc.close(writer) }
  }

  @Test func `what asked before the read ends it without a wait`() throws {
    let pipe = try SilentPipe()
    defer { pipe.close() }
    pipe.source.isCancelled = { true }
    #expect(throws: CancellationError.self) { try pipe.source.read() }
  }

  @Test func `what asks between the look and the wait ends it, too`() throws {
    let pipe = try SilentPipe()
    defer { pipe.close() }
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    pipe.source.cancellation = ends[0]
    var looks = 0
    pipe.source.isCancelled = {
      looks += 1
      // As a signal would that comes right after the first look.
      if looks == 1 { _ = write(ends[1], "!", 1) }
      return looks > 1
    }
    #expect(throws: CancellationError.self) { try pipe.source.read() }
    #expect(looks == 2)
  }
}
