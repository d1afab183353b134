import Glibc

/// A terminal that doesn't echo what is typed while a picture moves on it, nor leaves it to the shell.
///
/// A signal that comes meanwhile does what it always does, but not before the terminal is as it was.
final class QuietTerminal {
  private let descriptor: Int32
  private var saved: termios?
  private var outside = sigset_t()

  /// Quiets the terminal; one that belongs to another job stays as it is.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    begin()
  }

  private func begin() {
    var blocked = EndingSignals.set(with: SIGTSTP)
    sigprocmask(SIG_BLOCK, &blocked, &outside)
    var settings = termios()
    guard tcgetpgrp(descriptor) == getpgrp(), tcgetattr(descriptor, &settings) == 0 else { return }
    saved = settings
    // Keys are known at once and not line by line.
    settings.c_lflag &= ~tcflag_t(ECHO | ICANON)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Lets the terminal echo again; what was typed meanwhile is forgotten.
  func end() {
    if var saved { tcsetattr(descriptor, TCSAFLUSH, &saved) }
    saved = nil
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// Waits, unless a signal ends or stops the process; whether a key was pressed meanwhile.
  func wait(_ time: Duration) -> Bool {
    var awaited = EndingSignals.set(with: SIGTSTP)
    var limit = timespec(time)
    let signal = sigtimedwait(&awaited, nil, &limit)
    if signal > 0 {
      end()
      raise(signal)
      begin()
    }
    var key = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return saved != nil && poll(&key, 1, 0) > 0
  }
}
