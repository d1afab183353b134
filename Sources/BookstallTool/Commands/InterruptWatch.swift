import Glibc
import Synchronization

/// How often a signal asked the process to end while somebody watched, and which was the last.
private let requests = Atomic<Int>(0)
private let lastSignal = Atomic<Int32>(0)

/// Notes Ctrl-C, and the signals of `kill` and of a closed terminal, in place of ending the process, so that work under
/// way can end in order.
///
/// The second of a kind ends the process as ever. What is ignored, as behind `nohup`, stays so.
struct InterruptWatch {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]
  private var usual: [sigaction]
  private let before: Int

  /// Begins to watch.
  init() {
    // The handler must not be the first to touch the counters.
    before = requests.load(ordering: .relaxed)
    _ = lastSignal.load(ordering: .relaxed)
    usual = Self.signals.map { signal in
      var usual = sigaction()
      sigaction(signal, nil, &usual)
      return usual
    }
    for (signal, usual) in zip(Self.signals, usual) where !Self.isIgnored(usual) {
      var noting = sigaction()
      noting.__sigaction_handler.sa_handler = { signal in
        lastSignal.store(signal, ordering: .relaxed)
        requests.add(1, ordering: .relaxed)
      }
      noting.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
      sigaction(signal, &noting, nil)
    }
  }

  /// Whether the process was asked to end since.
  var isInterrupted: Bool { requests.load(ordering: .relaxed) > before }

  /// The signal that asked last.
  var signal: Int32 { lastSignal.load(ordering: .relaxed) }

  /// Lets the signals do again what they did before.
  func end() {
    for (signal, usual) in zip(Self.signals, usual) where !Self.isIgnored(usual) {
      var usual = usual
      sigaction(signal, &usual, nil)
    }
  }

  private static func isIgnored(_ action: sigaction) -> Bool {
    unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
