import Glibc
import Synchronization

/// The signals that came while keys were awaited, one bit each.
private let arrived = Atomic<UInt64>(0)

/// The one owner of a terminal in raw mode: keys come one by one, and the whole screen is ours.
///
/// The terminal is left as it was whatever ends the process: a return, a signal, or a crash.
final class RawTerminal {
  /// What came from the terminal, or instead of it.
  enum Event: Equatable {
    case bytes([UInt8])
    /// The time is over.
    case nothing
    /// The window has another size, or the process went on after a stop: all must be drawn again.
    case redraw
    /// Somebody wants the process to end.
    case signal(Int32)
    case end
  }

  private let input: Int32
  private let screen: Int32
  private let showsCursor: Bool
  private let saved: termios
  /// What was typed before the terminal was taken.
  private var typed: [UInt8]
  private var usual: [sigaction] = []
  private var outside = sigset_t()

  private let signals =
    EndingSignals.all.filter { !EndingSignals.isIgnored($0) } + [SIGTSTP, SIGCONT, SIGWINCH]

  /// Takes the terminal: `input` is where keys come from, `screen` where it is drawn; `typed` came before.
  ///
  /// Throws `ConsoleError.cannotRead` where there is no terminal.
  init(
    input: Int32, screen: Int32, typed: [UInt8] = [], showsCursor: Bool = true
  ) throws(ConsoleError) {
    // While nobody read keys one by one, the terminal made line feeds of what Enter sends.
    self.typed = typed.map { $0 == UInt8(ascii: "\n") ? UInt8(ascii: "\r") : $0 }
    self.input = input
    self.screen = screen
    self.showsCursor = showsCursor
    var settings = termios()
    guard tcgetattr(input, &settings) == 0 else { throw .cannotRead(errno) }
    saved = settings
    catchSignals()
    enter()
  }

  /// Gives the terminal back.
  func release() {
    leave()
    for (signal, action) in zip(signals, usual) {
      var action = action
      sigaction(signal, &action, nil)
    }
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// The size of the window.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(screen, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0, size.ws_col > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Draws on the screen; what can't be written now can't be written later either.
  func write(_ text: String) { try? Console.write(Array(text.utf8), to: screen) }

  // MARK: Waiting

  /// Waits for what comes next, at most for so long.
  func next(within time: Duration? = nil) -> Event {
    if let event = takeSignal() { return event }
    if !typed.isEmpty {
      defer { typed = [] }
      return .bytes(typed)
    }
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { bits in
      let index = Int(input) / 8
      if bits.indices.contains(index) { bits[index] = 1 << UInt8(input % 8) }
    }
    var limit = timespec(time ?? .zero)
    let ready =
      time == nil
      ? pselect(input + 1, &set, nil, nil, nil, &outside)
      : pselect(input + 1, &set, nil, nil, &limit, &outside)
    if let event = takeSignal() { return event }
    guard ready > 0 else { return .nothing }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { read(input, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? .nothing : .end }
    return count == 0 ? .end : .bytes(Array(bytes[..<count]))
  }

  /// Whether a signal came that ends the process, and is still to be heard of.
  var isEnding: Bool {
    let bits = arrived.load(ordering: .relaxed)
    return EndingSignals.all.contains { bits & 1 << UInt64($0 - 1) != 0 }
  }

  private func takeSignal() -> Event? {
    let bits = arrived.exchange(0, ordering: .relaxed)
    func has(_ signal: Int32) -> Bool { bits & 1 << UInt64(signal - 1) != 0 }
    for signal in EndingSignals.all where has(signal) { return .signal(signal) }
    if has(SIGTSTP) {
      suspend()
      return .redraw
    }
    if has(SIGCONT) {
      // Whoever stopped the process may have used the terminal meanwhile.
      enter()
      return .redraw
    }
    return has(SIGWINCH) ? .redraw : nil
  }

  // MARK: Leaving for a while

  /// Stops the process as the terminal's own Ctrl-Z would, and takes the terminal again afterwards.
  func suspend() {
    leave()
    // Where nobody could continue a group that is alone with its terminal, the system ignores the signal.
    signal(SIGTSTP, SIG_DFL)
    kill(0, SIGTSTP)
    withUnblocked(SIGTSTP) {}
    catchSignal(SIGTSTP)
    _ = arrived.exchange(0, ordering: .relaxed)
    enter()
  }

  /// Gives the terminal to another program for as long as the closure runs.
  func lend<Result>(_ body: () throws -> Result) rethrows -> Result {
    leave()
    var inside = sigset_t()
    sigprocmask(SIG_SETMASK, &outside, &inside)
    // Ctrl-C is meant for the program that has the terminal.
    let keyed = [SIGINT, SIGQUIT].filter(signals.contains)
    for number in keyed { signal(number, SIG_IGN) }
    defer {
      for number in keyed { catchSignal(number) }
      sigprocmask(SIG_SETMASK, &inside, nil)
      enter()
    }
    return try body()
  }

  /// Ends the process by the signal, as whoever sent it expects, with the terminal as it was.
  func end(by number: Int32) -> ExitStatus {
    release()
    return Self.end(by: number)
  }

  /// Ends the process by the signal once the terminal is given back; Ctrl-C is left to whoever ends the process.
  static func end(by number: Int32) -> ExitStatus {
    if number == SIGINT { return .interrupted }
    signal(number, SIG_DFL)
    raise(number)
    return .failure
  }

  // MARK: Modes

  private func enter() {
    var raw = saved
    cfmakeraw(&raw)
    Restoration.arm(input: input, screen: screen, settings: saved)
    tcsetattr(input, TCSADRAIN, &raw)
    // The other screen, lines that end at the margin, and pastes that say so.
    write("\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h" + (showsCursor ? "" : "\u{1B}[?25l"))
  }

  private func leave() {
    var saved = saved
    write(Restoration.sequence)
    tcsetattr(input, TCSADRAIN, &saved)
    Restoration.disarm()
  }

  // MARK: Signals

  /// Blocks the signals, except while keys are awaited, so that none comes between the check and the wait.
  private func catchSignals() {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in signals { sigaddset(&blocked, signal) }
    sigprocmask(SIG_BLOCK, &blocked, &outside)
    _ = arrived.exchange(0, ordering: .relaxed)
    usual = signals.map(catchSignal)
  }

  @discardableResult
  private func catchSignal(_ signal: Int32) -> sigaction {
    var noting = sigaction()
    var usual = sigaction()
    noting.__sigaction_handler.sa_handler = { signal in
      arrived.bitwiseOr(1 << UInt64(signal - 1), ordering: .relaxed)
    }
    sigaction(signal, &noting, &usual)
    return usual
  }

  private func withUnblocked(_ number: Int32, _ body: () -> Void) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, number)
    sigprocmask(SIG_UNBLOCK, &set, nil)
    body()
    sigprocmask(SIG_BLOCK, &set, nil)
  }
}
