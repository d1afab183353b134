import Glibc
import Presentation

/// Shows one thing at a time on a terminal whose keys it gets one by one.
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

  /// Shows what the closure makes of a place, opened or not, until the reader leaves.
  func run(_ content: (View) throws -> [StyledText]) throws -> ExitStatus {
    let terminal = try console.takeTerminal(showsCursor: false)
    var state = browser
    var keys = KeyDecoder()
    var motion = CaptionMotion(frames)
    while !state.hasEnded {
      let size = terminal.size
      var now = options
      now.columns = min(options.columns ?? size.columns, size.columns)
      let view = View(place: state.place, isOpen: state.isOpen, captionDrop: motion.drop, options: now)
      let lines: [StyledText]
      do {
        lines = try content(view)
      } catch {
        terminal.release()
        throw error
      }
      terminal.write(drawn(lines, state, size))
      var pressed: [Key] = []
      switch terminal.next(within: keys.awaitsMore ? .milliseconds(50) : motion.untilNext) {
      case .bytes(let bytes): pressed = keys.take(bytes)
      case .nothing: pressed += keys.finish()
      case .redraw: break
      case .signal(let number): return terminal.end(by: number)
      case .end: state.leave()
      }
      for key in pressed {
        if key == .suspend { terminal.suspend() }
        if key == .interrupt { return terminal.end(by: SIGINT) }
        for key in BrowsingKey.all(in: key) {
          state.press(key, height: size.rows - 1, lines: lines.count)
        }
      }
      if state.place == view.place { motion.advance() } else { motion = CaptionMotion(frames) }
    }
    terminal.release()
    return .success
  }

  private func drawn(
    _ lines: [StyledText], _ state: SnackBrowser, _ size: (columns: Int, rows: Int)
  ) -> String {
    let height = max(1, size.rows - 1)
    let first = max(0, min(state.firstLine, lines.count - height))
    var text = "\u{1B}[H"
    for line in lines[first...].prefix(height) {
      // Erased first: after a line as wide as the window the cursor still stands on its last cell.
      text += "\u{1B}[K" + line.rendered(options.colour) + "\r\n"
    }
    // The marks of the place may take two cells each.
    let room = size.columns - (options.ambiguousIsWide ? 3 : 0)
    let status = options.layout.truncated(
      state.status(isASCII: options.isASCII, isTall: lines.count > height, cells: room), to: size.columns)
    return text + "\u{1B}[J" + StyledText(status, options.style(.dim)).rendered(options.colour)
  }
}

extension Session {
  /// The way to browse so many things; nil where there is no terminal to do it on.
  func browsing(count: Int, opens: Bool = false) -> SnackBrowsing? {
    let isDumb = (environment[.term] ?? "dumb") == "dumb"
    guard count > 0, console.inputIsTTY, console.outputIsTTY, !output.isAccessible, !isDumb else {
      return nil
    }
    return SnackBrowsing(
      console: console, options: drawing, browser: SnackBrowser(count: count, opens: opens))
  }
}
