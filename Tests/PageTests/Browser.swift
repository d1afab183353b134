import Bookstall
import Dispatch
import Foundation
import Synchronization
import TestSupport

/// One headless Chromium for all tests, driven over its own protocol through a pipe.
///
/// A thread of its own reads what the browser says, and hands each answer to the call that waits for it: calls of several
/// tabs are on their way at the same time. What the browser tells meanwhile is kept for the tab it concerns.
final class Browser: Sendable {
  private struct State {
    var lastNumber = 0
    var calls: [Int: Reply] = [:]
    /// Events that nobody has waited for yet, by the tab's session.
    var events: [String: [JSON]] = [:]
    /// Those who look again at the events of a session when there is another.
    var listeners: [String: [Reply]] = [:]
    /// Why there will be no more answers.
    var end: String?
  }

  private let state = Mutex(State())
  private let sending = Mutex(())
  // Sent to by the holder of `sending` alone, read by the thread alone.
  private nonisolated(unsafe) let program: PipedProgram
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
      "--force-color-profile=srgb", "--no-first-run",
    ]
    program = try PipedProgram(
      path, arguments, environment: ["HOME": "/nonexistent", "PATH": "/usr/bin:/bin"])
    let browser = self
    Thread.detachNewThread { browser.read() }
  }

  /// Sends a command and returns its result; throws `TestFailure` with the browser's words.
  func call(_ method: String, _ parameters: [String: JSON] = [:], session: String? = nil) throws -> JSON {
    let reply = Reply()
    let number = state.withLock { state in
      state.lastNumber += 1
      if state.end == nil { state.calls[state.lastNumber] = reply } else { reply.give(nil) }
      return state.lastNumber
    }
    var members: [String: JSON] = [
      "id": .count(number), "method": .string(method), "params": .object(parameters),
    ]
    if let session { members["sessionId"] = .string(session) }
    let message = Array(JSON.object(members).source.utf8)
    try sending.withLock { _ in try program.send(message) }
    guard let answer = reply.wait(Browser.patience) else { throw TestFailure("\(method): \(silence)") }
    if let error = answer["error"] { throw TestFailure("\(method): \(error.source)") }
    return answer["result"] ?? .null
  }

  /// The first event of that name, waited for where it has not come yet.
  func event(_ name: String, session: String) throws -> JSON {
    while true {
      let reply = Reply()
      let found = state.withLock { state -> JSON? in
        let place = state.events[session]?.firstIndex { $0["method"]?.text == name }
        if let place { return state.events[session]?.remove(at: place)["params"] ?? .null }
        if state.end == nil { state.listeners[session, default: []].append(reply) } else { reply.give(nil) }
        return nil
      }
      if let found { return found }
      guard reply.wait(Browser.patience) != nil else { throw TestFailure("\(name): \(silence)") }
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

  private var silence: String {
    state.withLock { $0.end } ?? "no answer within \(Browser.patience) seconds: \(program.errors)"
  }

  /// Hands out what the browser says until it has ended.
  private func read() {
    do {
      while true {
        let message = try JSON(bytes: program.receive(within: 1_000_000))
        state.withLock { state in
          if let number = message["id"]?.number {
            state.calls.removeValue(forKey: Int(number))?.give(message)
          } else if let session = message["sessionId"]?.text {
            state.events[session, default: []].append(message)
            for reply in state.listeners.removeValue(forKey: session) ?? [] { reply.give(message) }
          }
        }
      }
    } catch {
      state.withLock { state in
        state.end = "\(error)"
        for reply in Array(state.calls.values) + state.listeners.values.joined() { reply.give(nil) }
      }
    }
  }
}

/// A message that one thread waits for and another gives.
private final class Reply: Sendable {
  private let message = Mutex<JSON?>(nil)
  private let isThere = DispatchSemaphore(value: 0)

  func give(_ message: JSON?) {
    self.message.withLock { $0 = message }
    isThere.signal()
  }

  /// The message; nil where none came in so many seconds, or none will come.
  func wait(_ seconds: Int) -> JSON? {
    guard isThere.wait(timeout: .now() + .seconds(seconds)) == .success else { return nil }
    return message.withLock { $0 }
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
