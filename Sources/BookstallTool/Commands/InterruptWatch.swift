import Glibc
import Synchronization

/// How often a signal asked the process to end while somebody watched, and which was the last.
private let requests = Atomic<Int>(0)
private let lastSignal = Atomic<Int32>(0)
/// What the handler wakes those who wait by; below 0 while nobody watches.
private let wakeup = Atomic<Int32>(-1)

/// Notes Ctrl-C, and the signals of `kill` and of a closed terminal, in place of ending the process, so that work under
/// way can end in order.
///
/// The second of a kind ends the process as ever. What is ignored, as behind `nohup`, stays so.
struct InterruptWatch {
  /// What the watched signals did before.
  private let usual: [(signal: Int32, action: sigaction)]
  private let before: Int
  /// Can be read when the process was asked to end; below 0 where the system has no descriptor left.
  let descriptor: Int32
  private let writingEnd: Int32

  /// Begins to watch.
  init() {
    var ends: [Int32] = [-1, -1]
    if pipe(&ends) == 0 {
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      // A handler must not wait.
      _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    }
    (descriptor, writingEnd) = (ends[0], ends[1])
    wakeup.store(writingEnd, ordering: .relaxed)
    // The handler must not be the first to touch the counters.
    before = requests.load(ordering: .relaxed)
    _ = lastSignal.load(ordering: .relaxed)
    usual = [SIGINT, SIGTERM, SIGHUP].filter { !EndingSignals.isIgnored($0) }.map { signal in
      var noting = sigaction()
      noting.__sigaction_handler.sa_handler = { signal in
        lastSignal.store(signal, ordering: .relaxed)
        requests.add(1, ordering: .relaxed)
        let failure = errno
        var byte: UInt8 = 0
        _ = write(wakeup.load(ordering: .relaxed), &byte, 1)
        errno = failure
      }
      noting.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      var usual = sigaction()
      sigaction(signal, &noting, &usual)
      return (signal, usual)
    }
  }

  /// Whether the process was asked to end since.
  var isInterrupted: Bool { requests.load(ordering: .relaxed) > before }

  /// The signal that asked last.
  var signal: Int32 { lastSignal.load(ordering: .relaxed) }

  /// Lets the signals do again what they did before.
  func end() {
    for (signal, action) in usual {
      var action = action
      sigaction(signal, &action, nil)
    }
    wakeup.store(-1, ordering: .relaxed)
    for end in [descriptor, writingEnd] where end >= 0 { close(end) }
  }
}
