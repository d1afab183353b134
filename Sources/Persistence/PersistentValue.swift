public import FoundationEssentials

@_exported public import enum SQLite.SQLValue

/// A type that one column can hold.
public protocol PersistentValue: Equatable, Sendable {
  /// The value as SQLite stores it.
  var sqlValue: SQLValue { get }

  /// Reads what SQLite stored; nil where the stored value doesn't fit the type.
  init?(sqlValue: SQLValue)
}

extension String: PersistentValue {
  /// The text as it is.
  public var sqlValue: SQLValue { .text(self) }

  /// Reads a text; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self = text
  }
}

extension Int64: PersistentValue {
  /// The integer as it is.
  public var sqlValue: SQLValue { .integer(self) }

  /// Reads an integer; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .integer(let integer) = sqlValue else { return nil }
    self = integer
  }
}

extension Int: PersistentValue {
  /// The integer in 64 bits.
  public var sqlValue: SQLValue { .integer(Int64(self)) }

  /// Reads an integer that fits; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .integer(let integer) = sqlValue, let fitting = Int(exactly: integer) else { return nil }
    self = fitting
  }
}

extension Double: PersistentValue {
  /// The number as it is.
  public var sqlValue: SQLValue { .real(self) }

  /// Reads a number, also an integer that is the same number; nil for anything else.
  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .real(let real): self = real
    case .integer(let integer):
      guard let real = Double(exactly: integer) else { return nil }
      self = real
    default: return nil
    }
  }
}

extension Bool: PersistentValue {
  /// 1 for true and 0 for false.
  public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

  /// Reads 0 or 1; nil for anything else.
  public init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .integer(0): self = false
    case .integer(1): self = true
    default: return nil
    }
  }
}

extension [UInt8]: PersistentValue {
  /// The bytes as they are.
  public var sqlValue: SQLValue { .blob(self) }

  /// Reads bytes; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .blob(let bytes) = sqlValue else { return nil }
    self = bytes
  }
}

extension UUID: PersistentValue {
  /// The canonical text in lower case, as RFC 9562 writes it.
  public var sqlValue: SQLValue { .text(canonicalText) }

  /// Reads the canonical text in either case; nil for anything else.
  public init?(sqlValue: SQLValue) {
    guard case .text(var text) = sqlValue, let uuid = text.withUTF8(UUID.init(canonicalText:)) else {
      return nil
    }
    self = uuid
  }
}

extension Optional: PersistentValue where Wrapped: PersistentValue {
  /// The wrapped value as it is stored, or NULL.
  public var sqlValue: SQLValue { self?.sqlValue ?? .null }

  /// Reads NULL as no value; nil where something else is stored that doesn't fit.
  public init?(sqlValue: SQLValue) {
    if case .null = sqlValue {
      self = nil
    } else if let wrapped = Wrapped(sqlValue: sqlValue) {
      self = wrapped
    } else {
      return nil
    }
  }
}

extension PersistentValue where Self: RawRepresentable, RawValue: PersistentValue {
  /// The raw value's stored form.
  public var sqlValue: SQLValue { rawValue.sqlValue }

  /// Reads a raw value; nil for one that the type doesn't know.
  public init?(sqlValue: SQLValue) {
    guard let raw = RawValue(sqlValue: sqlValue), let value = Self(rawValue: raw) else { return nil }
    self = value
  }
}
