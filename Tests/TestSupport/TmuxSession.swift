internal import Glibc

/// A shell in a terminal that tmux draws, so that tests see what a person would see.
package final class TmuxSession {
  private let socket: String
  private let environment: [String: String]
  private static let program = "/usr/bin/tmux"

  /// Longer than any answer takes, also on a busy machine.
  private static let patience = 30

  /// Whether tmux is there; where it isn't, tests that need it are left out.
  package static var isInstalled: Bool { access(program, X_OK) == 0 }

  /// Starts a shell with the variables in a window of that size; the folder holds the socket.
  ///
  /// Throws `TestFailure` when tmux can't be started.
  package init(in folder: String, environment: [String: String], columns: Int = 80, rows: Int = 24) throws {
    socket = folder + "/.tmux"
    self.environment = environment.merging(["PATH": "/usr/bin:/bin", "PS1": "$ "]) { given, _ in given }
    try run(
      "-f", "/dev/null", "new-session", "-d", "-x", String(columns), "-y", String(rows), "exec /bin/sh")
  }

  deinit {
    _ = try? ChildProcess.run(
      TmuxSession.program, ["-S", socket, "kill-server"], environment: environment)
  }

  /// Types a text as it stands.
  package func type(_ text: String) throws { try run("send-keys", "-l", "--", text) }

  /// Presses keys by tmux's names, such as `Enter`, `BSpace` and `C-c`.
  package func press(_ keys: String...) throws { try run(["send-keys"] + keys) }

  /// Pastes a text as a terminal with bracketed paste does.
  package func paste(_ text: String) throws {
    try run("set-buffer", "--", text)
    try run("paste-buffer", "-p")
  }

  /// Gives the window another size.
  package func resize(columns: Int, rows: Int) throws {
    try run("resize-window", "-x", String(columns), "-y", String(rows))
  }

  /// The lines on the screen, without spaces at their ends.
  package func screen() throws -> [String] {
    let text = try run("capture-pane", "-p")
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The column and the row of the cursor.
  package func cursor() throws -> String {
    String(try run("display-message", "-p", "#{cursor_x},#{cursor_y}").dropLast())
  }

  /// Waits until the screen has all of the texts and returns its lines.
  ///
  /// Throws `TestFailure` with the screen when they don't come.
  @discardableResult
  package func wait(for texts: String...) throws -> [String] {
    try wait("for \(texts)") { lines in
      let screen = lines.joined(separator: "\n")
      return texts.allSatisfy { screen.contains($0) }
    }
  }

  /// Waits until the screen is as the closure says and returns its lines.
  ///
  /// Throws `TestFailure` with the screen when it doesn't become so.
  @discardableResult
  package func wait(_ reason: String, until isRight: ([String]) -> Bool) throws -> [String] {
    let deadline = TmuxSession.now + TmuxSession.patience
    while true {
      let lines = try screen()
      if isRight(lines) { return lines }
      guard TmuxSession.now < deadline else {
        throw TestFailure("waited \(reason); the screen has:\n\(lines.joined(separator: "\n"))")
      }
    }
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult
  private func run(_ arguments: [String]) throws -> String {
    let result = try ChildProcess.run(
      TmuxSession.program, ["-u", "-S", socket] + arguments, environment: environment)
    guard result.status == 0 else { throw TestFailure("tmux \(arguments): \(result.errors)") }
    return result.output
  }

  /// Seconds on a clock that nobody sets.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}
