/// A named value, such as `--title <title>`; a list collects repeated options.
@propertyWrapper
struct Option<Value>: ParameterSource {
  private let storage: ParameterValue<Value>
  private let assign: (String) throws(InvalidValue) -> Void
  private let makeParameter: (Parameter.Form, String) -> Parameter

  var wrappedValue: Value { storage.value }

  /// Declares an option with a default; a later occurrence replaces an earlier one.
  init(
    wrappedValue: Value, _ parser: ValueParser<Value>, name: String? = nil, short: Character? = nil,
    help: ArgumentHelp, showsDefault: Bool = true
  ) {
    self.init(
      ParameterValue(wrappedValue), parser, name, short, help,
      defaultText: showsDefault ? Self.text(of: wrappedValue) : nil
    ) { $0 = $1 }
  }

  /// Declares an option that may be missing; a later occurrence replaces an earlier one.
  init<Element>(
    wrappedValue: Value = nil, _ parser: ValueParser<Element>, name: String? = nil, short: Character? = nil,
    takesAnyValue: Bool = false, help: ArgumentHelp
  ) where Value == Element? {
    self.init(
      ParameterValue(wrappedValue), parser, name, short, help, takesAnyValue: takesAnyValue
    ) { $0 = $1 }
  }

  /// Declares an option that may be repeated.
  init<Element>(
    wrappedValue: Value = [], _ parser: ValueParser<Element>, name: String? = nil, short: Character? = nil,
    help: ArgumentHelp
  ) where Value == [Element] {
    self.init(ParameterValue(wrappedValue), parser, name, short, help, isRepeating: true) { $0.append($1) }
  }

  private init<Element>(
    _ storage: ParameterValue<Value>, _ parser: ValueParser<Element>, _ name: String?, _ short: Character?,
    _ help: ArgumentHelp, defaultText: String? = nil, isRepeating: Bool = false, takesAnyValue: Bool = false,
    store: @escaping (inout Value, Element) -> Void
  ) {
    self.storage = storage
    assign = { (text) throws(InvalidValue) in store(&storage.value, try parser.parse(text)) }
    makeParameter = { form, property in
      let long = name ?? dashed(property)
      return Parameter(
        form: form, names: (short.map { ["-\($0)"] } ?? []) + ["--\(long)"],
        placeholder: parser.placeholder ?? long, isRepeating: isRepeating, takesAnyValue: takesAnyValue,
        help: help, choices: parser.choices, defaultText: defaultText, isGiven: storage.isGiven)
    }
  }

  func parameter(property: String) -> Parameter { makeParameter(.option(assign), property) }

  private static func text(of value: Value) -> String {
    if let choice = value as? any RawRepresentable<String> { return choice.rawValue }
    return "\(value)"
  }
}
