import FoundationEssentials

/// Reads Bookstall's own CSV back, by the names of its columns, in any order and with columns missing.
///
/// Texts are taken exactly as they stand, so that an import of an export changes nothing. A cell that cannot be read
/// costs that cell alone.
package struct OwnCSVFormat {
  private let columns: [(field: OwnCSVField, index: Int)]
  private let otherColumns: [(name: String, index: Int)]
  private let markedColumn: Int?

  /// Takes the places of the columns from the header; columns that Bookstall doesn't know are kept with the book.
  package init(header: [String]) {
    var columns: [(field: OwnCSVField, index: Int)] = []
    var otherColumns: [(name: String, index: Int)] = []
    var markedColumn: Int?
    for (index, name) in header.enumerated() {
      if let field = OwnCSVField(rawValue: name), !columns.contains(where: { $0.field == field }) {
        columns.append((field, index))
      } else if name == OwnCSV.markedHeader {
        markedColumn = index
      } else if !name.isEmpty {
        otherColumns.append((name, index))
      }
    }
    self.columns = columns
    self.otherColumns = otherColumns
    self.markedColumn = markedColumn
  }

  /// Whether a header has the columns by which Bookstall's own CSV is known.
  package static func recognises(header: [String]) -> Bool {
    OwnCSVField.recognisable.allSatisfy { header.contains($0.rawValue) }
  }

  /// What a row holds: the book, and the cells that could not be read.
  package struct Row {
    package var record: BookRecord
    package var unreadable: [(field: OwnCSVField, cell: String)] = []
  }

  /// Reads one row; nil where it has neither a title nor the identity of a book that the store may know.
  package func row(_ cells: [String]) -> Row? {
    var row = Row(record: BookRecord(book: Book(uuid: UUID(), title: nil)))
    let isMarked = markedColumn.map { cells.indices.contains($0) && cells[$0] == OwnCSV.markedCell } ?? false
    var hasIdentity = false
    for (field, index) in columns where index < cells.count && !cells[index].isEmpty {
      var cell = cells[index]
      if isMarked, field.isText, cell.utf8.first == UInt8(ascii: "'") {
        // Not the first Character, which a combining mark behind the apostrophe would belong to.
        cell = String(decoding: cell.utf8.dropFirst(), as: UTF8.self)
      }
      if row.record.set(field, from: cell) {
        hasIdentity = hasIdentity || field == .uuid
      } else {
        row.unreadable.append((field, cell))
      }
    }
    guard hasIdentity || row.record.book.title != nil else { return nil }
    keepOtherColumns(of: cells, in: &row.record)
    return row
  }

  private func keepOtherColumns(of cells: [String], in record: inout BookRecord) {
    for (name, index) in otherColumns where index < cells.count && !cells[index].isEmpty {
      let column = OtherColumns.Column(name: name, text: cells[index])
      guard let place = record.services.firstIndex(where: { $0.service == OwnCSVFormat.service }) else {
        record.services.append(
          ServiceRecord(service: OwnCSVFormat.service, serviceID: nil, other: OtherColumns([column])))
        continue
      }
      if let known = record.services[place].other.columns.firstIndex(where: { $0.name == name }) {
        record.services[place].other.columns[known] = column
      } else {
        record.services[place].other.columns.append(column)
      }
    }
  }

  /// Bookstall itself, as the source of columns that were added to its file by hand.
  package static let service = "bookstall"
}
