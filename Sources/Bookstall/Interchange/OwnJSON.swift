internal import CSV
internal import FoundationEssentials

/// Reads Bookstall's own JSON back: an array of books as `export --format json` writes it, or one book a line.
///
/// Texts are taken exactly as they stand. A value that can't be read costs that value alone, and its JSON is kept
/// with the members that Bookstall doesn't know.
struct OwnJSON: RowSource {
  static let service = OwnCSVFormat.service
  var service: String { Self.service }
  let derivesGenre = false
  var decoding: TextDecodingReport? { text.report }
  private let text: DecodedText
  private var elements: JSONElements
  private var first: JSONElements.Element?
  private var number = 0
  private var hasToldOfEnd = false

  /// Reads up to the first book.
  ///
  /// Throws `ImportError.json` where that is none of ours; the user may say that it is, though it has no identities.
  init(_ text: DecodedText, isNamed: Bool) throws {
    self.text = text
    elements = JSONElements(read: text.nextChunk)
    first = try elements.next()
    guard let first else { throw ImportError.emptyArray }
    let value = try? JSON(bytes: first.bytes)
    guard isNamed || value?["uuid"] != nil && value?["title"] != nil else { throw ImportError.json }
  }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? {
    let element: JSONElements.Element
    if let first {
      element = first
      self.first = nil
    } else if let next = try elements.next() {
      element = next
    } else {
      return missingEnd()
    }
    number += 1
    if element.isBehindArray { return (OwnJSON.row(element, number), .refused(.behindList, [])) }
    if element.isCut { hasToldOfEnd = true }
    let row = CSVRecord(line: element.line, number: number, fields: [])
    let outcome = OwnJSON.outcome(of: element.bytes, isCut: element.isCut)
    if case .refused = outcome { return (OwnJSON.row(element, number), outcome) }
    return (row, outcome)
  }

  /// A row of its own for what is missing where the file was cut between two books, once.
  private mutating func missingEnd() -> (row: CSVRecord, outcome: RowOutcome)? {
    guard elements.isUnclosed, !hasToldOfEnd else { return nil }
    hasToldOfEnd = true
    number += 1
    return (CSVRecord(line: elements.line, number: number, fields: []), .refused(.cutShort, []))
  }

  /// The place of an element with its text, for a row that is refused.
  private static func row(_ element: JSONElements.Element, _ number: Int) -> CSVRecord {
    CSVRecord(line: element.line, number: number, fields: [String(decoding: element.bytes, as: UTF8.self)])
  }

  /// Reads one book.
  static func outcome(of bytes: [UInt8], isCut: Bool = false) -> RowOutcome {
    guard let value = try? JSON(bytes: bytes), case .object(var members) = value else {
      return .refused(isCut ? .cutShort : .damaged, [])
    }
    var record = BookRecord(book: Book(uuid: Book.unassignedUUID, title: nil))
    var warnings: [ImportWarning] = []
    for place in members.indices where members[place].value.hasNULs {
      warnings.append(.removedNUL(column: members[place].name))
      members[place].value = members[place].value.withoutNULs
    }
    var kept: [OtherColumns.Column] = []
    var lacksReads = false
    var other: JSON?
    for member in members where member.value != .null {
      if member.name == "other" {
        other = member.value
      } else if let field = OwnCSVField(rawValue: member.name) {
        let cell = text(of: member.value)
        let isRead = cell.isEmpty || record.set(field, from: member.value, cell)
        if isRead { continue }
        if field == .reads { lacksReads = true }
        warnings.append(field.warning(of: cell))
        kept.append(OtherColumns.Column(name: member.name, text: cell))
      } else if !derived.contains(member.name) {
        kept.append(OtherColumns.Column(name: member.name, text: text(of: member.value)))
      }
    }
    if lacksReads {
      func day(_ name: String) -> Day? { members.first { $0.name == name }?.value.text.flatMap { Day($0) } }
      record.takeLastRead(started: day("dateStarted"), finished: day("dateFinished"))
    }
    guard record.book.title != nil || record.book.hasIdentity else { return .refused(.noTitle, warnings) }
    if let other, !record.setOther(other) {
      kept.append(OtherColumns.Column(name: "other", text: text(of: other)))
    }
    record.keep(kept)
    return .book(record, warnings)
  }

  /// What the export says twice, for those who read it.
  private static let derived: Set<String> = ["dateStarted", "dateFinished", "sourceId"]

  /// A string as it is, any other value as its JSON.
  private static func text(of value: JSON) -> String {
    if let text = value.text { return text }
    var bytes: [UInt8] = []
    JSONWriter.append(value, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension BookRecord {
  /// Takes a value, with the text that a table would have for it; false where it is not of the field's kind.
  fileprivate mutating func set(_ field: OwnCSVField, from value: JSON, _ cell: String) -> Bool {
    switch (field, value) {
    case (.additionalAuthors, .array(let elements)):
      additionalAuthors = elements.compactMap(\.text)
      return additionalAuthors.count == elements.count
    case (.tags, .array(let elements)):
      tags = elements.compactMap(\.text)
      return tags.count == elements.count
    case (.rating, .number), (.pages, .number), (.year, .number), (.originalYear, .number),
      (.readCount, .number),
      (.id, .number), (.isbn13, .number), (.title, .number), (.contributors, .array), (.series, .array),
      (.reads, .array),
      (.services, .array),
      (_, .string):
      return set(field, from: cell)
    default:
      return false
    }
  }

  /// Takes the services' other columns, by the names of the services; a second record of one is called `name 2`.
  fileprivate mutating func setOther(_ value: JSON) -> Bool {
    guard case .object(let members) = value else { return false }
    var rest = members
    for index in services.indices {
      let earlier = services[..<index].count { $0.service == services[index].service }
      let name = BookJSON.name(of: services[index], after: earlier)
      guard let place = rest.firstIndex(where: { $0.name == name }),
        let columns = try? OtherColumns(rest[place].value)
      else { continue }
      services[index].other = columns
      rest.remove(at: place)
    }
    return rest.isEmpty
  }
}
