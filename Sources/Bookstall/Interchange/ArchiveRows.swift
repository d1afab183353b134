internal import Archives
internal import CSV

/// The rows of the file in an archive that holds the books.
///
/// Every file is judged by its content; names only decide between files that would all do.
struct ArchiveRows: RowSource {
  private var rows: any RowSource
  let archiveEntry: String?
  let otherEntries: [String]

  var service: String { rows.service }
  var derivesGenre: Bool { rows.derivesGenre }
  var columns: [String] { rows.columns }
  var isTable: Bool { rows.isTable }
  var dialect: CSVDialect { rows.dialect }
  var dateOrder: DateReading.Decision? { rows.dateOrder }
  var unusedColumns: [String] { rows.unusedColumns }
  var headerLine: Int { rows.headerLine }
  var decoding: TextDecodingReport? { rows.decoding }

  mutating func next() throws -> (row: CSVRecord, outcome: RowOutcome)? { try rows.next() }
  mutating func next(unless known: KnownRows) throws -> SourceRow? { try rows.next(unless: known) }

  /// The longest archive, and the most that one file of it may unfold to in memory.
  static let limit = 256 << 20
  /// The most that all looks at the files may unfold to.
  private static let searchLimit = 512 << 20
  /// The most that one file may unfold to on its way into the store, which is far more than any reader's books are.
  private static let entryLimit = 4096 << 20
  /// A large file that has shrunk to less than one byte in so many is made of nothing but repetitions.
  private static let largestRatio = 200

  /// Reads a source to its end.
  static func allBytes(_ first: [UInt8], _ read: () throws -> [UInt8]) throws -> [UInt8] {
    var bytes = first
    while true {
      guard bytes.count <= limit else { throw ImportError.archiveTooLarge(limit: limit) }
      let chunk = try read()
      if chunk.isEmpty { return bytes }
      bytes += chunk
    }
  }

  /// Finds the file that holds the books.
  static func open(_ bytes: [UInt8], _ options: ImportOptions) throws -> any RowSource {
    var search = ArchiveSearch(options: options)
    try search.look(into: bytes, path: "", depth: 0)
    let found = search.found.sorted { ($0.rank, $0.order) < ($1.rank, $1.order) }
    guard let best = found.first else { throw search.failure }
    return ArchiveRows(rows: best.rows, archiveEntry: best.name, otherEntries: found.dropFirst().map(\.name))
  }

  /// One look into an archive, and into those within it.
  private struct ArchiveSearch {
    let options: ImportOptions
    private(set) var found: [(name: String, rank: Int, order: Int, rows: any RowSource)] = []
    private var names: [String] = []
    private var failures: [ImportError] = []
    private var unfolded = 0

    init(options: ImportOptions) {
      self.options = options
    }

    /// Why nothing was found: the reason nearest to a table of books.
    var failure: ImportError {
      func rank(_ error: ImportError) -> Int {
        switch error {
        case .missingColumn, .notOfFormat: 0
        case .lockedArchive, .damagedArchive, .damagedBackup, .unknownPacking, .recordTooLong: 1
        case .unknownTable: 2
        case .privacyArchive: 0
        case .json: 3
        default: 4
        }
      }
      if names.contains(where: ArchiveSearch.workbookParts.contains) { return .workbook }
      if names.contains(where: { $0 == "review.json" || $0.hasSuffix("/review.json") }) {
        return .privacyArchive(service: Goodreads.service)
      }
      let nearest = failures.min { rank($0) < rank($1) }
      return nearest.flatMap { rank($0) < 4 ? $0 : nil } ?? .nothingInArchive(names: Array(names.prefix(10)))
    }

    /// Files by which the archives of spreadsheets are known.
    private static let workbookParts: Set<String> = [
      "xl/workbook.xml", "content.xml", "Index/Document.iwa", "Index/Tables/DataList.iwa",
    ]

    private static let tables = [".csv", ".tsv", ".tab"]

