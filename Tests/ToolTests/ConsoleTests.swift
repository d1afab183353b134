import Glibc
import Testing

@testable import BookstallTool

@Suite("The console")
struct ConsoleTests {
  /// A pipe whose two ends are closed at the end.
  final class Pipe {
    let reading: Int32
    private(set) var writing: Int32

    init() throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      (reading, writing) = (ends[0], ends[1])
    }

    func put(_ bytes: [UInt8]) {
      _ = bytes.withUnsafeBytes { write(writing, $0.baseAddress, $0.count) }
    }

    func closeWriting() {
      close(writing)
      writing = -1
    }

    func closeReading() { close(reading) }

    /// Everything up to the end; call `closeWriting` before.
    func rest() -> String {
      var bytes: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = chunk.withUnsafeMutableBytes { read(reading, $0.baseAddress, $0.count) }
        if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += chunk[..<count]
      }
    }
  }

  @Test func `output waits for the flush and comes before messages`() throws {
    let pipe = try Pipe()
    let console = Console(input: STDIN_FILENO, output: pipe.writing, error: pipe.writing)
    try console.write("one ")
    console.report("two ")
    try console.write("three")
    try console.flush()
    pipe.closeWriting()
    #expect(pipe.rest() == "one two three")
    #expect(!console.outputIsTTY)
  }

  @Test func `a full device is an error with its reason`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let console = Console(input: STDIN_FILENO, output: full, error: full)
    try console.write("x")
    let error = #expect(throws: ConsoleError.self) { try console.flush() }
    #expect(error == .cannotWrite(ENOSPC))
    #expect(
      Failure(try #require(error))
        == Failure("Cannot write the output: No space left on device.", .cannotWrite))
  }

  @Test func `large output reaches the stream before the flush`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    let console = Console(input: STDIN_FILENO, output: full, error: full)
    #expect(throws: ConsoleError.cannotWrite(ENOSPC)) {
      try console.write(String(repeating: "x", count: 1 << 16))
    }
  }

  @Test func `lines come without their ends, the last one too`() throws {
    let pipe = try Pipe()
    let sink = open("/dev/null", O_WRONLY)
    defer { close(sink) }
    pipe.put(Array("one\r\n\n老舍\nlast".utf8))
    pipe.closeWriting()
    let console = Console(input: pipe.reading, output: sink, error: sink)
    #expect(try console.readLine(prompt: "? ") == "one")
    #expect(try console.readLine(prompt: "? ") == "")
    #expect(try console.readLine(prompt: "? ") == "老舍")
    #expect(try console.readLine(prompt: "? ") == "last")
    #expect(try console.readLine(prompt: "? ") == nil)
    #expect(try console.readLine(prompt: "? ") == nil)
  }

  @Test func `Ctrl-D that was typed while the terminal was asked about itself ends the input`() throws {
    let pipe = try Pipe()
    let sink = open("/dev/null", O_WRONLY)
    defer { close(sink) }
    let console = Console(input: pipe.reading, output: sink, error: sink)
    console.typedAhead = Array("y\n\u{4}".utf8)
    #expect(try console.readLine(prompt: "? ") == "y")
    #expect(try console.readLine(prompt: "? ") == nil)
  }

  @Test func `a line that is begun while the terminal is asked is shown and goes on`() throws {
    let (pipe, messages) = (try Pipe(), try Pipe())
    let sink = open("/dev/null", O_WRONLY)
    defer { close(sink) }
    let console = Console(input: pipe.reading, output: sink, error: messages.writing)
    console.typedAhead = Array("one\nEmx\u{7F}".utf8)
    pipe.put(Array("ma\nlast\n".utf8))
    #expect(try ["? ", "! ", ": "].map { try console.readLine(prompt: $0) } == ["one", "Emma", "last"])
    messages.closeWriting()
    #expect(messages.rest() == "? ! Em: ")
  }

  @Test(arguments: [
    ("ab\u{7F}c\n", "ac\n", "", false), ("骆驼\u{7F}", "", "骆", false), ("a b\u{17}c", "", "a c", false),
    ("x\u{15}y", "", "y", false), ("\u{1B}[C\u{1B}OAx\u{1B}[3~", "", "x", false),
    ("a\ry\u{4}z", "a\n", "y", true), ("\u{1}a\u{1B}", "", "a", false), ("", "", "", false),
  ])
  func `keys typed ahead edit their line as the terminal would`(
    keys: String, lines: String, begun: String, endsInput: Bool
  ) {
    let typed = TypedAhead(Array(keys.utf8))
    #expect(String(decoding: typed.lines, as: UTF8.self) == lines)
    #expect(String(decoding: typed.begun, as: UTF8.self) == begun)
    #expect(typed.endsInput == endsInput)
  }

  @Test func `a line that is not UTF-8 is named by line, byte and place`() throws {
    let pipe = try Pipe()
    let sink = open("/dev/null", O_WRONLY)
    defer { close(sink) }
    pipe.put(Array("ok\nca".utf8) + [0xE9, 0x0A])
    let console = Console(input: pipe.reading, output: sink, error: sink)
    _ = try console.readLine(prompt: "")
    #expect(throws: ConsoleError.notUTF8(line: 2, byte: 0xE9, place: 3)) { try console.readLine(prompt: "") }
    pipe.closeWriting()
  }

  @Test func `a question goes to the messages where the output is no terminal`() throws {
    let (input, messages) = (try Pipe(), try Pipe())
    let sink = open("/dev/full", O_WRONLY)
    defer { close(sink) }
    input.closeWriting()
    let console = Console(input: input.reading, output: sink, error: messages.writing)
    #expect(try console.readLine(prompt: "Title › ") == nil)
    messages.closeWriting()
    #expect(messages.rest() == "Title › ")
    #expect(!console.canAsk)
  }
}
