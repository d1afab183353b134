import Bookstall
import CSV
import Glibc
import TestSupport

/// Goodreads files in and out against Python's `csv` and the `sqlite3` shell.
struct InterchangeBenchmarks {
  let folder: String

  func run() throws {
    let path = folder + "/goodreads.csv"
    try GoodreadsSample.write(rows: Main.count, to: path)
    try reading(path)
    try importing(path)
    try peaks()
  }

  private func reading(_ path: String) throws {
    let script = "import csv, sys\nfor row in csv.reader(open(sys.argv[1], newline='')): pass"
    var records = 0
    let comparison = try compare(
      "records of CSVReader", with: "python3 csv.reader", limit: 0.5, runs: 5,
      product: { records = try InterchangeBenchmarks.countRecords(path) },
      raw: { try ChildProcess.run("/usr/bin/env", ["python3", "-c", script, path]).expectSuccess() })
    precondition(records == Main.count + 1, "a benchmark that reads something else measures nothing")
    print(comparison.row)
  }

  private static func countRecords(_ path: String) throws -> Int {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var reader = CSVReader(read: {
      [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
    })
    var records = 0
    while try reader.next() != nil { records += 1 }
    return records
  }

  private func importing(_ path: String) throws {
    let command = try BuiltCommand.released()
    let store = folder + "/store.db"
    let table = folder + "/table.db"
    func bareImport() throws {
      unlink(table)
      try ChildProcess.run("/usr/bin/sqlite3", [table, ".import --csv \(path) books"]).expectSuccess()
    }
    let first = try compare(
      "bookstall import", with: "sqlite3 .import", limit: 2.5, runs: 5,
      product: {
        unlink(store)
        try ChildProcess.run(command, ["--db", store, "import", path]).expectSuccess()
      }, raw: bareImport)
    print(first.row)
    let again = try compare(
      "bookstall import, again", with: "sqlite3 .import", limit: 1.0, runs: 5,
      product: { try ChildProcess.run(command, ["--db", store, "import", path]).expectSuccess() },
      raw: bareImport)
    print(again.row)
    try exporting(store, by: command)
  }

  /// The store that an import made, as a user has it: with the service's numbers, columns and shelves.
  private func exporting(_ store: String, by command: String) throws {
    let output = folder + "/export.csv"
    let rawOutput = folder + "/raw.csv"
    let comparison = try compare(
      "bookstall export of what was imported", with: "sqlite3 -csv, same columns", limit: 0.5, runs: 5,
      product: {
        try ChildProcess.run(command, ["--db", store, "export", output, "--force"]).expectSuccess()
      },
      raw: {
        let arguments = ["-csv", "-header", store, CommandBenchmarks.columns]
        try ChildProcess.run("/usr/bin/sqlite3", arguments, into: rawOutput).expectSuccess()
      })
    print(comparison.row)
    try expectBooks(Main.count, in: output)
  }

  private func expectBooks(_ count: Int, in path: String) throws {
    let records = try InterchangeBenchmarks.countRecords(path)
    precondition(records == count + 1, "a benchmark that writes something else measures nothing")
  }

  /// The memory that a million rows take at most.
  private func peaks() throws {
    let command = try BuiltCommand.released()
    let path = folder + "/million.csv"
    let store = folder + "/million.db"
    try GoodreadsSample.write(rows: 1_000_000, to: path)
    for (name, arguments) in [
      ("import", ["import", path]), ("import, again", ["import", path]),
      ("export", ["export", folder + "/million.out.csv", "--force"]),
    ] {
      let child = try ChildProcess.run(command, ["--db", store] + arguments)
      try child.expectSuccess()
      let peak = child.peakMemory >> 20
      print("  peak memory of \(name), 1,000,000 rows: \(peak) MiB (limit 96)  \(peak < 96 ? "ok" : "OVER")")
    }
  }
}

/// A library as Goodreads exports it, the same in every run.
enum GoodreadsSample {
  private static let header =
    "Book Id,Title,Author,Author l-f,Additional Authors,ISBN,ISBN13,My Rating,Average Rating,Publisher,Binding,"
    + "Number of Pages,Year Published,Original Publication Year,Date Read,Date Added,Bookshelves,"
    + "Bookshelves with positions,Exclusive Shelf,My Review,Spoiler,Private Notes,Read Count,Owned Copies\n"

  static func write(rows: Int, to path: String) throws {
    guard let file = fopen(path, "w") else { throw TestFailure("can't write \(path)") }
    defer { fclose(file) }
    var samples = SampleBooks()
    fputs(header, file)
    for number in 1...rows {
      let book = samples.book(number)
      let isRead = book.status == .read
      let day = (book.dateAdded?.text ?? "").map { $0 == "-" ? "/" : String($0) }.joined()
      let review = book.review.map { "\"\($0)<br/><br/>She said \"\"no\"\" & <i>left</i>.\"" } ?? ""
      let author = book.author ?? ""
      let cells = [
        "\(70_000_000 + number)", book.title ?? "", author, author, "", "\"=\"\"\"\"\"", "\"=\"\"\"\"\"",
        "\(number % 6)", "3.91", book.publisher ?? "", "Paperback", "\(book.pages ?? 0)", "\(book.year ?? 0)",
        "\(book.originalYear ?? 0)", isRead ? day : "", day, isRead ? "gothic" : "to-read",
        isRead ? "gothic (#\(number % 99))" : "to-read (#1)", isRead ? "read" : "to-read", review, "", "",
        isRead ? "1" : "0", "0",
      ]
      fputs(cells.joined(separator: ",") + "\n", file)
    }
  }
}
