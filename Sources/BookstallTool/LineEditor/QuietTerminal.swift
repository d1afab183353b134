import Glibc

/// A terminal that doesn't echo what is typed while a picture moves on it.
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
    settings.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(descriptor, TCSANOW, &settings)
  }

  /// Lets the terminal echo again.
  func end() {
    if var saved { tcsetattr(descriptor, TCSANOW, &saved) }
    saved = nil
    sigprocmask(SIG_SETMASK, &outside, nil)
  }

  /// Waits, unless a signal ends or stops the process.
  func wait(_ time: Duration) {
    var awaited = EndingSignals.set(with: SIGTSTP)
    var limit = timespec(time)
    let signal = sigtimedwait(&awaited, nil, &limit)
    guard signal > 0 else { return }
    end()
    raise(signal)
    begin()
  }
}
