import Bookstall
import Presentation

/// What an import would do with each row, in words and as JSON.
struct ImportPlanWords {
  let layout: TextLayout
  let policy: ImportPolicy

  /// A line for the row and one for each field that changes or differs.
  func lines(of row: PlannedRow) -> [String] {
    let (verb, details) = words(of: row)
    let line = layout.padded(String(row.line), to: 5, alignment: .trailing)
    let title = row.title.map { SafeText.excerpt($0, cells: Self.cells, layout) } ?? ""
    var head = "line \(line)  " + (title.isEmpty ? verb : layout.padded(verb, to: 6) + "  " + title)
    if let earlier = row.earlierLine { head += "  (the book of line \(earlier))" }
    return [head] + details.map { "              " + $0 }
  }

  private func words(of row: PlannedRow) -> (verb: String, details: [String]) {
    switch row.outcome {
    case .added: ("add", [])
    case .merged(let changes, let conflicts): ("change", changes.map(text) + conflicts.map(text))
    case .unchanged(let conflicts): ("keep", conflicts.map(text))
    case .skipped(let problem): ("skip", [ImportWords.text(of: problem)])
    case .refused(let problem): ("refuse", [ImportWords.text(of: problem)])
    }
  }

  private func text(_ change: FieldChange) -> String {
    let arrow = layout.ellipsis == "..." ? "->" : "→"
    let (old, new) = ChangedText.excerpts(change.old ?? "", change.new, cells: Self.cells, layout)
    return "\(change.field.rawValue): \(change.old == nil ? "" : "\(old) \(arrow) ")\(new)"
  }

  private func text(_ conflict: FieldConflict) -> String {
    let (kept, other) = ChangedText.excerpts(
      conflict.kept, conflict.other, cells: Self.cells, layout)
    let end = policy == .ask ? "to be asked" : "stays; overwrite would take the file's"
    return "\(conflict.field.rawValue): \(kept) here, \(other) in the file; \(end)"
  }

  private static let cells = 40
}

// MARK: JSON

extension ImportPlanWords {
  /// The row as one JSON object.
  func json(of row: PlannedRow) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(literal: "{\"line\":", into: &bytes)
    JSONWriter.append(row.line, into: &bytes)
    append("title", row.title, into: &bytes)
    switch row.outcome {
    case .added: append("does", "add", into: &bytes)
    case .merged(let changes, let conflicts):
      append("does", "change", into: &bytes)
      append(changes, into: &bytes)
      append(conflicts, into: &bytes)
    case .unchanged(let conflicts):
      append("does", "keep", into: &bytes)
      append(conflicts, into: &bytes)
    case .skipped(let problem):
      append("does", "skip", into: &bytes)
      append("reason", ImportWords.text(of: problem), into: &bytes)
    case .refused(let problem):
      append("does", "refuse", into: &bytes)
      append("reason", ImportWords.text(of: problem), into: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
    return bytes
  }

  private func append(_ key: StaticString, _ text: String?, into bytes: inout [UInt8]) {
    begin(key, into: &bytes)
    JSONWriter.append(text, into: &bytes)
  }

  private func append(_ changes: [FieldChange], into bytes: inout [UInt8]) {
    appendFields("changes", changes, into: &bytes) { change, bytes in
      append("field", change.field.rawValue, into: &bytes)
      append("old", change.old, into: &bytes)
      append("new", change.new, into: &bytes)
    }
  }

  private func append(_ conflicts: [FieldConflict], into bytes: inout [UInt8]) {
    appendFields("conflicts", conflicts, into: &bytes) { conflict, bytes in
      append("field", conflict.field.rawValue, into: &bytes)
      append("here", conflict.kept, into: &bytes)
      append("file", conflict.other, into: &bytes)
    }
  }

  private func appendFields<Item>(
    _ key: StaticString, _ items: [Item], into bytes: inout [UInt8], _ body: (Item, inout [UInt8]) -> Void
  ) {
    begin(key, into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(items, into: &bytes) { item, bytes in
      var members: [UInt8] = []
      body(item, &members)
      bytes.append(UInt8(ascii: "{"))
      bytes += members.dropFirst()
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private func begin(_ key: StaticString, into bytes: inout [UInt8]) {
    JSONWriter.append(literal: ",\"", into: &bytes)
    JSONWriter.append(literal: key, into: &bytes)
    JSONWriter.append(literal: "\":", into: &bytes)
  }
}
