import Testing

@testable import CSV

/// Every scalar is one byte of the same value.
private func raw(_ text: String) -> [UInt8] {
  text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
}

private func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.utf16.flatMap { unit in
    let pair = [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
    return isBigEndian ? pair.reversed() : pair
  }
}

private func utf32(_ text: String, isBigEndian: Bool) -> [UInt8] {
  text.unicodeScalars.flatMap { scalar in
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> ($0 * 8)) }
    return isBigEndian ? bytes.reversed() : bytes
  }
}

private func decoded(
  _ bytes: [UInt8], as encoding: TextEncoding? = nil, chunkSize: Int = .max >> 1
) throws -> (text: String, report: TextDecodingReport) {
  var decoder = TextDecoder(encoding: encoding, read: chunks(of: bytes, size: chunkSize))
  var output: [UInt8] = []
  while true {
    let chunk = try decoder.nextChunk()
    if chunk.isEmpty { break }
    #expect(String(validating: chunk, as: UTF8.self) != nil)
    output += chunk
  }
  return (String(decoding: output, as: UTF8.self), decoder.report)
}

private let sample = "Title,Author\r\nLes Misérables,“Hugo”\n日本語,📚\n"

/// Bytes, what they are and what they say.
struct EncodedSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  var text = sample
  let encoding: TextEncoding
  var basis = TextDecodingReport.Basis.byteOrderMark
  var replacedOn: [Int] = []
  var nulsOn: [Int] = []

  static let all = [
    EncodedSample(
      testDescription: "UTF-8", bytes: Array(sample.utf8), encoding: .utf8, basis: .guessed),
    EncodedSample(
      testDescription: "UTF-8 with a mark", bytes: [0xEF, 0xBB, 0xBF] + sample.utf8, encoding: .utf8),
    EncodedSample(
      testDescription: "UTF-16LE with a mark", bytes: [0xFF, 0xFE] + utf16(sample, isBigEndian: false),
      encoding: .utf16LittleEndian),
    EncodedSample(
      testDescription: "UTF-16BE with a mark", bytes: [0xFE, 0xFF] + utf16(sample, isBigEndian: true),
      encoding: .utf16BigEndian),
    EncodedSample(
      testDescription: "UTF-16LE without a mark", bytes: utf16(sample, isBigEndian: false),
      encoding: .utf16LittleEndian, basis: .guessed),
    EncodedSample(
      testDescription: "UTF-16BE without a mark", bytes: utf16(sample, isBigEndian: true),
      encoding: .utf16BigEndian, basis: .guessed),
    EncodedSample(
      testDescription: "UTF-32LE with a mark", bytes: [0xFF, 0xFE, 0, 0] + utf32(sample, isBigEndian: false),
      encoding: .utf32LittleEndian),
    EncodedSample(
      testDescription: "UTF-32BE with a mark", bytes: [0, 0, 0xFE, 0xFF] + utf32(sample, isBigEndian: true),
      encoding: .utf32BigEndian),
    EncodedSample(
      testDescription: "UTF-32LE without a mark", bytes: utf32(sample, isBigEndian: false),
      encoding: .utf32LittleEndian, basis: .guessed),
    EncodedSample(
      testDescription: "UTF-32BE without a mark", bytes: utf32(sample, isBigEndian: true),
      encoding: .utf32BigEndian, basis: .guessed),
    EncodedSample(
      testDescription: "Windows-1252 throughout",
      bytes: raw("Title\r\nMis\u{E9}rables\rIt\u{92}s \u{93}fine\u{94} \u{97} \u{80}5\u{85}\n"),
      text: "Title\r\nMisérables\rIt’s “fine” — €5…\n", encoding: .windows1252, basis: .guessed,
      replacedOn: [2, 3]),
    EncodedSample(
      testDescription: "bytes without a character", bytes: raw("a\n\u{81}\u{8D}\u{8F}\u{90}\u{9D}\n"),
      text: "a\n\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}\n", encoding: .windows1252, basis: .guessed,
      replacedOn: [2]),
    EncodedSample(
      testDescription: "UTF-8 with odd bytes",
      bytes: Array("Zoë\nAnaïs\n".utf8) + raw("Caf\u{E9} \u{96}\n\u{E9}"),
      text: "Zoë\nAnaïs\nCafé –\né", encoding: .utf8WithWindows1252, basis: .guessed, replacedOn: [3, 4]),
    EncodedSample(
      testDescription: "chance sequence in Windows-1252",
      bytes: raw("\u{93}Spa\u{DF}\u{94}\n" + String(repeating: "\u{FC}", count: 20)),
      text: "“Spaß”\n" + String(repeating: "ü", count: 20), encoding: .windows1252, basis: .guessed,
      replacedOn: [1, 2]),
    EncodedSample(
      testDescription: "NULs", bytes: raw("Title,Author\r\nSi\0las Marner,George Eliot\n\n\0\0x"),
      text: "Title,Author\r\nSilas Marner,George Eliot\n\nx", encoding: .utf8, basis: .guessed,
      nulsOn: [2, 4]),
    EncodedSample(
      testDescription: "a NUL in UTF-16", bytes: [0xFF, 0xFE] + utf16("a\nb\0c", isBigEndian: false),
      text: "a\nbc", encoding: .utf16LittleEndian, nulsOn: [2]),
    EncodedSample(
      testDescription: "lone surrogates and half a unit",
      bytes: [0xFF, 0xFE, 0x3D, 0xD8, 0x0A, 0, 0x00, 0xDC, 0x0A, 0, 0x61],
      text: "\u{FFFD}\n\u{FFFD}\n", encoding: .utf16LittleEndian, replacedOn: [1, 2, 3]),
    EncodedSample(
      testDescription: "UTF-32 beyond Unicode", bytes: [0, 0, 0xFE, 0xFF, 0, 0x11, 0, 0, 0, 0, 0, 0x61, 0],
      text: "\u{FFFD}a", encoding: .utf32BigEndian, replacedOn: [1]),
    EncodedSample(testDescription: "nothing", bytes: [], text: "", encoding: .utf8, basis: .guessed),
    EncodedSample(
      testDescription: "a mark alone", bytes: [0xEF, 0xBB, 0xBF], text: "", encoding: .utf8),
  ]
}

