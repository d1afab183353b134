import Bookstall
import Glibc
import TestSupport

/// The built command as a whole process against the `sqlite3` shell.
struct CommandBenchmarks {
  let folder: String

  func runShow() throws {
    let command = try BuiltCommand.released()
    let path = try makeStore(books: 10_000, name: "show.db")
    let select = "select * from book where id = 5000"
    let comparison = try compare(
      "bookstall show, 10,000 books", with: "sqlite3 FILE 'select …'", limit: 3.0, runs: 101,
      product: { try ChildProcess.run(command, ["--db", path, "show", "5000"]).expectSuccess() },
      raw: { try ChildProcess.run("/usr/bin/sqlite3", [path, select]).expectSuccess() })
    print(comparison.row)
  }

  func runExport() throws {
    let command = try BuiltCommand.released()
    let path = try makeStore(books: Main.count, name: "export.db")
    let output = folder + "/export.csv"
    let rawOutput = folder + "/raw.csv"
    var peak = 0
    let comparison = try compare(
      "bookstall export, all fields", with: "sqlite3 -csv, same columns", limit: 0.5, runs: 5,
      product: {
        let child = try ChildProcess.run(command, ["--db", path, "export", output, "--force"])
        try child.expectSuccess()
        peak = max(peak, child.peakMemory)
      },
      raw: {
        try ChildProcess.run(
          "/usr/bin/sqlite3", ["-csv", "-header", path, CommandBenchmarks.columns], into: rawOutput
        )
        .expectSuccess()
      })
    print(comparison.row)
    let limit = 64
    print(
      "  peak memory of the export: \(peak >> 20) MiB (limit \(limit))  \(peak >> 20 < limit ? "ok" : "OVER")"
    )
  }

  /// The columns of the lossless CSV, put together by SQLite itself.
  static let columns = """
    SELECT title, author,
      (SELECT group_concat(name, '; ') FROM book_contributor c WHERE c.book_id = b.id AND role IS NULL),
      (SELECT json_group_array(json_object('name', name, 'number', number)) FROM book_series s WHERE s.book_id = b.id),
      genre, rating, status, review,
      (SELECT json_group_array(json_object('started', started, 'finished', finished, 'stopped', stopped))
        FROM book_read r WHERE r.book_id = b.id),
      read_count, date_added,
      (SELECT group_concat(name, '; ') FROM book_tag t WHERE t.book_id = b.id),
      isbn13, publisher, year, original_year, pages,
      (SELECT json_group_array(json_object('name', name, 'role', role))
        FROM book_contributor c WHERE c.book_id = b.id AND role IS NOT NULL),
      private_notes, id, uuid,
      (SELECT json_group_array(json_object('service', service, 'id', service_id, 'other', json(other)))
        FROM book_service v WHERE v.book_id = b.id)
    FROM book b ORDER BY id
    """

  private func makeStore(books: Int, name: String) throws -> String {
    let path = folder + "/" + name
    let store = try BookStore(at: path)
    var samples = SampleBooks()
    try store.addAll((1...books).lazy.map { samples.record($0) })
    return path
  }
}
