import Glibc

/// What went wrong between the tool and its streams.
enum ConsoleError: Error, Equatable {
  /// The reader of the output has gone; no reason for a message.
  case closedPipe
  /// The output could not be written; the number is `errno`.
  case cannotWrite(Int32)
  case cannotRead(Int32)
  /// A line of the input has bytes that are not UTF-8; line and place count from 1.
  case notUTF8(line: Int, byte: UInt8, place: Int)
  /// Ctrl-C while a question waited for its answer.
  case interrupted
  /// A signal while work was under way that is undone by now.
  case stopped(by: Int32)
}

/// The three streams of the process: buffered output, messages, and lines from the user.
final class Console {
  private let input: Int32
  private let output: Int32
  private let error: Int32
  let inputIsTTY: Bool
  let outputIsTTY: Bool
  let errorIsTTY: Bool
  private var buffer: [UInt8] = []
  /// Whether the store was changed, so that a failing output is no reason to try again.
  var reportsChange = false
  private var lines: LineInput
  private var paging = Paging()
  /// What was typed before anybody asked for it.
  var typedAhead: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// Takes the descriptors as they are; each is asked on its own whether it is a terminal.
  init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO, error: Int32 = STDERR_FILENO) {
    self.input = input
    self.output = output
    self.error = error
    inputIsTTY = isatty(input) == 1
    outputIsTTY = isatty(output) == 1
    errorIsTTY = isatty(error) == 1
    lines = LineInput(descriptor: input)
    buffer.reserveCapacity(Self.bufferSize)
  }

  /// Whether a question can be asked and answered.
  var canAsk: Bool { inputIsTTY && (outputIsTTY || errorIsTTY) }

  /// The width that the terminal on standard output says it has.
  var outputWidth: Int? { Self.width(of: output) }
  /// The width that the terminal on standard error says it has.
  var errorWidth: Int? { Self.width(of: error) }
  /// The rows that the terminal on standard output says it has.
  var outputHeight: Int? {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return nil }
    return Int(size.ws_row)
  }

  private static func width(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Adds text to the output, which reaches the stream in large pieces or at `flush`.
  func write(_ text: String) throws(ConsoleError) {
    buffer.append(contentsOf: text.utf8)
    try flushIfLarge()
  }

  /// Adds bytes to the output as they are.
  func write(_ bytes: [UInt8]) throws(ConsoleError) {
    buffer.append(contentsOf: bytes)
    try flushIfLarge()
  }

  private func flushIfLarge() throws(ConsoleError) {
    paging.startIfTall(buffer)
    if buffer.count >= Self.bufferSize { try flush() }
  }

  /// Writes what is still in the buffer.
  func flush() throws(ConsoleError) {
    // What can't be written now can't be written later either.
    defer {
      buffer.removeAll(keepingCapacity: true)
      paging.noteFlush()
    }
    if let input = paging.input {
      try Self.write(paging.shown(buffer), to: input)
    } else {
      try Self.write(buffer, to: output)
    }
  }

  /// Shows the output from here on in the pager if it gets taller than the screen.
  func page(with pager: Pager, rows: Int) { paging = Paging(pager: pager, rows: rows) }

  /// Writes the rest and waits for the reader to leave the pager; then come the messages.
  func finish() throws(ConsoleError) {
    defer {
      if let messages = paging.finish() { try? Self.write(messages, to: error) }
    }
    try flush()
  }

  /// Writes a message to standard error at once, behind everything that was output before it.
  func report(_ text: String) {
    // On the screen of the pager it would be lost.
    if paging.keep(text) { return }
    // A message has nowhere to go when its own stream is broken.
    try? flush()
    try? Self.write(Array(text.utf8), to: error)
  }

  /// Asks on the terminal and waits for a line, which comes without its end; nil where the input ends.
  func readLine(prompt: String) throws(ConsoleError) -> String? {
    try flush()
    // With the output in a file or a pipe, the question must not go there.
    let screen = outputIsTTY ? output : error
    // What was typed while the terminal was asked about itself is for this question and those that follow.
    let typed = TypedAhead(typedAhead)
    typedAhead = []
    lines.put(typed.lines + typed.begun, begun: typed.begun.count)
    if typed.endsInput { lines.end() }
    // A line that is begun is seen, and goes on with what the terminal reads now.
    return try lines.next { (begun) throws(ConsoleError) in
      try Self.write(Array(prompt.utf8) + begun, to: screen)
    }
  }

  /// Gives the terminal back what was typed and nobody asked for, as far as the system allows it: it was meant for
  /// whoever reads next.
  func handBack() {
    guard inputIsTTY, tcgetpgrp(input) == getpgrp() else { return }
    for byte in lines.takeRest() + typedAhead {
      var byte = CChar(bitPattern: byte)
      if ioctl(input, UInt(TIOCSTI), &byte) != 0 { break }
    }
    typedAhead = []
  }

  /// Takes the terminal for keys that come one by one and for a screen that is drawn as a whole.
  func takeTerminal(showsCursor: Bool = true) throws(ConsoleError) -> RawTerminal {
    try flush()
    defer { typedAhead = [] }
    return try RawTerminal(
      input: input, screen: outputIsTTY ? output : error, typed: typedAhead, showsCursor: showsCursor)
  }

  /// The way to ask the terminal about itself; nil where that may not be done.
  var query: TerminalQuery? { TerminalQuery(input: input, output: output) }

  /// Writes all bytes to a descriptor.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(ConsoleError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.write(descriptor, $0.baseAddress?.advanced(by: written), $0.count - written)
      }
      if count >= 0 {
        written += count
      } else if errno == EPIPE {
        throw .closedPipe
      } else if errno == EAGAIN {
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&wait, 1, -1)
      } else if errno != EINTR {
        throw .cannotWrite(errno)
      }
    }
  }
}
