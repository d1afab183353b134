import Glibc
import Presentation

/// Where a caption is on its way, by the clock.
struct CaptionMotion {
  private let frames: [CaptionSpring.Frame]
  private let start = ContinuousClock.now
  private var index = 0

  init(_ frames: [CaptionSpring.Frame]) {
    self.frames = frames
  }

  /// Rows below its place; 0 where it doesn't move.
  var drop: Int { frames.indices.contains(index) ? frames[index].drop : 0 }

  /// The time until the next frame; nil after the last.
  var untilNext: Duration? {
    guard frames.indices.contains(index + 1) else { return nil }
    return max(.zero, .seconds(frames[index + 1].time) - start.duration(to: .now))
  }

  /// Goes to the frame of the present moment.
  mutating func advance() {
    while let wait = untilNext, wait <= .zero { index += 1 }
  }
}

extension timespec {
  /// A time that is not negative.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}

extension Session {
  /// Prints banners and lets their captions slide into place, one after the other; any key puts all of them there.
  func animate(_ banners: [SnackBanner]) throws {
    var isMoving = true
    for banner in banners {
      if isMoving { isMoving = try animate(banner) } else { try print(banner.lines()) }
    }
  }

  /// Prints a banner and lets its caption slide into place; without a terminal for it, the banner as it ends.
  ///
  /// Returns whether nobody pressed a key.
  private func animate(_ banner: SnackBanner) throws -> Bool {
    let final = banner.lines()
    var size = winsize()
    let rows = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_row) : 0
    guard console.outputIsTTY, output.shownArt != .none, final.count < rows else {
      try print(final)
      return true
    }
    var motion = CaptionMotion(CaptionSpring().frames(rows: banner.size.rows))
    let quiet = QuietTerminal(STDOUT_FILENO)
    defer { quiet.end() }
    var isInterrupted = false
    while true {
      for line in isInterrupted ? final : banner.lines(captionDrop: motion.drop) {
        try console.write("\u{1B}[K" + line.rendered(output.colour) + "\n")
      }
      try console.flush()
      guard !isInterrupted, let wait = motion.untilNext else { return !isInterrupted }
      isInterrupted = quiet.wait(wait)
      motion.advance()
      try console.write("\u{1B}[\(final.count)A")
    }
  }
}
