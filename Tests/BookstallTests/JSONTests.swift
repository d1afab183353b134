import Bookstall
import Testing

struct JSONTests {
  private func written(_ text: String) -> String {
    var bytes: [UInt8] = []
    JSONWriter.append(text, into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func error(of text: String) -> JSONError? {
    do {
      _ = try JSON(text)
      return nil
    } catch {
      return error
    }
  }

  @Test func `every kind of value is read`() throws {
    let value = try JSON(#" { "a" : [ null , true, false, -0.5e+2, "x" ], "b":{} } "#)
    #expect(
      value
        == .object([
          .init(
            name: "a", value: .array([.null, .bool(true), .bool(false), .number("-0.5e+2"), .string("x")])),
          .init(name: "b", value: .object([])),
        ]))
    #expect(value["a"]?.elements?[3].number == -50)
    #expect(value["b"]?.elements == nil)
    #expect(try JSON("[]") == .array([]))
  }

  @Test func `members keep their order and their doubles`() throws {
    guard case .object(let members) = try JSON(#"{"z":1,"a":2,"z":3,"":4}"#) else {
      Issue.record("not an object")
      return
    }
    #expect(members.map(\.name) == ["z", "a", "z", ""])
    #expect(members.map(\.value.number) == [1, 2, 3, 4])
  }

  @Test func `numbers keep their digits`() throws {
    for digits in ["0", "-0", "10.250", "1e400", "123456789012345678901234567890", "4.25E-7"] {
      #expect(try JSON(digits) == .number(digits))
    }
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u0000\u2028""#, "\u{E9}\0\u{2028}"),
    (#""\ud83d\uDCDA!""#, "📚!"), (#""é📚""#, "é📚"), (#""""#, ""), (#""\u0065\u0301""#, "e\u{301}"),
  ])
  func `escapes are undone`(json: String, text: String) throws {
    let value = try #require(try JSON(json).text)
    #expect(Array(value.utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("", JSONError(.unexpectedEnd, at: 0)), ("  ", JSONError(.unexpectedEnd, at: 2)),
    ("{", JSONError(.unexpectedEnd, at: 1)), ("[1,", JSONError(.unexpectedEnd, at: 3)),
    ("[1,]", JSONError(.unexpectedByte, at: 3)), ("[1 2]", JSONError(.unexpectedByte, at: 3)),
    (#"{"a":1,}"#, JSONError(.unexpectedByte, at: 7)), (#"{a:1}"#, JSONError(.unexpectedByte, at: 1)),
    (#"{"a" 1}"#, JSONError(.unexpectedByte, at: 5)), ("[1}", JSONError(.unexpectedByte, at: 2)),
    ("nul", JSONError(.unexpectedEnd, at: 3)), ("nulL", JSONError(.unexpectedByte, at: 3)),
    ("01", JSONError(.textAfterValue, at: 1)), ("1.", JSONError(.invalidNumber, at: 2)),
    ("-", JSONError(.invalidNumber, at: 1)), ("1e", JSONError(.invalidNumber, at: 2)),
    (".5", JSONError(.unexpectedByte, at: 0)), ("+1", JSONError(.unexpectedByte, at: 0)),
    ("NaN", JSONError(.unexpectedByte, at: 0)), ("'a'", JSONError(.unexpectedByte, at: 0)),
    (#""a"#, JSONError(.unexpectedEnd, at: 2)), (#""a\"#, JSONError(.unexpectedEnd, at: 3)),
    (#""\x""#, JSONError(.invalidEscape, at: 1)), (#""\u12g4""#, JSONError(.invalidEscape, at: 1)),
    (#""\u12"#, JSONError(.unexpectedEnd, at: 5)), ("\"a\nb\"", JSONError(.controlCharacter, at: 2)),
    (#""\ud800""#, JSONError(.loneSurrogate, at: 1)), (#""\ud800\u0041""#, JSONError(.loneSurrogate, at: 1)),
    (#""\udc00""#, JSONError(.loneSurrogate, at: 1)), (#""\ud800x""#, JSONError(.loneSurrogate, at: 1)),
    ("1 x", JSONError(.textAfterValue, at: 2)), ("\u{FEFF}1", JSONError(.unexpectedByte, at: 0)),
  ])
  func `an error names the byte`(text: String, expected: JSONError) {
    #expect(error(of: text) == expected)
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: JSONError(.invalidUTF8, at: 2)) {
      try JSON(bytes: [0x5B, 0x22, 0x61, 0xE2, 0x82, 0x22, 0x5D])
    }
  }

  @Test func `depth is limited, not by the stack`() throws {
    let nested = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    _ = try JSON(nested)
    #expect(error(of: "[" + nested + "]") == JSONError(.tooDeep, at: 128))
    #expect(error(of: String(repeating: #"{"a":"#, count: 1_000_000)) == JSONError(.tooDeep, at: 640))
  }

  @Test(arguments: [
    ("plain é 📚", #""plain é 📚""#), ("\"\\/", #""\"\\/""#), ("\n\r\t\r\n", #""\n\r\t\r\n""#),
    ("\0\u{1B}[2J\u{7F}", #""\u0000\u001b[2J\u007f""#),
    ("\u{9B}\u{85}\u{80}\u{A0}", "\"\\u009b\\u0085\\u0080\u{A0}\""),
    ("\u{2028}\u{2029}\u{202E}\u{2027}", "\"\\u2028\\u2029\\u202e\u{2027}\""),
    ("\u{200D}\u{200E}\u{2066}\u{61C}\u{61B}", "\"\u{200D}\\u200e\\u2066\\u061c\u{61B}\""),
    ("\u{FEFF}\u{FFFD}\u{FEFE}", "\"\\ufeff\u{FFFD}\u{FEFE}\""), ("", "\"\""),
  ])
  func `strings are written inert`(text: String, json: String) {
    #expect(Array(written(text).utf8) == Array(json.utf8))
  }

  @Test func `every scalar comes back`() throws {
    for start in stride(from: UInt32(0), to: 0x11_0000, by: 0x400) {
      let scalars = (start..<start + 0x400).compactMap(Unicode.Scalar.init)
      let text = String(String.UnicodeScalarView(scalars))
      let read = try #require(try JSON(written(text)).text)
      #expect(Array(read.utf8) == Array(text.utf8))
    }
  }

  @Test(arguments: [
    (4.25, "4.25"), (4.0, "4"), (0.25, "0.25"), (-0.5, "-0.5"), (1e21, "1e+21"), (0.1, "0.1"), (-3, "-3"),
    (.nan, "null"), (.infinity, "null"),
  ])
  func `numbers are written in the fewest digits`(number: Double, json: String) {
    var bytes: [UInt8] = []
    JSONWriter.append(number, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
  }

  @Test func `a value is written as it was read`() throws {
    let json = #"{"a":[null,true,false,-0.50,"\"é\u2028"],"a":{},"b":[]}"#
    var bytes: [UInt8] = []
    JSONWriter.append(try JSON(json), into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == json)
  }

  @Test func `nil is null`() {
    var bytes: [UInt8] = []
    JSONWriter.append(String?.none, into: &bytes)
    JSONWriter.append(Int?.none, into: &bytes)
    JSONWriter.append(Double?.none, into: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "nullnullnull")
  }

  @Test func `other columns keep order, doubles and bytes`() throws {
    let columns = OtherColumns([
      .init(name: "Zone", text: "a\r\nb"), .init(name: "Ä \"x\"", text: "\0\u{2028}"),
      .init(name: "Zone", text: ""), .init(name: "", text: "e\u{301}"),
    ])
    let json = try #require(columns.json)
    #expect(json == #"{"Zone":"a\r\nb","Ä \"x\"":"\u0000\u2028","Zone":"","":"é"}"#)
    let read = try OtherColumns(json: json)
    #expect(read == columns)
    #expect(read.columns.map { Array($0.text.utf8) } == columns.columns.map { Array($0.text.utf8) })
  }

  @Test(arguments: [
    "plain", "she said \"no\"", "back\\slash\\", "two\nlines\r\n\tand a tab", "\u{1}\u{7F}\u{85}",
    "日本\u{200E}語", "\\u0041",
    "é\u{301}", "",
  ])
  func `columns that were stored are written again as they were, unread or read`(text: String) throws {
    for padding in 0..<20 {
      let columns = OtherColumns([
        .init(name: "N\(String(repeating: "x", count: padding))", text: text), .init(name: text, text: "b"),
      ])
      let json = try #require(columns.json)
      let unread = try OtherColumns(json: json)
      #expect(unread.json == json)
      #expect(unread.columns == columns.columns)
      #expect(OtherColumns(unread.columns).json == json)
    }
  }

  @Test(arguments: [
    #"{"a":"\/"}"#, #"{"a":"\u0041"}"#, #"{"a":"\b"}"#, #"{"a": "b"}"#, "{\"a\":\"\u{2028}\"}",
  ])
  func `JSON in another form than ours is brought into ours`(json: String) throws {
    let columns = try OtherColumns(json: json)
    #expect(columns.json != json)
    #expect(try OtherColumns(json: columns.json) == columns)
  }

  @Test(arguments: [0, 1, 9, 10, 99, 100, 4_294_967_296, Int.max, -1, -10, Int.min])
  func `a whole number is written in its digits`(number: Int) {
    var bytes: [UInt8] = []
    JSONWriter.append(number, into: &bytes)
    #expect(bytes == Array(String(number).utf8))
  }

  @Test func `a string is escaped alike wherever the byte stands`() {
    for byte in UInt8(0)..<0x80 {
      let scalar = String(Unicode.Scalar(byte))
      var alone: [UInt8] = []
      JSONWriter.append(scalar, into: &alone)
      let inner = alone.dropFirst().dropLast()
      for place in 0..<40 {
        let before = String(repeating: "b", count: place)
        let after = String(repeating: "~", count: 39 - place)
        var bytes: [UInt8] = []
        JSONWriter.append(before + scalar + after, into: &bytes)
        #expect(bytes == Array("\"\(before)".utf8) + inner + Array("\(after)\"".utf8))
      }
    }
  }

  @Test func `no other columns are NULL`() throws {
    #expect(OtherColumns([]).json == nil)
    #expect(try OtherColumns(json: nil).isEmpty)
    #expect(try OtherColumns(json: "{}").isEmpty)
  }

  @Test func `other columns that another program stored become texts`() throws {
    let read = try OtherColumns(json: #"{"n":1.50,"t":true,"z":null,"l":[1, {"a" : "b"}]}"#)
    #expect(read.columns.map(\.text) == ["1.50", "true", "", #"[1,{"a":"b"}]"#])
  }

  @Test(arguments: ["", "[]", "\"a\"", "{", "{\"a\":}", "nonsense", "null"])
  func `other columns that are no object are an error`(json: String) {
    #expect(throws: JSONError.self) { try OtherColumns(json: json) }
  }
}
