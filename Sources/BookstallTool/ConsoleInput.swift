import Glibc
import Synchronization

/// Counts the interrupts that arrived while a line was awaited.
private let interrupts = Atomic<Int>(0)
/// Counts how often the process went on after a stop meanwhile.
private let continuations = Atomic<Int>(0)

/// Lines of a descriptor as UTF-8; Ctrl-C while waiting becomes an error instead of the end of the process.
struct LineInput {
  let descriptor: Int32
  private var buffer: [UInt8] = []
  private var hasEnded = false
  private var lineNumber = 0
  /// So many bytes at the end of the buffer were typed before the terminal showed what is typed.
  private var begun = 0

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Takes bytes that came before those that are still to be read; so many at their end are a line that is begun.
  mutating func put(_ bytes: [UInt8], begun: Int = 0) {
    buffer.insert(contentsOf: bytes, at: 0)
    if !bytes.isEmpty { self.begun = begun }
  }

  /// What was put and not read.
  mutating func takeRest() -> [UInt8] {
    defer { (buffer, begun) = ([], 0) }
    return buffer
  }

  /// Lets the input end behind what was put.
  mutating func end() { hasEnded = true }

  /// The next line without its end, or nil after the last one.
  ///
  /// `ask` writes the question with the answer as far as it is begun, and once more when the process goes on after a
  /// stop, since whoever stopped it has seen other things meanwhile; a Ctrl-C that answers it at once is an interrupt
  /// like any other.
  mutating func next(
    asking ask: ([UInt8]) throws(ConsoleError) -> Void = { _ in }
  ) throws(ConsoleError) -> String? {
    let hold = InterruptHold()
    defer { hold.release() }
    let shown = buffer.count == begun ? buffer : []
    try ask(shown)
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        var line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return try decoded(line)
      }
      searched = buffer.count
      if hasEnded {
        guard !buffer.isEmpty else { return nil }
        defer { buffer = [] }
        return try decoded(buffer)
      }
      begun = 0
      while try hold.waitForInput(descriptor) == .again { try ask(shown) }
      try fill()
    }
  }

  private mutating func decoded(_ line: [UInt8]) throws(ConsoleError) -> String {
    lineNumber += 1
    if let place = firstInvalidByte(in: line) {
      throw .notUTF8(line: lineNumber, byte: line[place], place: place + 1)
    }
    return String(decoding: line, as: UTF8.self)
  }

  private mutating func fill() throws(ConsoleError) {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    if count > 0 {
      buffer.append(contentsOf: chunk[..<count])
    } else if count == 0 {
      hasEnded = true
    } else if errno != EINTR, errno != EAGAIN {
      throw .cannotRead(errno)
    }
  }
}

/// Keeps Ctrl-C from ending the process between a question and its answer.
///
/// The interrupt is blocked except inside `pselect`, so that none is lost between the check and the wait.
private struct InterruptHold {
  private var usual = sigaction()
  private var usualContinuation = sigaction()
  private var outside = sigset_t()
  private let before: Int

  /// Why the wait is over.
  enum Waking {
    case input
    /// The process was stopped and went on.
    case again
  }

  init() {
    before = interrupts.load(ordering: .relaxed)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGINT)
    sigaddset(&blocked, SIGCONT)
    sigprocmask(SIG_BLOCK, &blocked, &outside)
    var counting = sigaction()
    counting.__sigaction_handler.sa_handler = { _ in interrupts.add(1, ordering: .relaxed) }
    sigaction(SIGINT, &counting, &usual)
    counting.__sigaction_handler.sa_handler = { _ in continuations.add(1, ordering: .relaxed) }
    sigaction(SIGCONT, &counting, &usualContinuation)
  }

  /// Lets Ctrl-C do again what it did before.
  func release() {
    var (usual, usualContinuation, outside) = (usual, usualContinuation, outside)
    sigaction(SIGINT, &usual, nil)
    sigaction(SIGCONT, &usualContinuation, nil)
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// Waits until there is something to read, or the process goes on after a stop; throws `interrupted` after Ctrl-C.
  func waitForInput(_ descriptor: Int32) throws(ConsoleError) -> Waking {
    var outside = outside
    let continued = continuations.load(ordering: .relaxed)
    while true {
      var set = fd_set()
      withUnsafeMutableBytes(of: &set) { bits in
        let index = Int(descriptor) / 8
        if bits.indices.contains(index) { bits[index] = 1 << UInt8(descriptor % 8) }
      }
      let ready = pselect(descriptor + 1, &set, nil, nil, nil, &outside)
      if interrupts.load(ordering: .relaxed) != before { throw .interrupted }
      if continuations.load(ordering: .relaxed) != continued { return .again }
      if ready > 0 { return .input }
      if ready < 0, errno != EINTR { throw .cannotRead(errno) }
    }
  }
}
