package import CSV

/// How one service wants its table: the columns in their order, and what stands in each.
package protocol ServiceLayout: Sendable {
  /// The reader of the same table; it judges whether a kept cell still says what the book says.
  associatedtype Format: ServiceFormat
  /// The columns; a raw value is a header, and the order of the cases is the file's.
  associatedtype Column: CaseIterable, Hashable, RawRepresentable, Sendable where Column.RawValue == String

  /// What ends a line.
  static var lineEnd: CSVLineEnd { get }

  /// Whether the importer takes a book without a status for a read one.
  static var needsStatus: Bool { get }

  /// Columns whose words the importer knows no others for, so that no cell as it came goes back there.
  static var strictColumns: Set<Column> { get }

  /// What no column can say.
  static var unsaid: Set<FlattenReport.Value> { get }

  /// What keeps the importer from taking the book; nil where nothing does.
  static func obstacle(of book: ServiceBook) -> FlattenReport.LeftOut.Reason?

  /// The name of a column in the service's own export, where that differs.
  static func exportName(of column: Column) -> String

  /// The cell of a book; nil where the book has no value for such a column.
  static func cell(_ column: Column, of book: inout ServiceBook) -> String?
}

extension ServiceLayout {
  /// Most importers leave such a book without a status.
  package static var needsStatus: Bool { false }

  /// Most columns take what they gave.
  package static var strictColumns: Set<Column> { [] }

  /// Most importers ask for no more than a title.
  package static func obstacle(of book: ServiceBook) -> FlattenReport.LeftOut.Reason? { nil }

  /// Most services import what they export.
  package static func exportName(of column: Column) -> String { column.rawValue }
}
