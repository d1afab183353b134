/// What an option does to a field of a book.
enum Setting<Value> {
  case cleared
  case value(Value)

  /// The new value of the field.
  var value: Value? {
    switch self {
    case .cleared: nil
    case .value(let value): value
    }
  }
}

extension Setting: Equatable where Value: Equatable {}

extension ValueParser {
  /// The same parser, except that blank text clears the field.
  static func setting<Field>(_ parser: ValueParser<Field>) -> Self where Value == Setting<Field> {
    ValueParser(parser.placeholder, choices: parser.choices) { (text) throws(InvalidValue) in
      text.utf8.allSatisfy { $0 == UInt8(ascii: " ") } ? .cleared : .value(try parser.parse(text))
    }
  }
}
