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
  /// Prints a banner and lets its caption slide into place; without a terminal for it, the banner as it ends.
  func animate(_ banner: SnackBanner) throws {
    let final = banner.lines()
    var size = winsize()
    let rows = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_row) : 0
    guard console.outputIsTTY, output.shownArt != .none, final.count < rows else { return try print(final) }
    var motion = CaptionMotion(CaptionSpring().frames(rows: banner.size.rows))
    let quiet = QuietTerminal(STDOUT_FILENO)
    defer { quiet.end() }
    while true {
      for line in banner.lines(captionDrop: motion.drop) {
        try console.write("\u{1B}[K" + line.rendered(output.colour) + "\n")
      }
      try console.flush()
      guard let wait = motion.untilNext else { return }
      quiet.wait(wait)
      motion.advance()
      try console.write("\u{1B}[\(final.count)A")
    }
  }
}
