internal import Glibc

/// A program that reads what the test writes while both go on.
package final class RunningProcess {
  private let pid: pid_t
  private let errorFile: ScratchFile
  private let outputFile: ScratchFile
  private var input: Int32
  private var status: Int32?

  /// Starts a program with nothing but the arguments and variables given.
  ///
  /// Throws `TestFailure` when it can't be started.
  package init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    var ends: [Int32] = [-1, -1]
    // Unlike a pipe, a socket can be closed to all other children from the start, and break without a signal.
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure("there is no pipe") }
    input = ends[1]
    outputFile = try ScratchFile()
    errorFile = try ScratchFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
    posix_spawn_file_actions_adddup2(&actions, outputFile.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errorFile.descriptor, 2)
    pid = try ChildProcess.spawn(path, arguments, environment, &actions)
    close(ends[0])
  }

  deinit {
    closeInput()
    guard status == nil else { return }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// What it wrote to standard output so far.
  package var output: String { outputFile.text }
  /// What it wrote to standard error so far.
  package var errors: String { errorFile.text }

  /// Writes to the program's input and waits until it has taken all but what the system holds for it.
  package func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(input, $0.baseAddress?.advanced(by: done), $0.count - done, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw TestFailure("the program reads no more: \(errors)")
      }
    }
  }

  /// Ends the program's input.
  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Waits until the program has a file open whose path begins so; one without a name has its folder's path.
  ///
  /// Throws `TestFailure` when the program ends without it.
  package func waitUntilOpen(_ prefix: String) throws {
    while !openFiles.contains(where: { $0.hasPrefix(prefix) }) {
      // A program that is over has no descriptors, and stays known until it is waited for.
      if openFiles.isEmpty { throw TestFailure("nothing like '\(prefix)' was opened") }
      sched_yield()
    }
  }

  private var openFiles: [String] {
    let folder = "/proc/\(pid)/fd"
    return (0..<64).compactMap { number in
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("\(folder)/\(number)", &buffer, buffer.count)
      let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
      return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Sends a signal by its number.
  package func send(signal number: Int32) {
    kill(pid, number)
  }

  /// Waits for the end and returns the exit status, or 128 and the signal's number.
  package func waitForEnd() -> Int32 {
    if let status { return status }
    var code: Int32 = 0
    while waitpid(pid, &code, 0) < 0, errno == EINTR {}
    let result = ChildProcess.exitStatus(of: code)
    status = result
    return result
  }
}
