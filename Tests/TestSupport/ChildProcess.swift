internal import Glibc

/// A program that was run to its end.
package struct ChildProcess: Sendable {
  /// The exit status, or 128 and the signal's number.
  package let status: Int32
  /// What it wrote to standard output, byte by byte.
  package let outputBytes: [UInt8]
  /// What it wrote to standard error.
  package let errors: String
  /// The largest memory it held, in bytes.
  package let peakMemory: Int

  /// What it wrote to standard output, as text.
  package var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Runs a program with nothing but the arguments, input and environment given.
  ///
  /// - Parameters:
  ///   - path: The program.
  ///   - arguments: Its arguments, without its name.
  ///   - input: What it reads from standard input, which then ends.
  ///   - environment: All its variables; nil for this process's.
  ///   - outputPath: A file for its output instead of `output`.
  /// - Returns: What it wrote and how it ended.
  /// - Throws: `TestFailure` when it can't be started.
  @discardableResult
  package static func run(
    _ path: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil,
    into outputPath: String? = nil
  ) throws -> ChildProcess {
    // Plain files rather than pipes: no reader is needed, and no amount of output can block the child.
    let outputFile = try ScratchFile()
    let errorFile = try ScratchFile()
    let inputFile = try ScratchFile(contents: Array(input.utf8))
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, inputFile.descriptor, 0)
    if let outputPath {
      posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, outputFile.descriptor, 1)
    }
    posix_spawn_file_actions_adddup2(&actions, errorFile.descriptor, 2)
    let pid = try spawn(path, arguments, environment, &actions)
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0, errno == EINTR {}
    return ChildProcess(
      status: exitStatus(of: status), outputBytes: outputFile.bytes, errors: errorFile.text,
      peakMemory: usage.ru_maxrss * 1024)
  }

  /// The number that a shell would show for what `waitpid` said: a signal counts from 128.
  static func exitStatus(of status: Int32) -> Int32 {
    let signal = status & 0x7f
    return signal == 0 ? status >> 8 & 0xff : 128 + signal
  }

  /// Throws unless the program ended with 0.
  package func expectSuccess() throws {
    guard status == 0 else { throw TestFailure("status \(status): \(errors)") }
  }

  /// POSIX_SPAWN_SETSID, which the header shows to GNU sources only.
  private static let newSession = 0x80
  /// Some runners ignore SIGPIPE or SIGINT, and children would inherit that.
  private static let usualSignals = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK

  static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String]?,
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] =
      environment.map { $0.map { strdup("\($0.key)=\($0.value)") } + [nil] } ?? []
    defer { for pointer in argv + variables { free(pointer) } }
    var pid: pid_t = 0
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A session of its own, so that no terminal of the tests is seen.
    posix_spawnattr_setflags(&attributes, Int16(newSession | Int(usualSignals)))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let code =
      environment == nil
      ? posix_spawn(&pid, path, &actions, &attributes, &argv, environ)
      : posix_spawn(&pid, path, &actions, &attributes, &argv, &variables)
    guard code == 0 else { throw TestFailure("can't run \(path): error \(code)") }
    return pid
  }
}

/// A file that has no name any more and goes with its last user.
final class ScratchFile {
  let descriptor: Int32

  init(contents: [UInt8] = []) throws {
    let root = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let path = "\(root)/bookstall-scratch-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TestFailure("can't make \(path)") }
    unlink(path)
    guard contents.withUnsafeBytes({ write(descriptor, $0.baseAddress, $0.count) }) == contents.count else {
      throw TestFailure("can't write \(path)")
    }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit {
    close(descriptor)
  }

  var bytes: [UInt8] {
    let size = Int(lseek(descriptor, 0, SEEK_END))
    return [UInt8](unsafeUninitializedCapacity: max(0, size)) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
