internal import CSV
internal import FoundationEssentials
internal import Persistence

/// One import under way: rows in, books into the store, everything accounted for.
final class BookImport {
  let container: PersistentContainer
  private let policy: ImportPolicy
  private let choices: ImportChoices
  /// Who wants to hear of each row.
  private let plan: ((PlannedRow) throws -> Void)?
  /// Made for the first row that no book is known to hold.
  private var index: MatchIndex?
  var report: ImportReport
  /// New books that are not written yet, and the line of each.
  private var pending: [BookRecord] = []
  /// The numbers of the new books that are written, in order.
  private var written = KeyRuns()
  /// The line on which each new book stood; a number of 32 bits, since there may be millions.
  private var lines: [UInt32] = []
  /// Rows that a book holds from now on, and are not written yet.
  private var held: [(book: Int64, digest: UInt64)] = []
  /// The books that a row of our own format has named by their identity.
  private var claimed: Set<Int64> = []
  /// The books that rows have overwritten.
  private var overwritten: Set<Int64> = []
  private var recent = RecentBooks()
  private var numbering: BookNumbering
  private var shownOnce: Set<String> = []
  /// Called with records that are written, to free their memory.
  var giveUp: (consuming [BookRecord]) -> Void = { _ in }
  /// Later days are doubted.
  private let today = DateDoubts.today

  /// As many books as are written at once, a whole number of the store's statements of many rows.
  private static let batch = 1024

  init(
    container: PersistentContainer, _ options: ImportOptions, report: ImportReport,
    plan: ((PlannedRow) throws -> Void)? = nil
  ) throws {
    self.container = container
    policy = options.policy
    choices = options.choices
    self.report = report
    self.plan = plan
    numbering = BookNumbering(largestKnown: try container.largestKey(of: Book.self))
  }

  /// The rows that need not be read, since they would change nothing and give nothing to tell.
  func knownRows() throws -> KnownRows {
    // Whoever wants to hear of each row wants its title, too.
    policy == .overwrite || plan != nil ? KnownRows() : try KnownRows(container)
  }

  /// Takes one row, and its memory with it: a copy of a record would count up a reference for each of its texts.
  func take(_ row: consuming SourceRow, genreIsDerived: Bool) throws {
    report.rows += 1
    switch consume row {
    case .read(let record, let outcome, let keys):
      try take(record, outcome, keys, genreIsDerived: genreIsDerived)
    case .known(let book):
      claimed.insert(book)
      report.unchanged += 1
    }
  }

  private func take(
    _ record: CSVRecord, _ outcome: consuming RowOutcome, _ keys: RowKeys, genreIsDerived: Bool
  ) throws {
    switch consume outcome {
    case .book(let book, let warnings):
      try take(book, warnings, keys, at: record, genreIsDerived: genreIsDerived)
    case .refused(let problem, let warnings):
      for warning in warnings { warn(.row(warning), at: record, title: nil) }
      try refuse(record, for: problem, title: problem.title)
    case .skipped(let problem):
      report.skipped.append(note(problem, at: record, title: problem.title))
      try tell(.skipped(problem), at: record, title: problem.title)
    }
  }

  private func take(
    _ book: consuming BookRecord, _ warnings: [ImportWarning], _ keys: RowKeys, at row: CSVRecord,
    genreIsDerived: Bool
  ) throws {
    for warning in warnings { warn(.row(warning), at: row, title: book.book.title) }
    var doubts: [ImportWarning] = []
    if let today { doubts = DateDoubts.warnings(for: book, today: today) }
    for doubt in doubts { warn(.row(doubt), at: row, title: book.book.title) }
    for problem in row.problems { warn(.csv(problem), at: row, title: book.book.title) }
    let isPlain = warnings.isEmpty && doubts.isEmpty && row.problems.isEmpty
    let matchKeys: MatchKeys
    if let known = keys.book { matchKeys = known } else { matchKeys = MatchKeys(book) }
    let holder: Int64?
    switch try place(book, matchKeys, at: row, genreIsDerived: genreIsDerived) {
    case .here(let reference): holder = reference
    case .new(let clashes):
      // A part of an export without titles is about books that are here; it makes none.
      if book.book.title == nil, !report.columns.isEmpty,
        !report.columns.contains(where: { OwnCSVField(header: $0) == .title })
      {
        return try refuse(row, for: .noTitle, title: nil)
      }
      if plan != nil { try tell(.added, at: row, title: book.book.title) }
      let reference = try add(book, matchKeys, keys.newIdentity, at: row)
      holder = clashes ? nil : reference
    }
    if isPlain, let holder, let digest = keys.digest { held.append((holder, digest)) }
    if pending.count >= BookImport.batch || held.count >= 2 * BookImport.batch { try flush() }
  }

