import Bookstall
import TestSupport

/// A tab of its own for one test.
final class Tab {
  private let browser: Browser
  private let target: String
  let session: String

  /// What a reader's system may ask for.
  struct Media {
    var scheme = "light"
    var reducedMotion = false
    var forcedColours = false
    var isPrint = false
  }

  /// An empty tab of a window that wide.
  init(
    width: Int = 1280, height: Int = 900, media: Media = Media(), hasScript: Bool = true,
    hasScrollbars: Bool = false
  ) throws {
    browser = try Browser.shared.get()
    target = try browser.call("Target.createTarget", ["url": .string("about:blank")])["targetId"]?.text ?? ""
    session =
      try browser.call("Target.attachToTarget", ["targetId": .string(target), "flatten": .bool(true)])[
        "sessionId"]?.text ?? ""
    for domain in ["Page", "Runtime", "Log", "Network"] { try call("\(domain).enable") }
    try call("Emulation.setFocusEmulationEnabled", ["enabled": .bool(true)])
    if !hasScript { try call("Emulation.setScriptExecutionDisabled", ["value": .bool(true)]) }
    try call("Emulation.setScrollbarsHidden", ["hidden": .bool(!hasScrollbars)])
    try resize(width: width, height: height)
    try set(media)
  }

  deinit {
    _ = try? browser.call("Target.closeTarget", ["targetId": .string(target)])
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: JSON] = [:]) throws -> JSON {
    try browser.call(method, parameters, session: session)
  }

  // MARK: Looks

  func resize(width: Int, height: Int = 900) throws {
    try call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .count(width), "height": .count(height), "deviceScaleFactor": .count(1),
        "mobile": .bool(false),
      ])
  }

  func set(_ media: Media) throws {
    func feature(_ name: String, _ value: String) -> JSON {
      .object(["name": .string(name), "value": .string(value)])
    }
    try call(
      "Emulation.setEmulatedMedia",
      [
        "media": .string(media.isPrint ? "print" : ""),
        "features": .array([
          feature("prefers-color-scheme", media.scheme),
          feature("prefers-reduced-motion", media.reducedMotion ? "reduce" : "no-preference"),
          feature("forced-colors", media.forcedColours ? "active" : "none"),
        ]),
      ])
  }

  // MARK: Going and asking

  /// Opens a file and waits until it is there.
  func open(_ path: String, at fragment: String = "") throws {
    // Another fragment of the same file would not be loaded anew.
    try call("Page.navigate", ["url": .string("about:blank")])
    _ = try browser.event("Page.loadEventFired", session: session)
    browser.forgetEvents(session: session)
    try call("Page.navigate", ["url": .string("file://\(path)\(fragment)")])
    _ = try browser.event("Page.loadEventFired", session: session)
  }

  /// Loads the page anew, as a reader does.
  func reload() throws {
    browser.forgetEvents(session: session)
    try call("Page.reload")
    _ = try browser.event("Page.loadEventFired", session: session)
  }

  /// Everything of that name the tab has told since it was opened.
  func events(_ name: String) -> [JSON] { browser.events(name, session: session) }

  /// The value of an expression in the page, waited for if it is a promise.
  func value(_ expression: String) throws -> JSON {
    let answer = try call(
      "Runtime.evaluate",
      [
        "expression": .string(expression), "returnByValue": .bool(true), "awaitPromise": .bool(true),
        "userGesture": .bool(true),
      ])
    if let exception = answer["exceptionDetails"] {
      let words = exception["exception"]?["description"]?.text ?? exception.source
      throw TestFailure("\(expression.prefix(200)): \(words)")
    }
    return answer["result"]?["value"] ?? .null
  }

  func text(_ expression: String) throws -> String { try value(expression).text ?? "" }
  func number(_ expression: String) throws -> Double { try value(expression).number ?? .nan }
  func isTrue(_ expression: String) throws -> Bool { try value(expression).isTrue }
  func texts(_ expression: String) throws -> [String] {
    try value(expression).elements?.compactMap(\.text) ?? []
  }
  func numbers(_ expression: String) throws -> [Double] {
    try value(expression).elements?.compactMap(\.number) ?? []
  }

  /// Waits until the page has been drawn twice, so that what follows from a change has happened.
  func settle() throws {
    _ = try value("new Promise(r=>requestAnimationFrame(()=>requestAnimationFrame(()=>r(0))))")
  }

  /// Left, top, width and height of the first element that fits, in pixels of the page's window.
  func rectangle(_ selector: String) throws -> (left: Double, top: Double, width: Double, height: Double) {
    let found = try numbers(
      "(r=>[r.left,r.top,r.width,r.height])(document.querySelector('\(selector)').getBoundingClientRect())")
    guard found.count == 4 else { throw TestFailure("no rectangle of \(selector)") }
    return (found[0], found[1], found[2], found[3])
  }

  /// The same seen from another element, both of one moment: a page that is still being laid out may move between two.
  func rectangle(
    _ selector: String, within other: String
  ) throws -> (left: Double, top: Double, width: Double, height: Double) {
    let found = try numbers(
      "((r,o)=>[r.left-o.left,r.top-o.top,r.width,r.height])(document.querySelector('\(selector)')"
        + ".getBoundingClientRect(),document.querySelector('\(other)').getBoundingClientRect())")
    guard found.count == 4 else { throw TestFailure("no rectangle of \(selector) in \(other)") }
    return (found[0], found[1], found[2], found[3])
  }

  /// A computed property of the first element that fits.
  func style(_ selector: String, _ property: String, pseudo: String? = nil) throws -> String {
    let part = pseudo.map { ",'\($0)'" } ?? ""
    return try text(
      "getComputedStyle(document.querySelector('\(selector)')\(part)).getPropertyValue('\(property)')")
  }

  // MARK: Acting

  /// A key as a person presses it.
  enum Key: String {
    case tab = "Tab"
    case enter = "Enter"
    case space = " "
    case escape = "Escape"
    case right = "ArrowRight"
    case left = "ArrowLeft"

    var code: Int {
      switch self {
      case .tab: 9
      case .enter: 13
      case .space: 32
      case .escape: 27
      case .right: 39
      case .left: 37
      }
    }
  }

  func press(_ key: Key, shift: Bool = false) throws {
    var parameters: [String: JSON] = [
      "key": .string(key.rawValue), "code": .string(key == .space ? "Space" : key.rawValue),
      "windowsVirtualKeyCode": .count(key.code), "modifiers": .count(shift ? 8 : 0),
      "type": .string("keyDown"),
    ]
    if key == .enter { parameters["text"] = .string("\r") }
    if key == .space { parameters["text"] = .string(" ") }
    try call("Input.dispatchKeyEvent", parameters)
    parameters["text"] = nil
    parameters["type"] = .string("keyUp")
    try call("Input.dispatchKeyEvent", parameters)
  }

  func type(_ text: String) throws {
    try call("Input.insertText", ["text": .string(text)])
  }

  func click(x: Double, y: Double) throws {
    for kind in ["mousePressed", "mouseReleased"] {
      try call(
        "Input.dispatchMouseEvent",
        [
          "type": .string(kind), "x": .number("\(x)"), "y": .number("\(y)"), "button": .string("left"),
          "clickCount": .count(1),
        ])
    }
  }

  /// Clicks the middle of the first element that fits, scrolled into view.
  func click(_ selector: String) throws {
    _ = try value(
      "document.querySelector('\(selector)').scrollIntoView({block:'center',behavior:'instant'})")
    try settle()
    let place = try rectangle(selector)
    try click(x: place.left + place.width / 2, y: place.top + place.height / 2)
  }
}
