/// A value by its place, such as `<book>`; a list takes all that are left.
@propertyWrapper
struct Argument<Value>: ParameterSource {
  private let storage: ParameterValue<Value>
  private let assign: (String) throws(InvalidValue) -> Void
  private let makeParameter: (Parameter.Form, String) -> Parameter

  var wrappedValue: Value { storage.value }

  /// Declares an argument that must be there; the initial value is never seen.
  init(wrappedValue: Value, _ parser: ValueParser<Value>, help: ArgumentHelp) {
    self.init(ParameterValue(wrappedValue), parser, help, isRequired: true) { $0 = $1 }
  }

  /// Declares an argument that may be missing.
  init<Element>(
    wrappedValue: Value = nil, _ parser: ValueParser<Element>, isRequired: Bool = false, help: ArgumentHelp
  ) where Value == Element? {
    self.init(ParameterValue(wrappedValue), parser, help, isRequired: isRequired) { $0 = $1 }
  }

  /// Declares an argument that takes everything left over.
  init<Element>(
    wrappedValue: Value = [], _ parser: ValueParser<Element>, isRequired: Bool = false, help: ArgumentHelp
  ) where Value == [Element] {
    self.init(
      ParameterValue(wrappedValue), parser, help, isRequired: isRequired, isRepeating: true
    ) { $0.append($1) }
  }

  private init<Element>(
    _ storage: ParameterValue<Value>, _ parser: ValueParser<Element>, _ help: ArgumentHelp, isRequired: Bool,
    isRepeating: Bool = false, store: @escaping (inout Value, Element) -> Void
  ) {
    self.storage = storage
    assign = { (text) throws(InvalidValue) in store(&storage.value, try parser.parse(text)) }
    makeParameter = { form, property in
      Parameter(
        form: form, names: [], placeholder: parser.placeholder ?? dashed(property), isRequired: isRequired,
        isRepeating: isRepeating, help: help, choices: parser.choices, isGiven: storage.isGiven)
    }
  }

  func parameter(property: String) -> Parameter { makeParameter(.positional(assign), property) }
}
