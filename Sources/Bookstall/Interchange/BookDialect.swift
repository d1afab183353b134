/// Writes books in a form that cannot hold everything, and tells what that cost.
package protocol BookDialect: Sendable {
  /// What was lost so far.
  var report: FlattenReport { get }

  /// Appends what stands before the first book.
  mutating func appendHeader(into bytes: inout [UInt8])

  /// Appends one book; false where it was left out.
  mutating func append(_ record: BookRecord, into bytes: inout [UInt8]) -> Bool
}

extension GoodreadsDialect: BookDialect {}