@Suite struct TextDecoderTests {
  @Test(arguments: EncodedSample.all)
  func `an encoding is recognised and read`(of sample: EncodedSample) throws {
    for size in [1, 2, 3, 5, 1_000] {
      let (text, report) = try decoded(sample.bytes, chunkSize: size)
      #expect(Array(text.utf8) == Array(sample.text.utf8))
      #expect(report.encoding == sample.encoding)
      #expect(report.basis == sample.basis)
      #expect(report.replaced.lines == sample.replacedOn)
      #expect(report.nuls.lines == sample.nulsOn)
    }
  }

  @Test(arguments: TextEncoding.allCases)
  func `a name is found again`(of encoding: TextEncoding) {
    #expect(TextEncoding(name: encoding.name) == encoding)
  }

  @Test func `names are forgiving up to a point`() {
    #expect(TextEncoding(name: "Latin-1") == .windows1252)
    #expect(TextEncoding(name: "ISO_8859-1") == .windows1252)
    #expect(TextEncoding(name: "utf 16 be") == .utf16BigEndian)
    #expect(TextEncoding(name: "klingon") == nil)
  }

  @Test func `a named encoding is not questioned`() throws {
    let utf8 = try decoded(Array("é\n".utf8), as: .windows1252)
    #expect(utf8.text == "Ã©\n")
    #expect(utf8.report.basis == .named && utf8.report.replaced.count == 0)
    let latin = try decoded(raw("a\n\u{E9}\n"), as: .utf8)
    #expect(latin.text == "a\n\u{FFFD}\n")
    #expect(latin.report.encoding == .utf8 && latin.report.replaced.lines == [2])
    let marked = try decoded([0xFE, 0xFF, 0, 0x61], as: .utf16LittleEndian)
    #expect(marked.text == "a" && marked.report.encoding == .utf16BigEndian)
  }

  @Test(
    arguments: [
      [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80], [0xF5], [0x80],
      [0xE2, 0x82],
    ] as [[UInt8]])
  func `what is no UTF-8 is replaced byte by byte`(bytes: [UInt8]) throws {
    let (text, report) = try decoded(bytes, as: .utf8)
    #expect(text == String(repeating: "\u{FFFD}", count: bytes.count))
    #expect(report.replaced.count == bytes.count)
  }

  @Test func `odd bytes behind the prefix are read one by one`() throws {
    let ascii = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20) + [0x0A]
    let plain = try decoded(ascii + raw("\u{E9}\n"), chunkSize: 65_536)
    #expect(plain.text.hasSuffix("aaa\né\n"))
    #expect(plain.report.encoding == .windows1252 && plain.report.replaced.lines == [2])
    let mixed = try decoded(Array("é".utf8) + ascii + raw("\u{E9}\n"), chunkSize: 65_536)
    #expect(mixed.text.hasSuffix("aaa\né\n"))
    #expect(mixed.report.encoding == .utf8WithWindows1252 && mixed.report.replaced.lines == [2])
  }

  @Test func `a tally keeps the first lines and counts on`() throws {
    let (_, report) = try decoded(raw(String(repeating: "\u{E9}\u{E9}\n", count: 300)))
    #expect(report.replaced.count == 600)
    #expect(report.replaced.lines == Array(1...LineTally.lineLimit))
  }

  @Test func `lines agree with the reader's`() throws {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<500 {
      let filler = (0..<20).map { _ in ["\r", "\n", "\r\n", "a", "é"].randomElement(using: &generator) ?? "" }
      let bytes = Array(filler.joined().utf8) + raw("x\0") + [0x0A]
      let (text, report) = try decoded(bytes, chunkSize: Int.random(in: 1...9, using: &generator))
      let last = try #require(try records(text).last)
      #expect(report.nuls.lines == [last.line])
    }
  }

  @Test func `the prefix is all it holds back`() throws {
    var read = 0
    var decoder = TextDecoder(read: {
      read += 65_536
      return [UInt8](repeating: 0x61, count: 65_536)
    })
    var delivered = 0
    for _ in 0..<100 {
      delivered += try decoder.nextChunk().count
      #expect(read - delivered <= 65_536)
    }
  }
}