    mutating func look(into bytes: [UInt8], path: String, depth: Int) throws {
      let archive = try ArchiveSearch.archive(bytes)
      let all = Set(archive.entries.map(\.name))
      for entry in archive.entries {
        let base = entry.name.split(separator: "/").last ?? ""
        if entry.name.hasPrefix("__MACOSX/") || base.hasPrefix(".") || entry.size == 0 { continue }
        // Notion gives the view at hand and all rows; the latter are what the reader wants to keep.
        if base.hasSuffix(".csv"), all.contains(entry.name.dropLast(4) + "_all.csv") { continue }
        names.append(path + entry.name)
        do {
          try consider(entry, of: archive, path: path, depth: depth)
        } catch let error as ImportError {
          switch error {
          case .archiveTooLarge, .inflatedFile: throw error
          default: break
          }
          // Words in a note are no header; of a file that calls itself a table, they are told.
          if case .unknownTable = error, !ArchiveSearch.tables.contains(where: base.lowercased().hasSuffix) {
            continue
          }
          failures.append(error)
        } catch let error as ArchiveError {
          failures.append(ImportError(error))
        }
      }
    }

    /// The bytes of a file, with the import's own errors.
    private static func contents(of entry: ZipArchive.Entry, in archive: ZipArchive) throws(ImportError)
      -> () throws -> [UInt8]
    {
      do {
        let read = try archive.contents(of: entry)
        return {
          do { return try read() } catch let error as ArchiveError { throw ImportError(error) }
        }
      } catch {
        throw ImportError(error)
      }
    }

    private static func archive(_ bytes: [UInt8]) throws(ImportError) -> ZipArchive {
      do { return try ZipArchive(bytes) } catch { throw ImportError(error) }
    }

    private mutating func consider(
      _ entry: ZipArchive.Entry, of archive: ZipArchive, path: String, depth: Int
    )
      throws
    {
      guard entry.size <= ArchiveRows.entryLimit else {
        throw ImportError.archiveTooLarge(limit: ArchiveRows.entryLimit)
      }
      guard entry.size <= ArchiveRows.limit || entry.size / ArchiveRows.largestRatio <= entry.compressedSize
      else { throw ImportError.inflatedFile(name: path + entry.name, times: ArchiveRows.largestRatio) }
      // Many names may lead to the same bytes, so every look counts.
      try count(min(entry.size, 1 << 16))
      let beginning = try ArchiveSearch.contents(of: entry, in: archive)()
      let name = path + entry.name
      if ZipArchive.recognises(beginning) {
        guard depth == 0 else { return }
        return try look(into: try unfold(entry, of: archive), path: name + "/", depth: 1)
      }
      let rows: any RowSource
      if DatabaseFile.recognises(beginning) {
        if let format = options.format, format != BookmoryBackup.service {
          throw ImportError.notOfFormat(format: format, found: "an archive of a database")
        }
        rows = try BookmoryBackup(database: try unfold(entry, of: archive))
      } else {
        guard ArchiveSearch.mayBeText(beginning), OtherFile(startingWith: beginning) == nil else { return }
        try count(min(entry.size, 2 << 20))
        rows = try RowSources.openText(options, read: try ArchiveSearch.contents(of: entry, in: archive))
      }
      let isAnyTable = rows.service == GenericTable.service || rows.service == Notion.service
      found.append((name, isAnyTable ? 1 : 0, found.count, rows))
    }

    /// All bytes of a file that is needed whole.
    private mutating func unfold(_ entry: ZipArchive.Entry, of archive: ZipArchive) throws -> [UInt8] {
      guard entry.size <= ArchiveRows.limit else {
        throw ImportError.archiveTooLarge(limit: ArchiveRows.limit)
      }
      try count(entry.size)
      return try ArchiveRows.allBytes([], try ArchiveSearch.contents(of: entry, in: archive))
    }

    private mutating func count(_ bytes: Int) throws {
      unfolded += bytes
      guard unfolded <= ArchiveRows.searchLimit else {
        throw ImportError.archiveTooLarge(limit: ArchiveRows.searchLimit)
      }
    }

    /// Whether bytes are not plainly a picture or the like; text in UTF-16 has its mark.
    private static func mayBeText(_ bytes: [UInt8]) -> Bool {
      bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) || !bytes.prefix(1024).contains(0)
    }
  }
}

extension ImportError {
  /// What an archive's fault means for the import.
  fileprivate init(_ error: ArchiveError) {
    switch error {
    case .damaged: self = .damagedArchive
    case .locked(let name): self = .lockedArchive(name: name)
    case .unknownMethod(let name, let method): self = .unknownPacking(name: name, method: method)
    case .tooManyFiles(let limit): self = .archiveTooLarge(limit: limit)
    }
  }
}
