import Glibc
import Presentation
import Synchronization

/// The last signal that came while keys were awaited; 0 for none.
private let lastSignal = Atomic<Int32>(0)

/// Shows one thing at a time on a terminal in raw mode, and leaves the terminal as it was, whatever ends it.
struct SnackBrowsing {
  let console: Console
  let options: TerminalOptions
  let browser: SnackBrowser
  /// How a caption comes to its place when a thing appears; none for things that stand still.
  var frames: [CaptionSpring.Frame] = []

  /// What is to be shown.
  struct View {
    var place: Int
    var isOpen: Bool
    /// Rows that a caption is below its place.
    var captionDrop: Int
    var options: TerminalOptions
  }

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH]

  /// Shows what the closure makes of a place, opened or not, until the reader leaves.
  func run(_ content: (View) throws -> [StyledText]) throws -> ExitStatus {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw ConsoleError.cannotRead(errno) }
    var outside = sigset_t()
    let usual = SnackBrowsing.catchSignals(&outside)
    defer { SnackBrowsing.releaseSignals(usual, &outside) }
    try enter(saved)
    defer { leave(saved) }
    var state = browser
    var keys = BrowsingKeys()
    var motion = CaptionMotion(frames)
    while !state.hasEnded {
      let view = View(
        place: state.place, isOpen: state.isOpen, captionDrop: motion.drop, options: optionsOnScreen)
      let lines = try content(view)
      try draw(lines, state)
      let wait = keys.hasPending ? .milliseconds(50) : motion.untilNext
      let bytes = SnackBrowsing.read(within: wait, &outside)
      let signal = lastSignal.exchange(0, ordering: .relaxed)
      if signal != 0, signal != SIGWINCH { return end(by: signal, saved) }
      guard let bytes else { break }
      var pressed = keys.take(bytes)
      if bytes.isEmpty, signal == 0, let key = keys.finish() { pressed.append(key) }
      for key in pressed {
        if key == .interrupt { return .interrupted }
        if key == .suspend { try suspend(saved) }
        state.press(key, height: screen.rows - 1, lines: lines.count)
      }
      if state.place == view.place { motion.advance() } else { motion = CaptionMotion(frames) }
    }
    return .success
  }

  /// Stops the process as the terminal's own Ctrl-Z would, and takes the terminal again afterwards.
  private func suspend(_ saved: termios) throws {
    leave(saved)
    // To the whole group; where nobody could continue it, the signal is ignored.
    kill(0, SIGTSTP)
    try enter(saved)
  }

  private var screen: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// The options, no wider than the screen is by now.
  private var optionsOnScreen: TerminalOptions {
    var now = options
    now.columns = min(options.columns ?? screen.columns, screen.columns)
    return now
  }

  private func draw(_ lines: [StyledText], _ state: SnackBrowser) throws {
    let height = max(1, screen.rows - 1)
    let first = max(0, min(state.firstLine, lines.count - height))
    var text = "\u{1B}[H"
    for line in lines[first...].prefix(height) {
      text += line.rendered(options.colour) + "\u{1B}[K\r\n"
    }
    let status = options.layout.truncated(
      state.status(isASCII: options.isASCII, isTall: lines.count > height), to: screen.columns)
    text += "\u{1B}[J" + StyledText(status, options.style(.dim)).rendered(options.colour)
    try console.write(text)
    try console.flush()
  }

  private func enter(_ saved: termios) throws {
    var raw = saved
    cfmakeraw(&raw)
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
    // The other screen, without a cursor: what stood on the terminal comes back afterwards.
    try console.write("\u{1B}[?1049h\u{1B}[?25l")
    try console.flush()
  }

  private func leave(_ saved: termios) {
    var saved = saved
    try? console.write("\u{1B}[?25h\u{1B}[?1049l")
    try? console.flush()
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved)
  }

  /// Ends the process by the signal, as whoever sent it expects, with the terminal as it was.
  private func end(by signal: Int32, _ saved: termios) -> ExitStatus {
    if signal == SIGINT { return .interrupted }
    leave(saved)
    Glibc.signal(signal, SIG_DFL)
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, signal)
    sigprocmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    return .failure
  }

  /// Blocks the signals, except while keys are awaited, so that none comes between the check and the wait.
  private static func catchSignals(_ outside: inout sigset_t) -> [sigaction] {
    var blocked = sigset_t()
    sigemptyset(&blocked)
    for signal in signals { sigaddset(&blocked, signal) }
    sigprocmask(SIG_BLOCK, &blocked, &outside)
    return signals.map { signal in
      var noting = sigaction()
      var usual = sigaction()
      noting.__sigaction_handler.sa_handler = { lastSignal.store($0, ordering: .relaxed) }
      sigaction(signal, &noting, &usual)
      return usual
    }
  }

  private static func releaseSignals(_ usual: [sigaction], _ outside: inout sigset_t) {
    for (signal, action) in zip(signals, usual) {
      var action = action
      sigaction(signal, &action, nil)
    }
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// Waits for bytes: nil at the end of input, none after a signal or when the time is over.
  private static func read(within time: Duration?, _ outside: inout sigset_t) -> [UInt8]? {
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { $0[Int(STDIN_FILENO) / 8] = 1 << UInt8(STDIN_FILENO % 8) }
    var limit = timespec(time ?? .zero)
    let ready =
      time == nil
      ? pselect(STDIN_FILENO + 1, &set, nil, nil, nil, &outside)
      : pselect(STDIN_FILENO + 1, &set, nil, nil, &limit, &outside)
    guard ready > 0 else { return [] }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = bytes.withUnsafeMutableBytes { Glibc.read(STDIN_FILENO, $0.baseAddress, $0.count) }
    if count < 0 { return errno == EINTR || errno == EAGAIN ? [] : nil }
    return count == 0 ? nil : Array(bytes[..<count])
  }
}

extension Session {
  /// The way to browse so many things; nil where there is no terminal to do it on.
  func browsing(count: Int, opens: Bool = false) -> SnackBrowsing? {
    let isDumb = (environment[.term] ?? "dumb") == "dumb"
    guard count > 0, console.inputIsTTY, console.outputIsTTY, !output.isAccessible, !isDumb else {
      return nil
    }
    return SnackBrowsing(console: console, options: output, browser: SnackBrowser(count: count, opens: opens))
  }
}
