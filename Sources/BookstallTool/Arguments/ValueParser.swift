/// How the text of one argument becomes a value.
struct ValueParser<Value> {
  /// What help prints between angle brackets, such as `stars`; nil for the parameter's own name.
  let placeholder: String?
  /// Every text that is accepted, where the list is closed.
  let choices: [String]
  /// Turns the text into the value or says why it can't.
  let parse: (String) throws(InvalidValue) -> Value

  init(
    _ placeholder: String? = nil, choices: [String] = [],
    parse: @escaping (String) throws(InvalidValue) -> Value
  ) {
    self.placeholder = placeholder
    self.choices = choices
    self.parse = parse
  }
}

/// Why a text is not a value; the reason finishes the sentence "The value 'x' is invalid for '<y>': …".
struct InvalidValue: Error, Equatable {
  let reason: String
}

extension ValueParser where Value == String {
  /// Takes any text as it is.
  static var text: Self { text(nil) }

  /// Takes any text as it is, under a placeholder of its own.
  static func text(_ placeholder: String?) -> Self {
    ValueParser(placeholder) { (text) throws(InvalidValue) in text }
  }
}

extension ValueParser where Value == Int {
  /// Takes a decimal integer within the range.
  static func integer(_ placeholder: String? = nil, in range: ClosedRange<Int> = .min ... .max) -> Self {
    ValueParser(placeholder) { (text) throws(InvalidValue) in
      guard let number = Int(text) else { throw InvalidValue(reason: "use a whole number.") }
      guard range.contains(number) else {
        let limit =
          range.upperBound == .max
          ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
        throw InvalidValue(reason: "use a whole number \(limit).")
      }
      return number
    }
  }
}

extension ValueParser where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// Takes the raw value of one of the cases.
  ///
  /// Other names for some of them are taken too, and stay untold.
  static func choice(_ placeholder: String? = nil, aliases: [String: Value] = [:]) -> Self {
    let choices = Value.allCases.map(\.rawValue)
    return ValueParser(placeholder, choices: choices) { (text) throws(InvalidValue) in
      guard let value = Value(rawValue: text) ?? aliases[text] else {
        let suggestion = Suggestion.nearest(to: text, among: choices)
        let hint = suggestion.map { " Did you mean '\($0)'?" } ?? ""
        throw InvalidValue(reason: "use \(alternatives(choices)).\(hint)")
      }
      return value
    }
  }
}

/// Joins words to `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
