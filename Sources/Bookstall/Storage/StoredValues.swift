package import Persistence

extension Rating: PersistentValue {
  package var sqlValue: SQLValue { .real(stars) }

  package init?(sqlValue: SQLValue) {
    guard let stars = Double(sqlValue: sqlValue) else { return nil }
    self.init(stored: stars)
  }
}

extension Day: PersistentValue {
  package var sqlValue: SQLValue { .text(text) }

  package init?(sqlValue: SQLValue) {
    guard case .text(let text) = sqlValue else { return nil }
    self.init(text)
  }
}

extension ReadingStatus: PersistentValue {}

extension OtherColumns: PersistentValue {
  package var sqlValue: SQLValue { json.map(SQLValue.text) ?? .null }

  package init?(sqlValue: SQLValue) {
    switch sqlValue {
    case .null: self.init([])
    case .text(let text):
      guard let columns = try? OtherColumns(json: text) else { return nil }
      self = columns
    default: return nil
    }
  }
}

extension RowReader {
  /// The next column as a day in one of the three forms of `Day`, or nil for NULL.
  mutating func dayIfPresent() throws -> Day? {
    guard let text = try textIfPresent() else { return nil }
    guard let day = Day(text) else { throw invalidValue() }
    return day
  }
}
