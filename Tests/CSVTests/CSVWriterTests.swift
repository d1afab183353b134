import Testing

@testable import CSV

private func written(_ fields: [String], by writer: CSVWriter = CSVWriter()) -> String {
  var output: [UInt8] = []
  writer.write(fields, into: &output)
  return String(decoding: output, as: UTF8.self)
}

@Suite struct CSVWriterTests {
  @Test(arguments: [
    (["a", "b"], "a,b\r\n"),
    (["a,b", "c;d"], "\"a,b\",c;d\r\n"),
    (["say \"yes\""], "\"say \"\"yes\"\"\"\r\n"),
    (["\""], "\"\"\"\"\r\n"),
    (["two\nlines", "two\rlines", "two\r\nlines"], "\"two\nlines\",\"two\rlines\",\"two\r\nlines\"\r\n"),
    ([""], "\"\"\r\n"),
    ([], "\"\"\r\n"),
    (["", ""], ",\r\n"),
    ([" padded "], " padded \r\n"),
    (["=1+1", "'Tis", "-3"], "=1+1,'Tis,-3\r\n"),
    (["sep=;"], "\"sep=;\"\r\n"),
    (["sep=;;"], "sep=;;\r\n"),
    (["\u{FEFF}Title"], "\"\u{FEFF}Title\"\r\n"),
    (["naïve café", "日本語", "📚"], "naïve café,日本語,📚\r\n"),
  ])
  func `a cell is quoted when it has to be`(fields: [String], text: String) {
    #expect(written(fields) == text)
  }

  @Test func `the dialect's delimiter asks for quotes and a foreign one does not`() {
    #expect(written(["a;b", "c,d"], by: CSVWriter(dialect: .semicolon)) == "\"a;b\";c,d\r\n")
    #expect(written(["a\tb", "c,d"], by: CSVWriter(dialect: .tab)) == "\"a\tb\"\tc,d\r\n")
  }

  @Test func `all cells are quoted on request`() {
    let writer = CSVWriter(lineEnd: .lf, quoting: .all)
    #expect(written(["a", "", "b\"c"], by: writer) == "\"a\",\"\",\"b\"\"c\"\n")
    #expect(written([""], by: writer) == "\"\"\n")
    #expect(written([], by: writer) == "\"\"\n")
  }

  @Test func `without quoting the bytes that would tear the table become spaces`() {
    let writer = CSVWriter(dialect: .plainTab, lineEnd: .lf)
    #expect(written(["5'10\"", "a\tb\r\nc", "d,e"], by: writer) == "5'10\"\ta b  c\td,e\n")
  }

  @Test func `cell by cell gives the same bytes as a whole record`() {
    let records = [["a", "b,c", ""], [""], ["", ""], ["x\"y"]]
    var writer = CSVWriter()
    var byCell: [UInt8] = []
    var byRecord: [UInt8] = []
    for record in records {
      for (index, field) in record.enumerated() {
        if index.isMultiple(of: 2) {
          writer.append(field, into: &byCell)
        } else {
          writer.append(utf8: Array(field.utf8), into: &byCell)
        }
      }
      writer.endRecord(into: &byCell)
      writer.write(record, into: &byRecord)
    }
    #expect(byCell == byRecord)
    #expect(String(decoding: byCell, as: UTF8.self) == "a,\"b,c\",\r\n\"\"\r\n,\r\n\"x\"\"y\"\r\n")
  }

  @Test(arguments: [",", "\"", "\n", "\r"])
  func `a cell is quoted wherever the byte stands that asks for it`(special: String) throws {
    let writer = CSVWriter(lineEnd: .lf)
    for place in 0..<40 {
      let text = String(repeating: "a", count: place) + special + String(repeating: "b", count: 39 - place)
      var bytes: [UInt8] = []
      writer.write([text, "x"], into: &bytes)
      let quoted = text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      #expect(String(decoding: bytes, as: UTF8.self) == "\"\(quoted)\",x\n")
    }
  }
}
