/// One thing that a command line can hold, as the parser, help and completion see it.
struct Parameter {
  /// The form on the command line, with the way to hand the value over.
  enum Form {
    case positional((String) throws(InvalidValue) -> Void)
    case option((String) throws(InvalidValue) -> Void)
    case flag((Bool) -> Void)
  }

  let form: Form
  /// With their dashes, short ones first; empty for a positional.
  let names: [String]
  /// The names that switch a flag off.
  var offNames: [String] = []
  /// The word between angle brackets; empty for a flag.
  var placeholder = ""
  var isRequired = false
  var isRepeating = false
  /// Whether an option takes the next argument even if it starts with a dash.
  var takesAnyValue = false
  var help: ArgumentHelp
  /// Every text that is accepted, where the list is closed.
  var choices: [String] = []
  /// The initial value as help prints it.
  var defaultText: String?
  /// Whether the command line had it.
  var isGiven = false

  var isPositional: Bool {
    if case .positional = form { true } else { false }
  }

  /// The way messages name it: `<book>`, `--title <title>`, `--json`.
  var label: String {
    guard let name = names.last else { return "<\(placeholder)>" }
    return placeholder.isEmpty ? name : "\(name) <\(placeholder)>"
  }
}

/// What help says about a parameter.
struct ArgumentHelp: ExpressibleByStringLiteral {
  /// A sentence; empty for none.
  let abstract: String
  /// Whether only `--help-hidden` would show it.
  let isHidden: Bool

  init(_ abstract: String, isHidden: Bool = false) {
    self.abstract = abstract
    self.isHidden = isHidden
  }

  init(stringLiteral value: String) {
    self.init(value)
  }
}

/// A property wrapper that declares a parameter.
protocol ParameterSource {
  /// The declaration; `property` is the Swift name of the wrapped property.
  func parameter(property: String) -> Parameter
}

/// Where a wrapper keeps its value, shared by the copies of a command.
final class ParameterValue<Value> {
  var value: Value { didSet { isGiven = true } }
  /// Whether the command line gave the value.
  private(set) var isGiven = false

  init(_ value: Value) {
    self.value = value
  }
}

/// A set of parameters: a command, or a group that several commands share.
protocol ParsableArguments: SendableMetatype {
  init()
  /// Refuses combinations that no single value shows to be wrong.
  func validate() throws(ValidationError)
}

/// A combination of values that a command refuses.
struct ValidationError: Error, Equatable {
  /// A whole sentence.
  let message: String
}

extension ParsableArguments {
  func validate() throws(ValidationError) {}

  /// The parameters in the order of their properties, those of nested groups at the group's place.
  var parameters: [Parameter] {
    Mirror(reflecting: self).children.flatMap { child -> [Parameter] in
      if let source = child.value as? any ParameterSource, let label = child.label {
        return [source.parameter(property: String(label.drop { $0 == "_" }))]
      }
      return (child.value as? any ParsableArguments)?.parameters ?? []
    }
  }

  /// The groups of parameters inside this one, in the order of their properties.
  var groups: [any ParsableArguments] {
    Mirror(reflecting: self).children.compactMap { $0.value as? any ParsableArguments }
  }
}

/// `dateAdded` becomes `date-added`.
func dashed(_ property: String) -> String {
  var name = ""
  for scalar in property.unicodeScalars {
    if scalar.properties.isUppercase {
      name += "-" + scalar.properties.lowercaseMapping
    } else {
      name.unicodeScalars.append(scalar)
    }
  }
  return name
}
