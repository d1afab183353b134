internal import Archives
internal import CSV
internal import FoundationEssentials
internal import Persistence

/// The rows of one file, whatever it is made of, each with what became of it.
protocol RowSource {
  /// The service that the file comes from.
  var service: String { get }
  /// Whether its genres are guesses from tags.
  var derivesGenre: Bool { get }
  /// The columns in the header; empty where there is none.
  var columns: [String] { get }
  /// Whether refused rows can be written under those columns to be mended.
  var isTable: Bool { get }
  /// How the dates of the file are read; nil where they leave no doubt.
  var dateOrder: DateReading.Decision? { get }
  /// Columns of a table of one's own that say nothing to Bookstall.
  var unusedColumns: [String] { get }
  /// How the cells are parted, which also tells how dates and numbers are meant.
  var dialect: CSVDialect { get }
  /// The line of the header.
  var headerLine: Int { get }
  /// What the bytes were taken for; nil where they are no text.
  var decoding: TextDecodingReport? { get }
  /// The file in the archive from which the rows come.
  var archiveEntry: String? { get }
  /// Further files of the archive that could be imported.
  var otherEntries: [String] { get }

  /// Rows that were read already and not taken yet.
  var rowsAhead: Int { get }

  /// The next row; nil after the last one.
  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)?

  /// The next row, without reading what a book of the store holds already; nil after the last one.
  mutating func next(unless known: KnownRows) throws -> SourceRow?
}

/// What finds a row again: its digest where it has one, the keys of its book where it is one.
struct RowKeys {
  var digest: UInt64?
  var book: MatchKeys?
  /// The identity that the book gets if it is new and has none.
  var newIdentity: UUID?
}

/// One row of a file on its way into the store.
enum SourceRow {
  /// What became of the row, and what finds it again.
  case read(CSVRecord, RowOutcome, RowKeys)
  /// A book of the store holds the row already.
  case known(book: Int64)
}

extension RowSource {
  var derivesGenre: Bool { true }
  var columns: [String] { [] }
  var isTable: Bool { !columns.isEmpty }
  var dateOrder: DateReading.Decision? { nil }
  var unusedColumns: [String] { [] }
  var dialect: CSVDialect { .comma }
  var rowsAhead: Int { 0 }
  var headerLine: Int { 1 }
  var archiveEntry: String? { nil }
  var otherEntries: [String] { [] }

  mutating func next(unless known: KnownRows) throws -> SourceRow? {
    try next().map { .read($0.row, $0.outcome, RowKeys()) }
  }
}

/// Opens a source by what it holds.
enum RowSources {
  /// The names that `ImportOptions.format` takes.
  static let formats =
    ImportTable.formats.map { $0.service } + [KindleClippings.service, BookmoryBackup.service]

  /// Recognises the source and reads up to its first row.
  ///
  /// The source is read once and never back. Throws `ImportError`.
  static func open(_ read: @escaping () throws -> [UInt8], _ options: ImportOptions) throws -> any RowSource {
    if let format = options.format, !formats.contains(format) {
      throw ImportError.unknownFormat(name: format, known: formats)
    }
    var first: [UInt8] = []
    while first.count < 512 {
      let chunk = try read()
      if chunk.isEmpty { break }
      first += chunk
    }
    if let kind = OtherFile(startingWith: first) { throw ImportError.otherFile(kind) }
    if ZipArchive.recognises(first) {
      return try ArchiveRows.open(try ArchiveRows.allBytes(first, read), options)
    }
    let isDatabase = DatabaseFile.recognises(first)
    if let format = options.format, isDatabase != (format == BookmoryBackup.service) {
      if isDatabase { throw ImportError.notOfFormat(format: format, found: "a database") }
      throw ImportError.notOfFormat(format: format, found: "no database and no archive of one")
    }
    if isDatabase {
      return try BookmoryBackup(database: try ArchiveRows.allBytes(first, read))
    }
    var ahead: [UInt8]? = first
    return try openText(options) {
      defer { ahead = nil }
      return try ahead ?? read()
    }
  }

  /// Recognises a text.
  static func openText(_ options: ImportOptions, read: @escaping () throws -> [UInt8]) throws -> any RowSource
  {
    if options.format == BookmoryBackup.service {
      throw ImportError.notOfFormat(format: BookmoryBackup.service, found: "a text")
    }
    let text = DecodedText(encoding: options.encoding, read: read)
    let beginning = try text.beginning()
    let isKindle = [nil, KindleClippings.service].contains(options.format)
    if RefusedTexts.recognises(beginning) { return try RefusedTexts(text) }
    if isKindle, KindleNotebook.recognises(beginning) { return try KindleNotebook(text) }
    let isClippings = KindleClippings.recognises(beginning)
    if isKindle, isClippings || options.format != nil { return try KindleClippings(text) }
    try ImportTable.refuseOtherFiles(beginning)
    let first = beginning.first { $0 > 0x20 }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
      if let format = options.format, format != OwnCSVFormat.service {
        throw ImportError.notOfFormat(format: format, found: "JSON")
      }
      return try OwnJSON(text, isNamed: options.format != nil)
    }
    if let format = options.format, isClippings {
      throw ImportError.notOfFormat(format: format, found: "the clippings of a Kindle")
    }
    return try TableRows(ImportTable(text, format: options.format, map: options.map), map: options.map)
  }
}

