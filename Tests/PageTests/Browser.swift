import Bookstall
import Synchronization
import TestSupport

/// One headless Chromium for all tests, driven over its own protocol through a pipe.
///
/// Calls wait for their answers, one at a time; what the browser tells meanwhile is kept for the tab it concerns.
final class Browser: Sendable {
  private struct State {
    var program: PipedProgram
    var lastNumber = 0
    /// Events that nobody has waited for yet, by the tab's session.
    var events: [String: [JSON]] = [:]
  }

  // A class that only the lock's holder reaches.
  private let state: Mutex<State>
  private static let patience = 60

  /// The browser that all tests share; it ends with them.
  static let shared = Result { try Browser() }

  private init() throws {
    guard let path = PipedProgram.find(["chromium-headless-shell", "chromium", "chromium-browser"]) else {
      throw TestFailure("there is no Chromium on PATH; .dev/test installs it")
    }
    // As root there is no sandbox to be had; the pages are our own.
    let arguments = [
      "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--disable-dev-shm-usage",
      "--hide-scrollbars", "--force-color-profile=srgb", "--no-first-run",
    ]
    let program = try PipedProgram(path, arguments, environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"])
    state = Mutex(State(program: program))
  }

  /// Sends a command and returns its result; throws `TestFailure` with the browser's words.
  func call(_ method: String, _ parameters: [String: JSON] = [:], session: String? = nil) throws -> JSON {
    try state.withLock { state in
      state.lastNumber += 1
      let number = JSON.number(String(state.lastNumber))
      var members: [String: JSON] = ["id": number, "method": .string(method), "params": .object(parameters)]
      if let session { members["sessionId"] = .string(session) }
      try state.program.send(Array(JSON.object(members).source.utf8))
      while true {
        let message = try Browser.next(&state)
        guard message["id"] == number else { continue }
        if let error = message["error"] { throw TestFailure("\(method): \(error.source)") }
        return message["result"] ?? .null
      }
    }
  }

  /// The first event of that name, waited for where it has not come yet.
  func event(_ name: String, session: String) throws -> JSON {
    try state.withLock { state in
      while true {
        let place = state.events[session]?.firstIndex { $0["method"]?.text == name }
        if let place { return state.events[session]?.remove(at: place)["params"] ?? .null }
        _ = try Browser.next(&state)
      }
    }
  }

  /// The events of that name that have come so far.
  func events(_ name: String, session: String) -> [JSON] {
    state.withLock { state in
      (state.events[session] ?? []).filter { $0["method"]?.text == name }.map { $0["params"] ?? .null }
    }
  }

  /// Forgets what a tab has told.
  func forgetEvents(session: String) {
    state.withLock { $0.events[session] = nil }
  }

  private static func next(_ state: inout State) throws -> JSON {
    let message = try JSON(bytes: state.program.receive(within: patience))
    if message["method"] != nil, let session = message["sessionId"]?.text {
      state.events[session, default: []].append(message)
    }
    return message
  }
}

extension JSON {
  /// An object with its names in order.
  static func object(_ members: [String: JSON]) -> JSON {
    .object(members.sorted { $0.key < $1.key }.map { Member(name: $0.key, value: $0.value) })
  }

  /// A whole number.
  static func count(_ number: Int) -> JSON { .number(String(number)) }

  /// Whether it is `true`.
  var isTrue: Bool { self == .bool(true) }

  /// The value as JSON.
  var source: String {
    var bytes: [UInt8] = []
    JSONWriter.append(self, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
