import SQLite
import Testing

@Suite struct SQLTests {
  @Test func `an interpolated value is bound and never part of the text`() throws {
    let name = "'); DROP TABLE t; --"
    let sql: SQL = "SELECT \(name), \(5), \(Int64(6)), \(SQLValue.null)"
    #expect(sql.text == "SELECT ?, ?, ?, ?")
    #expect(sql.bindings == [.text(name), .integer(5), .integer(6), .null])
    let connection = try Connection(path: ":memory:", access: .memory)
    #expect(try connection.value(sql) == .text(name))
  }

  @Test(arguments: [
    ("plain", "\"plain\""), ("two words", "\"two words\""), ("a\"b", "\"a\"\"b\""), ("", "\"\""),
  ])
  func `an identifier is quoted`(_ name: String, _ quoted: String) {
    #expect(SQL.quoted(identifier: name) == quoted)
    #expect(SQL(stringInterpolation: interpolation(of: name)).text == quoted)
  }

  private func interpolation(of name: String) -> SQL.Interpolation {
    var interpolation = SQL.Interpolation(literalCapacity: 0, interpolationCount: 1)
    interpolation.appendInterpolation(identifier: name)
    return interpolation
  }

  @Test func `fragments keep their values in order when they are joined`() {
    let fragment: SQL = "b = \(2)"
    var sql: SQL = "a = \(1) AND \(fragment)"
    sql += " AND c = \(3)"
    #expect(
      sql == SQL(verbatim: "a = ? AND b = ? AND c = ?", bindings: [.integer(1), .integer(2), .integer(3)]))
  }
}
