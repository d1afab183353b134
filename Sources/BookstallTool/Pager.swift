import Glibc

/// The program that shows text taller than the screen.
struct Pager {
  /// The program and its arguments.
  let words: [String]
  /// Whether `LESS` is set for it: it isn't where the user has set it.
  let setsLess: Bool
  /// Whether the program shows colours; for another one they are left out.
  let takesColour: Bool

  /// The pager that the environment asks for; nil where none is wanted.
  init?(_ environment: Environment) {
    let text = environment.raw(.bookstallPager) ?? environment.raw(.pager) ?? "less"
    words = ShellWords.words(text)
    guard let program = words.first, text != "cat" else { return nil }
    let less = environment.raw(.less)
    setsLess = less == nil
    let name = program.split(separator: "/").last.map(String.init) ?? program
    let options = (less ?? "R") + words.dropFirst().filter { $0.hasPrefix("-") }.joined()
    takesColour =
      name == "less" ? options.contains("R") || options.contains("r") : Self.colourful.contains(name)
  }

  private static let colourful: Set = ["bat", "batcat", "more", "moar", "moor", "ov"]

  /// A pager that runs.
  struct Process {
    let id: pid_t
    /// Where it reads from.
    let input: Int32
  }

  /// Starts the program with a pipe for its input; nil where it can't be started.
  func start() -> Process? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    // The pager would wait for ever for the end of a text whose writing end it holds itself.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
    if setsLess { setenv("LESS", "FRX", 1) }
    // Text is UTF-8 in every locale, and less would take its bytes for control characters in one like C.
    setenv("LESSCHARSET", "utf-8", 0)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    let code = posix_spawnp(&id, words[0], &actions, nil, &arguments, environ)
    close(ends[0])
    guard code == 0 else {
      close(ends[1])
      return nil
    }
    // Ctrl-C is the pager's now, and a pager that is left early is no error.
    signal(SIGINT, SIG_IGN)
    signal(SIGQUIT, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    return Process(id: id, input: ends[1])
  }
}

extension Pager.Process {
  /// Ends the text and waits until the reader has left.
  func finish() {
    close(input)
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0, errno == EINTR {}
    signal(SIGINT, SIG_DFL)
    signal(SIGQUIT, SIG_DFL)
    signal(SIGPIPE, SIG_DFL)
  }
}

/// Removes colours from bytes that come in pieces; only our own sequences are there.
struct ColourFilter {
  private var isInside = false

  /// The bytes without `ESC[…m`.
  mutating func take(_ bytes: [UInt8]) -> [UInt8] {
    var rest: [UInt8] = []
    rest.reserveCapacity(bytes.count)
    for byte in bytes {
      if isInside {
        isInside = byte != UInt8(ascii: "m")
      } else if byte == 0x1B {
        isInside = true
      } else {
        rest.append(byte)
      }
    }
    return rest
  }
}

/// Whether output goes through a pager, and what waits until it is left.
struct Paging {
  private var pager: Pager?
  private var rows = Int.max
  private var counted = 0
  private var lines = 0
  private var process: Pager.Process?
  private var filter: ColourFilter?
  private var messages: [UInt8] = []

  /// No pager.
  init() {}

  /// A pager for text of so many rows or more, since the prompt takes the last one.
  init(pager: Pager, rows: Int) {
    self.pager = pager
    self.rows = rows
    filter = pager.takesColour ? nil : ColourFilter()
  }

  /// The descriptor that the running pager reads.
  var input: Int32? { process?.input }

  /// Starts the pager once the output, all of which is still in the buffer, is taller than the screen.
  mutating func startIfTall(_ buffer: [UInt8]) {
    guard let pager, process == nil else { return }
    for byte in buffer[min(counted, buffer.count)...] where byte == UInt8(ascii: "\n") { lines += 1 }
    counted = buffer.count
    guard lines >= rows else { return }
    process = pager.start()
    // Where it can't be started the text goes to the screen.
    self.pager = nil
  }

  /// The bytes as the pager takes them.
  mutating func shown(_ bytes: [UInt8]) -> [UInt8] { filter?.take(bytes) ?? bytes }

  /// Begins to count a new buffer.
  mutating func noteFlush() { counted = 0 }

  /// Keeps a message until the pager is left; false where none runs.
  mutating func keep(_ message: String) -> Bool {
    guard process != nil else { return false }
    messages += message.utf8
    return true
  }

  /// Waits for the reader to leave the pager and returns the messages kept; nil where none ran.
  mutating func finish() -> [UInt8]? {
    guard let process else { return nil }
    process.finish()
    self.process = nil
    return messages
  }
}
