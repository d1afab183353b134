internal import Glibc

/// A program that takes messages on its descriptor 3 and answers on 4, each message ended by a zero byte.
package final class PipedProgram {
  private let pid: pid_t
  private let errorFile: ScratchFile
  private let connection: Int32
  private var received: [UInt8] = []

  /// Starts a program with nothing but the arguments and variables given.
  ///
  /// Throws `TestFailure` when it can't be started.
  package init(_ path: String, _ arguments: [String], environment: [String: String]) throws {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw TestFailure("there is no pipe") }
    // Above the numbers that it takes in the program.
    let theirs = fcntl(ends[0], F_DUPFD_CLOEXEC, 10)
    close(ends[0])
    connection = ends[1]
    errorFile = try ScratchFile()
    let nothing = try ScratchFile()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, nothing.descriptor, 0)
    posix_spawn_file_actions_adddup2(&actions, nothing.descriptor, 1)
    posix_spawn_file_actions_adddup2(&actions, errorFile.descriptor, 2)
    posix_spawn_file_actions_adddup2(&actions, theirs, 3)
    posix_spawn_file_actions_adddup2(&actions, theirs, 4)
    pid = try ChildProcess.spawn(path, arguments, environment, &actions)
    close(theirs)
  }

  deinit {
    close(connection)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// What it wrote to standard error so far.
  package var errors: String { errorFile.text }

  /// Sends one message.
  package func send(_ message: [UInt8]) throws {
    let bytes = message + [0]
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(connection, $0.baseAddress?.advanced(by: done), $0.count - done, Int32(MSG_NOSIGNAL))
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw TestFailure("the program reads no more: \(errors)")
      }
    }
  }

  /// Waits for the next message; throws `TestFailure` after so many seconds without one.
  package func receive(within seconds: Int) throws -> [UInt8] {
    var searched = 0
    while true {
      if let end = received[searched...].firstIndex(of: 0) {
        let message = Array(received[..<end])
        received.removeFirst(end + 1)
        return message
      }
      searched = received.count
      var waiting = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, Int32(seconds * 1000)) > 0 else {
        throw TestFailure("no answer within \(seconds) seconds: \(errors)")
      }
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
        count = max(0, read(connection, buffer.baseAddress, buffer.count))
      }
      guard !bytes.isEmpty else { throw TestFailure("the program has ended: \(errors)") }
      received += bytes
    }
  }

  /// The first of some programs that is there to be run, on the usual path.
  package static func find(_ names: [String]) -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    for name in names {
      for folder in folders.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
        return "\(folder)/\(name)"
      }
    }
    return nil
  }
}
