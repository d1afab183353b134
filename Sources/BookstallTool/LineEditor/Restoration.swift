import Glibc
import Synchronization

/// The address of the settings that a crash puts back; 0 while the terminal is as it was.
private let settingsToRestore = Atomic<UInt>(0)
private let inputToRestore = Atomic<Int32>(-1)
private let screenToRestore = Atomic<Int32>(-1)

/// Plain pastes, long lines that wrap, a cursor, and the screen that was there before; where there is no other
/// screen, ours is wiped.
private let leaving: StaticString =
  "\u{1B}[0m\u{1B}[H\u{1B}[2J\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

/// Puts a terminal back even when the process crashes.
///
/// The handler does nothing but what POSIX lists as safe within one: `write`, `tcsetattr`, `raise`.
enum Restoration {
  /// What leaves the modes that `RawTerminal` sets.
  static var sequence: String { leaving.description }

  private static let crashes = [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT, SIGSYS]

  /// From now on a crash puts the terminal back.
  static func arm(input: Int32, screen: Int32, settings: termios) {
    let pointer = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    pointer.initialize(to: settings)
    inputToRestore.store(input, ordering: .relaxed)
    screenToRestore.store(screen, ordering: .relaxed)
    useOtherStack()
    // What was stored before is not freed: a handler may just be reading it.
    _ = settingsToRestore.exchange(UInt(bitPattern: pointer), ordering: .sequentiallyConsistent)
    for number in crashes { catchCrash(number) }
  }

  /// The terminal is as it was.
  static func disarm() {
    _ = settingsToRestore.exchange(0, ordering: .sequentiallyConsistent)
    for number in crashes { signal(number, SIG_DFL) }
  }

  private static func catchCrash(_ number: Int32) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { number in
      let address = settingsToRestore.exchange(0, ordering: .sequentiallyConsistent)
      if let settings = UnsafeMutablePointer<termios>(bitPattern: address) {
        _ = write(screenToRestore.load(ordering: .relaxed), leaving.utf8Start, leaving.utf8CodeUnitCount)
        tcsetattr(inputToRestore.load(ordering: .relaxed), TCSANOW, settings)
      }
      // The handler is gone by now, so that this is the end, and the end that it was to be.
      raise(number)
    }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_ONSTACK
    sigaction(number, &action, nil)
  }

  /// A crash may come of a stack that is full, and the handler needs another one.
  private static func useOtherStack() {
    var present = stack_t()
    sigaltstack(nil, &present)
    guard present.ss_sp == nil else { return }
    let size = 65536
    var stack = stack_t(ss_sp: malloc(size), ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
  }
}
