import Glibc

/// Asks a terminal what it is: one round trip, and never for long.
struct TerminalQuery {
  let input: Int32
  let output: Int32

  /// No answer takes longer, or it comes too late to matter.
  private static let limit = Duration.milliseconds(150)

  /// Nil unless both ends are the same terminal, this process has it, and nobody has typed ahead.
  init?(input: Int32, output: Int32) {
    var (left, right) = (stat(), stat())
    guard isatty(input) == 1, isatty(output) == 1, fstat(input, &left) == 0, fstat(output, &right) == 0,
      left.st_rdev == right.st_rdev, tcgetpgrp(input) == getpgrp()
    else { return nil }
    self.input = input
    self.output = output
    // What was typed for the next command must not be taken for an answer.
    if isReadable(within: .zero) { return nil }
  }

  /// What the terminal answers within the limit, and what else came meanwhile, which somebody typed.
  ///
  /// The terminal is as before.
  func ask() -> (answers: TerminalAnswers, typed: [UInt8]) {
    var saved = termios()
    guard tcgetattr(input, &saved) == 0 else { return (TerminalAnswers(), []) }
    var (blocked, outside) = (EndingSignals.set(with: SIGTSTP), sigset_t())
    sigprocmask(SIG_BLOCK, &blocked, &outside)
    defer { sigprocmask(SIG_SETMASK, &outside, nil) }
    var silent = saved
    silent.c_lflag &= ~tcflag_t(ICANON | ECHO)
    Restoration.arm(input: input, screen: -1, settings: saved)
    tcsetattr(input, TCSADRAIN, &silent)
    let bytes = read()
    tcsetattr(input, TCSADRAIN, &saved)
    Restoration.disarm()
    return (TerminalAnswers(bytes), TerminalAnswers.withoutAnswers(bytes))
  }

  private func read() -> [UInt8] {
    guard (try? Console.write(Array(TerminalAnswers.question.utf8), to: output)) != nil else { return [] }
    let deadline = ContinuousClock.now + Self.limit
    var bytes: [UInt8] = []
    while !TerminalAnswers(bytes).isComplete, bytes.count < 4096 {
      let left = deadline - .now
      guard left > .zero, isReadable(within: left) else { break }
      var chunk = [UInt8](repeating: 0, count: 256)
      let count = chunk.withUnsafeMutableBytes { Glibc.read(input, $0.baseAddress, $0.count) }
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return bytes
  }

  private func isReadable(within time: Duration) -> Bool {
    var wait = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let (seconds, attoseconds) = time.components
    return poll(&wait, 1, Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)) > 0
  }
}

extension Console {
  /// What the terminal says of itself, asked now or kept from an earlier time; nil where nothing may be asked.
  ///
  /// `isFresh` asks again even if something is kept.
  func answers(_ environment: Environment, isFresh: Bool) -> TerminalAnswers? {
    guard let query else { return nil }
    let terminal = [EnvironmentVariable.term, .termProgram].map { environment[$0] ?? "" }.joined(
      separator: " ")
    let file = StateFile("terminal.json", environment: environment)
    if !isFresh, let bytes = file?.read(),
      let kept = TerminalAnswers(kept: bytes, terminal: terminal, now: time(nil))
    {
      return kept
    }
    let (answers, typed) = query.ask()
    typedAhead += typed
    // Nothing to gain from a second question to a terminal that doesn't answer.
    if let file, file.hasBase { _ = try? file.write(answers.bytes(terminal: terminal, now: time(nil))) }
    return answers
  }
}
