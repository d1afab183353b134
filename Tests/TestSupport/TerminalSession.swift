internal import Glibc

/// A program on a terminal of its own, and the person who sits there.
package final class TerminalSession {
  private let pid: pid_t
  /// The side of the terminal where the keys and the screen are.
  private let keyboard: Int32
  private var received: [UInt8] = []
  private var consumed = 0
  private var hasEnded = false
  private var status: Int32?

  /// TIOCSPTLCK and TIOCGPTN, macros that Swift doesn't see.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430

  /// Longer than any answer takes, also on a busy machine.
  private static let patience = 30

  /// Starts a program on a new terminal, which becomes its controlling terminal.
  ///
  /// Standard input and output are that terminal unless a path names a file, as in `… > file`.
  ///
  /// Throws `TestFailure` when there is no terminal to be had or the program can't be started.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String], rows: Int = 24, columns: Int = 80,
    inputPath: String? = nil, outputPath: String? = nil
  ) throws {
    // What posix_openpt and its kin do, which the headers show to X/Open sources only.
    keyboard = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var isLocked: Int32 = 0
    var number: Int32 = 0
    guard keyboard >= 0, ioctl(keyboard, TerminalSession.setLock, &isLocked) == 0,
      ioctl(keyboard, TerminalSession.getNumber, &number) == 0
    else {
      throw TestFailure("there is no terminal to be had: error \(errno)")
    }
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard ioctl(keyboard, UInt(TIOCSWINSZ), &size) == 0 else { throw TestFailure("the terminal has no size") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Opened first in a new session, so it becomes the controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/pts/\(number)", O_RDWR, 0)
    if let inputPath {
      posix_spawn_file_actions_addopen(&actions, 0, inputPath, O_RDONLY, 0)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 2, 0)
    }
    if let outputPath {
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 2, 1)
    }
    pid = try ChildProcess.spawn(path, arguments, environment, &actions)
  }

  deinit {
    if status == nil {
      kill(pid, SIGKILL)
      waitpid(pid, nil, 0)
    }
    close(keyboard)
  }

  /// Everything that reached the screen so far, the echo of the keys included.
  package var transcript: String { String(decoding: received, as: UTF8.self) }

  /// Waits for a text and returns what came since the last one waited for, the text included.
  ///
  /// Throws `TestFailure` with the whole transcript when it doesn't come.
  @discardableResult
  package func read(until marker: String) throws -> String {
    let wanted = Array(marker.utf8)
    let deadline = TerminalSession.now + TerminalSession.patience
    while true {
      if let end = end(of: wanted) {
        defer { consumed = end }
        return String(decoding: received[consumed..<end], as: UTF8.self)
      }
      guard try receive(before: deadline) else {
        throw TestFailure("'\(marker)' did not come; the screen has:\n\(transcript)")
      }
    }
  }

  /// Types a text as it stands.
  package func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { write(keyboard, $0.baseAddress, $0.count) }
    guard count == bytes.count else { throw TestFailure("the terminal takes no keys: error \(errno)") }
  }

  /// Waits for a text, then types an answer and Enter.
  package func answer(_ marker: String, _ text: String) throws {
    try read(until: marker)
    try type(text + "\n")
  }

  /// Presses a letter with Control.
  package func pressControl(_ letter: Unicode.Scalar) throws {
    try type(String(Unicode.Scalar(UInt8(letter.value & 0x1f))))
  }

  /// Waits until the program has ended and returns its exit status, or 128 and the signal's number.
  ///
  /// Throws `TestFailure` with the whole transcript when it doesn't end.
  package func waitForEnd() throws -> Int32 {
    if let status { return status }
    let deadline = TerminalSession.now + TerminalSession.patience
    while try receive(before: deadline) {}
    guard hasEnded else { throw TestFailure("the program does not end; the screen has:\n\(transcript)") }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    let result = ChildProcess.exitStatus(of: code)
    status = result
    return result
  }

  /// Takes what came; false at the end and when the time is up.
  private func receive(before deadline: Int) throws -> Bool {
    if hasEnded { return false }
    var wait = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
    let ready = poll(&wait, 1, Int32(max(0, deadline - TerminalSession.now) * 1000))
    if ready < 0, errno == EINTR { return true }
    guard ready > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65536)
    let count = chunk.withUnsafeMutableBytes { Glibc.read(keyboard, $0.baseAddress, $0.count) }
    // A terminal that nobody has open any more says EIO.
    guard count > 0 else {
      hasEnded = true
      return false
    }
    received += chunk[..<count]
    return true
  }

  private func end(of wanted: [UInt8]) -> Int? {
    guard !wanted.isEmpty, received.count - consumed >= wanted.count else { return nil }
    for start in consumed...(received.count - wanted.count)
    where received[start] == wanted[0] && received[start..<start + wanted.count].elementsEqual(wanted) {
      return start + wanted.count
    }
    return nil
  }

  /// Seconds on a clock that nobody sets.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
