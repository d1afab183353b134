/// Prepared statements that wait for their next use, by their text.
struct StatementCache {
  private var idle: [String: Statement] = [:]
  /// More texts than a program normally has.
  private let capacity = 256

  /// Hands out an idle statement; a second caller for the same text prepares its own.
  mutating func take(_ sql: String) -> Statement? {
    idle.removeValue(forKey: sql)
  }

  /// Takes a statement back, cleared of its bindings.
  mutating func give(_ statement: Statement) {
    statement.clear()
    // A program that makes ever new texts starts over rather than grow; preparing again costs little.
    if idle.count >= capacity { idle.removeAll() }
    idle[statement.sql] = statement
  }

  mutating func removeAll() {
    idle.removeAll()
  }
}
