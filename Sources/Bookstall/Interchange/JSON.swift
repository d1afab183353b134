/// A JSON value (RFC 8259) whose members keep their order and their doubles.
///
/// The columns of a source row are kept as a JSON object, and they must come back in the order of the
/// source's header, doubled headers included. Dictionary-based decoders lose both; this value and its parser
/// are small enough to be the simpler answer.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// The number as it is written, so that no digit is lost.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// One name and its value in an object.
  package struct Member: Equatable, Sendable {
    /// The key, with its escapes resolved.
    package var name: String
    /// What stands after the colon.
    package var value: JSON

    /// A name and its value.
    package init(name: String, value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// Reads one value with nothing but white space around it.
  ///
  /// Throws a `JSONError` with the byte where the text stops being JSON.
  package init(_ text: String) throws(JSONError) {
    var text = text
    // `withUTF8` rethrows untyped errors only, so the error travels as a value.
    self = try text.withUTF8 { bytes in
      Result { () throws(JSONError) in try JSONParser.value(of: bytes) }
    }.get()
  }

  /// Reads one value out of UTF-8 bytes that need not be valid.
  package init(bytes: [UInt8]) throws(JSONError) {
    self = try bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(JSONError) in try JSONParser.value(of: bytes) }
    }.get()
  }

  /// Whether a text or a name in it has a NUL, which no table and no terminal can hold.
  var hasNULs: Bool {
    switch self {
    case .null, .bool, .number: false
    case .string(let text): text.utf8.contains(0)
    case .array(let elements): elements.contains(where: \.hasNULs)
    case .object(let members): members.contains { $0.name.utf8.contains(0) || $0.value.hasNULs }
    }
  }

  /// The value without the NULs in its texts and names.
  var withoutNULs: JSON {
    guard hasNULs else { return self }
    return switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(JSON.withoutNULs(text))
    case .array(let elements): .array(elements.map(\.withoutNULs))
    case .object(let members):
      .object(members.map { Member(name: JSON.withoutNULs($0.name), value: $0.value.withoutNULs) })
    }
  }

  private static func withoutNULs(_ text: String) -> String {
    guard text.utf8.contains(0) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { $0.value != 0 }))
  }

  /// The value of the first member with that name; nil in anything but an object.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string; nil for every other kind.
  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// The value of a number as nearly as a Double holds it; nil for every other kind.
  package var number: Double? {
    guard case .number(let digits) = self else { return nil }
    return Double(digits)
  }

  /// The elements of an array; nil for every other kind.
  package var elements: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Equatable, Sendable {
  /// What stands in the way.
  package enum Reason: Sendable {
    case unexpectedEnd
    case unexpectedByte
    case invalidNumber
    case invalidEscape
    /// Half of a surrogate pair, which stands for no character.
    case loneSurrogate
    case controlCharacter
    case invalidUTF8
    case tooDeep
    case textAfterValue
    /// The text is JSON, but not the object that is needed.
    case notAnObject
  }

  /// What stands in the way.
  package var reason: Reason
  /// The byte at which the reason stands, counted from 0.
  package var offset: Int

  /// A reason and its byte.
  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
