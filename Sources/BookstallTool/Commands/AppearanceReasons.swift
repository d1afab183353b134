import Presentation

/// Finds out which option or variable decided how output looks, by deciding once more without it.
///
/// So the reasons can't differ from the rules: there are no other rules than the ones that decide.
struct AppearanceReasons {
  private let options: AppearanceOptions
  private let environment: Environment
  private let isTTY: Bool
  private let terminalWidth: Int?
  private let answers: TerminalAnswers?
  private let actual: TerminalOptions

  /// Something that can be taken away.
  private struct Input {
    let name: String
    let remove: (inout AppearanceOptions, inout Environment, inout TerminalAnswers?) -> Void
  }

  /// The reasons for the looks of a session's standard output.
  init(_ session: Session) {
    self.init(
      session.global.appearance, session.environment, isTTY: session.console.outputIsTTY,
      terminalWidth: session.console.outputWidth, answers: session.answers)
  }

  init(
    _ options: AppearanceOptions, _ environment: Environment, isTTY: Bool, terminalWidth: Int?,
    answers: TerminalAnswers? = nil
  ) {
    self.answers = answers
    self.options = options
    self.environment = environment
    self.isTTY = isTTY
    self.terminalWidth = terminalWidth
    actual = TerminalOptions(
      deciding: options, environment: environment, isTTY: isTTY, terminalWidth: terminalWidth,
      answers: answers)
  }

  /// What decided a property: the first input without which it would be another, or two that say the same.
  ///
  /// Where no input did, it was the kind of the stream; the answer is empty then. `known` is a reason that is told
  /// already.
  func deciding<Value: Equatable>(
    _ property: (TerminalOptions) -> Value, besides known: String? = nil
  ) -> String {
    let inputs = inputs.filter { $0.name != known }
    for input in inputs where property(look(without: [input])) != property(actual) { return input.name }
    // Where two say the same, neither alone makes a difference.
    for (place, first) in inputs.enumerated() {
      for second in inputs.dropFirst(place + 1)
      where property(look(without: [first, second])) != property(actual) {
        return "\(first.name), \(second.name)"
      }
    }
    return ""
  }

  private func look(without inputs: [Input]) -> TerminalOptions {
    var (options, environment, answers) = (options, environment, answers)
    for input in inputs { input.remove(&options, &environment, &answers) }
    return TerminalOptions(
      deciding: options, environment: environment, isTTY: isTTY, terminalWidth: terminalWidth,
      answers: answers)
  }

  /// The inputs that are there, options first.
  private var inputs: [Input] {
    let flags: [(name: String, isGiven: Bool, remove: (inout AppearanceOptions) -> Void)] = [
      ("--accessible", options.isAccessible, { $0.isAccessible = false }),
      ("--ascii", options.isASCII, { $0.isASCII = false }),
      ("--color", options.colour != .auto, { $0.colour = .auto }),
      ("--art", options.art != nil, { $0.art = nil }),
      ("--theme", options.theme != nil, { $0.theme = nil }),
      ("--width", options.width != nil, { $0.width = nil }),
    ]
    let given = flags.filter(\.isGiven).map { flag in
      Input(name: flag.name) { options, _, _ in flag.remove(&options) }
    }
    let stores: Set<EnvironmentVariable> = [
      .bookstallDB, .xdgDataHome, .xdgStateHome, .home, .visual, .editor, .tmpdir,
    ]
    let variables = EnvironmentVariable.allCases.filter { environment[$0] != nil && !stores.contains($0) }
    let asked = Input(name: "the terminal's answer") { _, _, answers in answers = nil }
    return given + (answers?.theme == nil ? [] : [asked])
      + variables.map { variable in
        Input(name: variable.rawValue) { _, environment, _ in
          // A terminal without a name is none to draw on, like `dumb`: the other choice is one that can do a little.
          environment =
            variable == .term
            ? environment.setting(.term, to: "xterm") : environment.without([variable])
        }
      }
  }
}
