import Glibc

/// The signals that end a process unless it catches them, but for those of its own faults.
enum EndingSignals {
  /// Those for whoever sends them, and of timers, limits and devices, and the ones without a meaning of their own.
  static let all: [Int32] =
    [
      SIGTERM, SIGHUP, SIGQUIT, SIGINT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGPIPE, SIGIO, SIGPWR,
      SIGSTKFLT, SIGXCPU, SIGXFSZ,
    ] + Array(__libc_current_sigrtmin()...__libc_current_sigrtmax())

  /// A set of them and of others.
  static func set(with others: Int32...) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for number in all + others { sigaddset(&set, number) }
    return set
  }

  /// Whether somebody wants the signal to be ignored, as `nohup` does.
  static func isIgnored(_ number: Int32) -> Bool {
    var present = sigaction()
    sigaction(number, nil, &present)
    // Functions can't be compared; as addresses, which is what the system takes them for, they can.
    return unsafeBitCast(present.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
