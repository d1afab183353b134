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
  ///
  /// `make` makes a banner for the window as it is by then.
  func animate<Header>(_ headers: [Header], _ make: (Header, TerminalOptions) -> SnackBanner) throws {
    var isMoving = true
    for header in headers {
      guard isMoving else {
        try print(make(header, fitting).lines())
        continue
      }
      var end = MotionEnd.resized
      while end == .resized { end = try animate(make(header, fitting)) }
      isMoving = end == .still
    }
  }

  /// How output looks in the window as it is now.
  private var fitting: TerminalOptions {
    var options = output
    if console.outputIsTTY, drawing.columns == nil { options.columns = console.outputWidth ?? output.columns }
    return options
  }

  /// Why a caption no longer moves.
  private enum MotionEnd {
    case still
    /// Somebody pressed a key.
    case interrupted
    /// The window has another width, and what was drawn is broken.
    case resized
  }

  /// Prints a banner and lets its caption slide into place; without a terminal for it, the banner as it ends.
  private func animate(_ banner: SnackBanner) throws -> MotionEnd {
    let final = banner.lines()
    guard console.outputIsTTY, output.shownArt != .none, final.count < console.outputHeight ?? 0 else {
      try print(final)
      return .still
    }
    let columns = fitting.columns
    var motion = CaptionMotion(CaptionSpring().frames(rows: banner.size.rows))
    let quiet = QuietTerminal(STDOUT_FILENO)
    defer { quiet.end() }
    var isInterrupted = false
    while true {
      let lines = isInterrupted ? final : banner.lines(captionDrop: motion.drop)
      for line in lines {
        try console.write("\u{1B}[K" + line.rendered(output.colour) + "\n")
      }
      try console.flush()
      if isInterrupted { return .interrupted }
      guard let wait = motion.untilNext else { return .still }
      isInterrupted = quiet.wait(wait)
      if fitting.columns != columns {
        try erase(lines)
        return .resized
      }
      motion.advance()
      try console.write("\u{1B}[\(final.count)A")
    }
  }

  /// Wipes lines that were just drawn, so that they can be drawn anew for a window of another width.
  ///
  /// Most terminals have wrapped by then what is wider than the window; those that cut it instead are known by name.
  private func erase(_ lines: [StyledText]) throws {
    let columns = wrapsOldLines ? console.outputWidth ?? Int.max : Int.max
    let rows = lines.reduce(0) { rows, line in
      rows + max(1, (line.cells(by: output.layout.width) - 1) / columns + 1)
    }
    try console.write("\u{1B}[\(rows)A\r\u{1B}[J")
  }

  /// Whether the terminal wraps lines that stand on it when its window gets narrower.
  private var wrapsOldLines: Bool {
    environment[.xtermVersion] == nil && environment[.term] != "linux"
  }
}