  private func refuse(_ record: CSVRecord, for problem: RowProblem, title: String?) throws {
    report.refused.append(note(problem, at: record, title: title))
    try report.refusedRows.append(record, problem)
    try tell(.refused(problem), at: record, title: title)
  }

  /// Writes what is still waiting.
  func finish() throws {
    try flush()
    try noteLikenesses()
  }

  /// All books for a look at likenesses, where there is a new one; they are given up with that.
  func takeLikenesses() -> LikenessList? {
    guard report.added > 0, let list = index?.likenesses else { return nil }
    index = nil
    return list
  }

  /// The line on which a new book stood.
  func line(of reference: Int64) -> Int { Int(lines[Int(-reference - 1)]) }

  /// A book of the store, or one of this import that is written.
  func written(_ reference: Int64) throws -> BookRecord? {
    guard let book = try container.value(ManagedID<Book>(storedID(reference))) else { return nil }
    return try RecordReading(container: container).records(of: [book]).first
  }

  /// Where a row belongs.
  private enum Place {
    /// To a book that is here; the book where it says all that the row says, so that the row need not be read again.
    case here(holder: Int64?)
    /// To no book; `clashes` where another one has its ISBN.
    case new(clashes: Bool)
  }

  /// Finds the book that the row is, and brings it up to date.
  private func place(
    _ incoming: BookRecord, _ keys: MatchKeys, at row: CSVRecord, genreIsDerived: Bool
  ) throws -> Place {
    var clashes = false
    for reference in try numbered(incoming) + candidates(keys) {
      guard let existing = try record(reference) else { continue }
      switch BookMatching.verdict(existing, incoming) {
      case .different: continue
      case .isbnClash:
        warn(
          .isbnClash(isbn13: incoming.book.isbn13 ?? "", title: existing.book.title), at: row,
          title: incoming.book.title)
        clashes = true
      case .same(let evidence):
        if isAnother(existing, incoming, reference, evidence) { continue }
        if evidence == .identity { claimed.insert(reference) }
        let tellsAll = try merge(
          incoming, into: existing, reference, at: row, genreIsDerived: genreIsDerived)
        return .here(holder: tellsAll && !clashes ? reference : nil)
      }
    }
    return .new(clashes: clashes)
  }

  /// The book of the store with the row's number, where the row has no identity.
  private func numbered(_ incoming: BookRecord) -> [Int64] {
    let id = incoming.book.id
    return numbering.isKnown(id) && !incoming.book.hasIdentity ? [id] : []
  }

  private func candidates(_ keys: MatchKeys) throws -> [Int64] {
    if index == nil { index = try MatchIndex(container) }
    return index?.candidates(keys) ?? []
  }

  /// Whether a likeness doesn't count, because our own format says that these are two books.
  ///
  /// A reader may own two editions under one title, and a backup has to bring both back: rows with identities of their
  /// own never meet each other, and meet another book of the store by more than a title only.
  private func isAnother(
    _ existing: BookRecord, _ incoming: BookRecord, _ reference: Int64, _ evidence: MatchEvidence
  ) -> Bool {
    guard evidence != .identity else { return false }
    // Rows with numbers of their own, in a part of our format, are different books too.
    guard incoming.book.hasIdentity else {
      return reference < 0 && incoming.book.id > 0 && evidence == .titleAndAuthor
    }
    return reference < 0 || claimed.contains(reference) || evidence == .titleAndAuthor
  }

  private func add(
    _ record: consuming BookRecord, _ keys: MatchKeys, _ identity: UUID?, at row: CSVRecord
  ) throws -> Int64 {
    if !record.book.hasIdentity { record.book.uuid = identity ?? BookStore.newUUID() }
    if record.book.id > 0, !numbering.isOurs {
      // The books before were left to be numbered by the table.
      try flush()
      numbering.begin(after: written.largest)
    }
    record.book.id = numbering.number(for: record.book.id)
    pending.append(record)
    lines.append(UInt32(clamping: row.line))
    let reference = -Int64(lines.count)
    index?.insert(keys, reference)
    index?.noteLikeness(keys, reference)
    report.added += 1
    return reference
  }

