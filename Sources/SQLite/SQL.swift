/// A piece of SQL with its bindings; interpolated values become `?` and are never part of the text.
package struct SQL: ExpressibleByStringInterpolation, Equatable {
  /// The text, with a `?` for each binding.
  package private(set) var text: String
  /// The values of the `?`, in order.
  package private(set) var bindings: [SQLValue]

  package init(stringLiteral text: String) {
    self.text = text
    bindings = []
  }

  package init(stringInterpolation: Interpolation) {
    text = stringInterpolation.text
    bindings = stringInterpolation.bindings
  }

  /// SQL text that the program itself made, such as a list of column names.
  package init(verbatim text: String, bindings: [SQLValue] = []) {
    self.text = text
    self.bindings = bindings
  }

  /// Joins two pieces without anything between them.
  package static func + (left: SQL, right: SQL) -> SQL {
    var joined = left
    joined += right
    return joined
  }

  /// Appends a piece without anything before it.
  package static func += (left: inout SQL, right: SQL) {
    left.text += right.text
    left.bindings.appendOrTake(right.bindings)
  }

  /// An identifier in double quotes, doubling the quotes inside.
  package static func quoted(identifier: String) -> String {
    guard identifier.utf8.contains(0x22) else { return "\"\(identifier)\"" }
    var text = "\""
    for scalar in identifier.unicodeScalars {
      if scalar == "\"" { text.unicodeScalars.append(scalar) }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  /// Collects the text and the bindings of an interpolated literal.
  package struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    fileprivate var bindings: [SQLValue] = []

    package init(literalCapacity: Int, interpolationCount: Int) {
      // Once for a piece of common length: growing step by step takes longer than writing.
      text.reserveCapacity(literalCapacity + interpolationCount * 24)
    }

    package mutating func appendLiteral(_ literal: String) {
      text += literal
    }

    /// Binds a value of any class.
    package mutating func appendInterpolation(_ value: SQLValue) {
      text += "?"
      bindings.append(value)
    }

    /// Binds a text.
    package mutating func appendInterpolation(_ value: String) {
      appendInterpolation(SQLValue.text(value))
    }

    /// Binds an integer.
    package mutating func appendInterpolation(_ value: Int64) {
      appendInterpolation(SQLValue.integer(value))
    }

    /// Binds an integer.
    package mutating func appendInterpolation(_ value: Int) {
      appendInterpolation(SQLValue.integer(Int64(value)))
    }

    /// Writes an identifier, quoted.
    package mutating func appendInterpolation(identifier: String) {
      text += SQL.quoted(identifier: identifier)
    }

    /// Writes text that the program itself made, such as a quoted name.
    package mutating func appendInterpolation(verbatim text: String) {
      self.text += text
    }

    /// Inserts another piece with its bindings.
    package mutating func appendInterpolation(_ fragment: SQL) {
      text += fragment.text
      bindings.appendOrTake(fragment.bindings)
    }
  }
}

extension [SQLValue] {
  /// Appends values; the first ones become the list's own without being copied.
  fileprivate mutating func appendOrTake(_ values: [SQLValue]) {
    if values.isEmpty { return }
    if isEmpty { self = values } else { append(contentsOf: values) }
  }
}
