import Testing

@testable import Bookstall

/// Files of other kinds are told for what they are, and a format that was named is kept to or the reason told.
struct OtherFileTests {
  private func error(_ bytes: [UInt8], format: String? = nil) throws -> ImportError? {
    var options = ImportOptions()
    options.format = format
    do {
      var rest: [UInt8]? = bytes
      _ = try RowSources.open(
        {
          defer { rest = nil }
          return rest ?? []
        }, options)
      return nil
    } catch let error as ImportError {
      return error
    }
  }

  @Test(arguments: [
    ([0x1F, 0x8B, 0x08, 0, 1], OtherFile.gzip), (Array("BZh91AY".utf8), .bzip2),
    (Array("%PDF-1.4\n".utf8), .pdf), (Array("{\\rtf1\\ansi Title,Author".utf8), .rtf),
    ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .picture), ([0x28, 0xB5, 0x2F, 0xFD, 1], .zstandard),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], .xz), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .sevenZip),
  ])
  func `a file is known by its first bytes`(bytes: [UInt8], kind: OtherFile) throws {
    #expect(try error(bytes) == .otherFile(kind))
  }

  @Test func `bytes without sense are no text`() throws {
    var state: UInt32 = 7
    let bytes = (0..<3000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    #expect(try error(bytes) == .otherFile(.binary))
  }

  @Test func `a format that is named is not passed over`() throws {
    let clippings = Array(
      "A (B)\n- Your Note on page 1 | Added on Sunday, December 18, 2022 3:19:05 PM\n\nx\n==========\n".utf8)
    #expect(try error(clippings) == nil)
    #expect(
      try error(clippings, format: "goodreads")
        == .notOfFormat(format: "goodreads", found: "the clippings of a Kindle"))
    #expect(try error(Array("Title\nA\n".utf8), format: "bookmory") != nil)
    #expect(try error(Array("[]".utf8), format: "libib") == .notOfFormat(format: "libib", found: "JSON"))
  }

  @Test func `half a character at the end is none`() throws {
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in "Title,Author\nA,B\n".utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    bytes.append(0x41)
    var rest: [UInt8]? = bytes
    let read = try CaseFile.outcomes({
      defer { rest = nil }
      return rest ?? []
    })
    #expect(read.outcomes.count == 1)
  }
}
