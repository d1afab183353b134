/// What a cell of an expected kind turned out to hold.
package enum CellReading<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The source says nothing, which is no mistake.
  case blank
  case value(Value)
  /// There is text, but not of that kind; the book goes on without it.
  case unreadable
}
