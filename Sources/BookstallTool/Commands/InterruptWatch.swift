import Glibc
import Synchronization

/// How often Ctrl-C was pressed while somebody watched.
private let interrupts = Atomic<Int>(0)

/// Notes Ctrl-C in place of ending the process, so that work under way can end in order.
///
/// The second Ctrl-C ends the process as ever. Where Ctrl-C is ignored, as behind `nohup`, it stays so.
struct InterruptWatch {
  private var usual = sigaction()
  private let before: Int

  /// Begins to watch.
  init() {
    // The handler must not be the first to touch the counter.
    before = interrupts.load(ordering: .relaxed)
    sigaction(SIGINT, nil, &usual)
    guard !isIgnored else { return }
    var counting = sigaction()
    counting.__sigaction_handler.sa_handler = { _ in interrupts.add(1, ordering: .relaxed) }
    counting.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &counting, nil)
  }

  /// Whether Ctrl-C was pressed since.
  var isInterrupted: Bool { interrupts.load(ordering: .relaxed) > before }

  /// Lets Ctrl-C do again what it did before.
  func end() {
    guard !isIgnored else { return }
    var usual = usual
    sigaction(SIGINT, &usual, nil)
  }

  private var isIgnored: Bool {
    unsafeBitCast(usual.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
