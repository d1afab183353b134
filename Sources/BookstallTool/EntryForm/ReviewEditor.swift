import Bookstall
import Glibc

/// The person's own editor, on a text in a file of its own.
struct ReviewEditor {
  /// The program and its arguments; none where no editor was found.
  let words: [String]
  private let folder: String

  /// What the editor brought back.
  enum Outcome: Equatable {
    case text(String)
    /// The file was left as it was, or emptied, which keeps the old text.
    case unchanged
    /// The editor did not end well; the sentence says how.
    case failed(String)
  }

  /// The editor by `VISUAL`, then `EDITOR`, then the first of the usual ones that is there.
  init(_ environment: Environment) {
    let named = environment[.visual] ?? environment[.editor]
    words = ShellWords.words(named ?? ReviewEditor.usual)
    folder = environment[.tmpdir] ?? "/tmp"
  }

  private static var usual: String {
    let folders = ["/usr/bin/", "/bin/", "/usr/local/bin/"]
    return ["nano", "vi"].first { name in folders.contains { access($0 + name, X_OK) == 0 } } ?? "vi"
  }

  /// Lets the person edit a text; the terminal must be the editor's meanwhile.
  ///
  /// Where `isEnding` says that the process is to end, the editor is ended too, and what it has saved is taken.
  func edit(_ text: String, isEnding: () -> Bool) -> Outcome {
    guard !words.isEmpty else { return .failed("EDITOR names no program.") }
    guard let path = makeFile(text) else { return .failed("\(Failure.reason(errno)) in \(folder).") }
    defer { unlink(path) }
    let failure = run(path, isEnding)
    if let failure, !failure.isHangup { return .failed(failure.reason) }
    guard let new = try? Session.text(ofFile: path) else { return .failed("the file is not valid UTF-8.") }
    guard let edited = TextNormalisation.paragraphs(new), edited != TextNormalisation.paragraphs(text) else {
      return .unchanged
    }
    return .text(edited)
  }

  /// A new file for the owner alone; its name tells editors what kind of text it is.
  private func makeFile(_ text: String) -> String? {
    var template = Array("\(folder)/bookstall-review-XXXXXX.md".utf8CString)
    let descriptor = mkstemps(&template, 3)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    let end = text.isEmpty || text.hasSuffix("\n") ? "" : "\n"
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard (try? Console.write(Array((text + end).utf8), to: descriptor)) != nil else {
      unlink(path)
      return nil
    }
    return path
  }

  /// Why the program did not end well.
  private struct RunFailure {
    var reason: String
    /// Whether somebody else ended it, or wants the whole to end; what was saved until then counts.
    var isHangup = false
  }

  /// Runs the program on the file; why it failed, or nil.
  private func run(_ path: String, _ isEnding: () -> Bool) -> RunFailure? {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What is ignored here while the editor runs must not be ignored there.
    var usual = sigset_t()
    sigemptyset(&usual)
    for number in [SIGINT, SIGQUIT, SIGTSTP] { sigaddset(&usual, number) }
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var arguments: [UnsafeMutablePointer<CChar>?] = (words + [path]).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, words[0], nil, &attributes, &arguments, environ)
    guard code == 0 else {
      return RunFailure(reason: "'\(words[0])' can't be started: \(Failure.reason(code)).")
    }
    var status: Int32 = 0
    // A signal could come between a look for it and a wait that only a signal ends: so the wait is short.
    var pause = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    while case let ended = waitpid(id, &status, WNOHANG), ended == 0 || ended < 0 && errno == EINTR {
      if isEnding() {
        ReviewEditor.hangUp(id)
        return RunFailure(reason: "", isHangup: true)
      }
      nanosleep(&pause, nil)
    }
    let signal = status & 0x7F
    if signal != 0 {
      return RunFailure(
        reason: "'\(words[0])' was ended by signal \(signal).",
        isHangup: isEnding() || signal == SIGHUP || signal == SIGTERM)
    }
    let exit = status >> 8 & 0xFF
    return exit == 0
      ? nil : RunFailure(reason: "'\(words[0])' ended with code \(exit).", isHangup: isEnding())
  }

  /// Ends the program as a terminal that goes away does, and gives it two seconds to save what it has.
  private static func hangUp(_ id: pid_t) {
    kill(id, SIGHUP)
    var pause = timespec(tv_sec: 0, tv_nsec: 50_000_000)
    for _ in 0..<40 where waitpid(id, nil, WNOHANG) == 0 { nanosleep(&pause, nil) }
  }
}
