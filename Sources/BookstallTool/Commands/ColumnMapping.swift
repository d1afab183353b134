import Bookstall

/// What one column of the file means.
struct ColumnMapping: Equatable {
  let column: String
  let field: ImportField
}

extension ValueParser where Value == [ColumnMapping] {
  /// `field=column` between commas; `column=field` where only that can be meant.
  ///
  /// A column may have `=` or a comma in its name.
  static var columnMappings: Self {
    ValueParser("field=column") { (text) throws(InvalidValue) in
      let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      let mappings = parts.compactMap(ColumnMapping.init(typed:))
      if mappings.count == parts.count { return mappings }
      if let mapping = ColumnMapping(typed: text) { return [mapping] }
      throw InvalidValue(reason: reason(parts.first { ColumnMapping(typed: $0) == nil } ?? text))
    }
  }

  private static func reason(_ text: String) -> String {
    let names = ImportField.allCases.map(\.rawValue)
    let sides = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard sides.count > 1 else { return "write a field and a column with = between them." }
    let guess = [sides[0], sides[sides.count - 1]].lazy.compactMap {
      Suggestion.nearest(to: $0, among: names)
    }.first
    return "use \(alternatives(names)).\(guess.map { " Did you mean '\($0)'?" } ?? "")"
  }
}

extension ColumnMapping {
  /// Nil where neither side is a field; where both are, the field is the first.
  fileprivate init?(typed text: String) {
    guard let first = text.firstIndex(of: "="), let last = text.lastIndex(of: "=") else { return nil }
    let (column, name) = (String(text[text.index(after: first)...]), String(text[..<first]))
    if let field = ImportField(rawValue: name), !column.isEmpty {
      self.init(column: column, field: field)
    } else if let field = ImportField(rawValue: String(text[text.index(after: last)...])),
      last > text.startIndex
    {
      self.init(column: String(text[..<last]), field: field)
    } else {
      return nil
    }
  }
}
