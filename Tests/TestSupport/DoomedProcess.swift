internal import Glibc

/// A program whose lines the test reads as they come, and that it kills in the middle.
package final class DoomedProcess {
  private let pid: pid_t
  private let output: Int32
  private var received: [UInt8] = []
  private var status: Int32?

  /// Starts a program with this process's environment.
  ///
  /// Throws `TestFailure` when it can't be started.
  package init(_ path: String, _ arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure("there is no pipe") }
    output = ends[1]
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 1)
    pid = try ChildProcess.spawn(path, arguments, nil, &actions)
    close(ends[0])
  }

  deinit {
    end(with: SIGKILL)
    close(output)
  }

  /// The lines that came so far.
  package var lines: [String] {
    // What stands after the last line break is no line yet.
    received.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// Waits until the program has written a line.
  ///
  /// Throws `TestFailure` when it ends without it.
  package func wait(for line: String) throws {
    while !lines.contains(line) {
      guard receive(within: nil) else {
        throw TestFailure("'\(line)' did not come; status \(end(with: 0)), lines \(lines)")
      }
    }
  }

  /// Lets the program go on for some time, kills it where it stands and takes what it wrote until then.
  package func kill(afterMicroseconds time: Int) {
    let deadline = DoomedProcess.now + time
    while DoomedProcess.now < deadline, receive(within: max(0, deadline - DoomedProcess.now)) {}
    end(with: SIGKILL)
    while receive(within: nil) {}
  }

  /// Waits for the program's own end and returns its exit status, or 128 and the signal's number.
  package func waitForEnd() -> Int32 {
    while receive(within: nil) {}
    return end(with: 0)
  }

  @discardableResult
  private func end(with signal: Int32) -> Int32 {
    if let status { return status }
    if signal != 0 { Glibc.kill(pid, signal) }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    let result = ChildProcess.exitStatus(of: code)
    status = result
    return result
  }

  /// Takes what came in the time given, if anything; false at the end of the output.
  private func receive(within microseconds: Int?) -> Bool {
    var wait = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
    if let microseconds {
      // What is left below a millisecond is waited for by asking again.
      let ready = poll(&wait, 1, Int32(clamping: microseconds / 1000))
      guard ready > 0 else { return ready == 0 || errno == EINTR }
    }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(output, &chunk, chunk.count)
    if count < 0, errno == EINTR { return true }
    guard count > 0 else { return false }
    received += chunk[..<count]
    return true
  }

  /// Microseconds on a clock that nobody sets.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000 + time.tv_nsec / 1000
  }
}