  /// Rows of one file overwrite a book once; a second one that says otherwise would have them change it each time.
  private func policy(for reference: Int64) -> ImportPolicy {
    guard policy == .overwrite else { return policy }
    return reference < 0 || !overwritten.insert(reference).inserted ? .fill : .overwrite
  }

  /// Returns whether the book has changed and says from now on all that the row says.
  private func merge(
    _ incoming: BookRecord, into existing: BookRecord, _ reference: Int64, at row: CSVRecord,
    genreIsDerived: Bool
  ) throws -> Bool {
    let merged = BookMerging.merge(
      existing: existing, incoming: incoming, policy: policy(for: reference), genreIsDerived: genreIsDerived,
      takes: policy == .ask ? choices.taken(ofRecord: row.number) : nil)
    if merged.record == existing {
      report.unchanged += 1
    } else {
      try replace(reference, with: merged.record)
      index?.insert(MatchKeys(merged.record), reference)
      held.removeAll { $0.book == reference }
      report.merged += 1
    }
    let earlier = reference < 0 ? line(of: reference) : nil
    let title = incoming.book.title
    if let earlier { report.repeats.append(note(earlier, at: row, title: title)) }
    if !merged.conflicts.isEmpty { report.conflicts.append(note(merged.conflicts, at: row, title: title)) }
    let hasChanged = merged.record != existing
    try tell(
      hasChanged
        ? .merged(merged.changes, conflicts: merged.conflicts) : .unchanged(conflicts: merged.conflicts),
      at: row, title: title, earlierLine: earlier)
    // A row that brings nothing is not remembered either: such an import leaves the store as it is, to the byte.
    return (policy == .fill || policy == .ask) && hasChanged && merged.conflicts.isEmpty
  }

  /// The record behind a reference of the index.
  private func record(_ reference: Int64) throws -> BookRecord? {
    if let place = pendingPlace(reference) { return pending[place] }
    if let record = recent[reference] { return record }
    guard let record = try written(reference) else { return nil }
    recent.see(record, reference)
    return record
  }

  private func replace(_ reference: Int64, with record: BookRecord) throws {
    if let place = pendingPlace(reference) {
      pending[place] = record
      return
    }
    recent.change(record, reference)
    if recent.changedCount >= BookImport.batch { try writeChanges() }
  }

  private func writeChanges() throws {
    guard recent.changedCount > 0 else { return }
    let context = container.makeContext()
    let writing = RecordWriting(context: context)
    for record in recent.takeChanged() { try writing.update(record) }
    try context.save()
  }

  private func pendingPlace(_ reference: Int64) -> Int? {
    let place = Int(-reference - 1) - written.count
    return reference < 0 && place >= 0 ? place : nil
  }

  private func storedID(_ reference: Int64) -> Int64 {
    reference < 0 ? written[Int(-reference - 1)] : reference
  }

  private func flush() throws {
    try writeChanges()
    if !pending.isEmpty {
      for id in try RecordBatch.insert(pending, into: container) { written.append(id) }
      let records = pending
      pending = []
      pending.reserveCapacity(BookImport.batch)
      giveUp(consume records)
    }
    if !held.isEmpty {
      try container.insert(BookSource.self, count: held.count) { [held] place, row in
        try BookSource(bookID: storedID(held[place].book), digest: held[place].digest).encode(into: &row)
      }
      held.removeAll(keepingCapacity: true)
    }
  }

  private func warn(_ warning: ImportReport.Warning, at row: CSVRecord, title: String?) {
    if case .row(let warning) = warning, let key = warning.onceKey, !shownOnce.insert(key).inserted { return }
    report.warnings.append(note(warning, at: row, title: title))
  }

  private func tell(
    _ outcome: PlannedRow.Outcome, at row: CSVRecord, title: String?, earlierLine: Int? = nil
  ) throws {
    guard let plan else { return }
    try plan(
      PlannedRow(
        line: row.line, record: row.number, title: title, earlierLine: earlierLine, outcome: outcome))
  }

  private func note<Content>(_ content: Content, at row: CSVRecord, title: String?)
    -> ImportReport.Note<Content>
  {
    ImportReport.Note(line: row.line, record: row.number, title: title, content: content)
  }
}

extension RowProblem {
  /// The title that a row without a book has all the same.
  fileprivate var title: String? {
    switch self {
    case .notABook(_, let title), .deletedInSource(let title): title
    default: nil
    }
  }
}
