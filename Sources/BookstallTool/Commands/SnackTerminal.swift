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

  private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGWINCH]

  /// Shows what the closure makes of a place, opened or not, until the reader leaves.
  func run(_ content: (Int, Bool) throws -> [StyledText]) throws -> ExitStatus {
    var state = browser
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { throw ConsoleError.cannotRead(errno) }
    var outside = sigset_t()
    let usual = SnackBrowsing.catchSignals(&outside)
    defer { SnackBrowsing.releaseSignals(usual, &outside) }
    try enter(saved)
    defer { leave(saved) }
    var keys = BrowsingKeys()
    while !state.hasEnded {
      let lines = try content(state.place, state.isOpen)
      try draw(lines, state)
      let height = screen.rows - 1
      let bytes = SnackBrowsing.read(isHurried: keys.hasPending, &outside)
      let signal = lastSignal.exchange(0, ordering: .relaxed)
      if signal != 0, signal != SIGWINCH { return end(by: signal, saved) }
      guard let bytes else { break }
      var pressed = keys.take(bytes)
      if bytes.isEmpty, signal == 0, let key = keys.finish() { pressed.append(key) }
      for key in pressed {
        if key == .suspend {
          leave(saved)
          kill(getpid(), SIGSTOP)
          try enter(saved)
        } else if key == .interrupt {
          return end(by: SIGINT, saved)
        }
        state.press(key, height: height, lines: lines.count)
      }
    }
    return .success
  }

  private var screen: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
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

  /// Waits for bytes: nil at the end of input, none after a signal or, when hurried, after a moment.
  private static func read(isHurried: Bool, _ outside: inout sigset_t) -> [UInt8]? {
    var set = fd_set()
    withUnsafeMutableBytes(of: &set) { $0[Int(STDIN_FILENO) / 8] = 1 << UInt8(STDIN_FILENO % 8) }
    var moment = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    let ready =
      isHurried
      ? pselect(STDIN_FILENO + 1, &set, nil, nil, &moment, &outside)
      : pselect(STDIN_FILENO + 1, &set, nil, nil, nil, &outside)
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

  /// Prints a banner and lets its caption slide into place; without a terminal for it, the banner as it ends.
  func animate(_ banner: SnackBanner) throws {
    let final = banner.lines()
    var size = winsize()
    let rows = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_row) : 0
    guard console.outputIsTTY, output.shownArt != .none, final.count < rows else { return try print(final) }
    let frames = CaptionSpring().frames(rows: banner.size.rows)
    for (index, frame) in frames.enumerated() {
      if index > 0 { try console.write("\u{1B}[\(final.count)A") }
      for line in banner.lines(captionDrop: frame.drop) {
        try console.write(line.rendered(output.colour) + "\u{1B}[K\n")
      }
      try console.flush()
      guard index + 1 < frames.count else { break }
      let wait = frames[index + 1].time - frame.time
      var pause = timespec(tv_sec: Int(wait), tv_nsec: Int((wait - wait.rounded(.down)) * 1e9))
      nanosleep(&pause, nil)
    }
  }
}