/// The rows of a table.
struct TableRows: RowSource {
  private var table: ImportTable
  private var format: any ServiceFormat
  private let digest: RowDigest
  private var identities = UUIDSequence()
  private let refused: RefusedTable?
  private var otherHeaders = OtherHeaders()

  /// Grows when rows come to be read in another way, so that those in stores are read once more.
  private static let wayOfReading = "6"

  /// Enough rows to tell `d/m` from `m/d`, few enough to wait in memory.
  private static let rowsToObserve = 2000

  /// Finds the columns and looks at the first rows.
  init(_ table: ImportTable, map: ColumnMap) throws {
    self.table = table
    do {
      format = try table.formatType.init(header: table.header, map: map)
    } catch .missingColumn(let name, let found) {
      // None of them becomes a book, so they are only counted.
      var rows = 0
      while case let read = try self.table.lookAhead(TableRows.rowsToObserve).count, read > 0 { rows += read }
      throw ImportError.missingColumn(name: name, found: found, rows: rows)
    }
    if table.hasSemicolons { format.expectDayFirst() }
    refused = RefusedTable(
      header: table.header, dialect: table.dialect, quotesTabbedCells: table.formatType.quotesTabbedCells)
    let dates = table.header.firstIndex(of: RefusedRows.datesColumn)
    for row in try self.table.lookAhead(TableRows.rowsToObserve) {
      if let refused {
        if case .success(let mended) = refused.mended(row) { format.observe(mended.fields) }
      } else {
        format.observe(row.fields)
      }
      guard let dates, dates < row.fields.count else { continue }
      if let order = DateReading.Decision(rawValue: row.fields[dates]) { format.expect(order) }
    }
    digest = RowDigest(
      context: [
        TableRows.wayOfReading, table.formatType.service, String(table.hasSemicolons), format.rowContext,
      ]
        + map.map { $0.key + "=" + $0.value.rawValue }.sorted() + table.header)
  }

  var service: String { table.formatType.service }
  var derivesGenre: Bool { table.formatType.derivesGenre }
  var rowsAhead: Int { table.rowsAhead }
  var columns: [String] { table.header }
  var dialect: CSVDialect { table.dialect }
  var dateOrder: DateReading.Decision? { format.dateOrder }
  var unusedColumns: [String] { format.unusedColumns }
  var headerLine: Int { table.headerLine }
  var decoding: TextDecodingReport? { table.decoding }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? {
    guard case .new(var row, _) = try table.next(digest, unless: KnownRows()) else { return nil }
    let outcome = outcome(&row)
    return (row, outcome)
  }

  /// Reads a row, which in a table of refused ones may stand in a cell of itself.
  private mutating func outcome(_ row: inout CSVRecord) -> RowOutcome {
    if repeatsHeader(row.fields) {
      otherHeaders.end()
      return .skipped(.repeatedHeader)
    }
    if let refused {
      switch refused.mended(row) {
      case .success(let mended): row = mended
      case .failure(let problem): return .refused(problem, [])
      }
    }
    if table.isCut(row) { return .refused(.cutShort, []) }
    if !row.problems.isEmpty, let fault = row.quoteFault(expectedCount: table.header.count) {
      return .refused(fault, [])
    }
    if let problem = otherHeaders.problem(of: row.fields) { return .refused(problem, []) }
    return format.read(row.fields)
  }

  private func repeatsHeader(_ fields: [String]) -> Bool {
    guard fields.count == table.header.count, fields.count > 1 else { return false }
    // Mostly the first cell tells, so that no more is compared.
    return fields[1] == table.header[1]
      && zip(fields, table.header).allSatisfy {
        $0 == $1 || TextNormalisation.line($0) == TextNormalisation.line($1)
      }
  }

  mutating func next(unless known: KnownRows) throws -> SourceRow? {
    switch try table.next(digest, unless: known) {
    case .known(let book): .known(book: book)
    case .new(let row, let digest): try source(row, digest)
    case nil: nil
    }
  }

  /// Does for a row all that does not need the store.
  private mutating func source(_ row: CSVRecord, _ digest: UInt64) throws -> SourceRow {
    var row = row
    let outcome = outcome(&row)
    guard case .book(var record, let warnings) = outcome else {
      return .read(row, outcome, RowKeys(digest: digest))
    }
    for index in record.services.indices { record.services[index].other.pack() }
    let keys = RowKeys(digest: digest, book: MatchKeys(record), newIdentity: identities.next())
    // Nobody asks for the cells of a sound row any more.
    let place =
      row.problems.isEmpty ? CSVRecord(line: row.line, number: row.number, fields: []) : row
    return .read(place, .book(record, warnings), keys)
  }
}
