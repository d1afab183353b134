import Foundation
import Testing

@testable import Archives

struct ZipArchiveTests {
  private static let text = Array(
    (0..<12_000).map { "line \($0) value \($0 * 7919 % 1009)\n" }.joined().utf8)

  private static let noise: [UInt8] = {
    var state: UInt32 = 1
    return (0..<70_000).map { _ in
      state = (state &* 1_103_515_245 &+ 12_345) & 0x7FFF_FFFF
      return UInt8(truncatingIfNeeded: state >> 16)
    }
  }()

  private func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  private func contents(_ archive: ZipArchive, _ name: String) throws -> [UInt8] {
    let entry = try #require(archive.entries.first { $0.name == name })
    let read = try archive.contents(of: entry)
    var all: [UInt8] = []
    while true {
      let piece = try read()
      #expect(piece.count < 66_000)
      if piece.isEmpty { return all }
      all += piece
    }
  }

  @Test(arguments: ["level1.zip", "level9.zip", "huffman.zip", "fixed.zip", "wide.zip"])
  func `files come out as they went in, however they were packed`(_ name: String) throws {
    let archive = try ZipArchive(try bytes(name))
    // Compared outside, so that a failure doesn't print the texts.
    let isText = try contents(archive, "text.txt") == ZipArchiveTests.text
    let isNoise = try archive.entries.count < 2 || contents(archive, "folder/noise") == ZipArchiveTests.noise
    #expect(isText && isNoise)
  }

  @Test func `stored files come out too, and folders are no files`() throws {
    let archive = try ZipArchive(try bytes("stored.zip"))
    #expect(archive.entries.map(\.name) == ["text.txt", "folder/noise"])
    let isText = try contents(archive, "text.txt").elementsEqual(ZipArchiveTests.text.prefix(3000))
    let isNoise = try contents(archive, "folder/noise").elementsEqual(ZipArchiveTests.noise.prefix(3000))
    #expect(isText && isNoise)
  }

  @Test func `an archive of nothing is one`() throws {
    let empty = try bytes("empty.zip")
    #expect(ZipArchive.recognises(empty))
    #expect(try ZipArchive(empty).entries.isEmpty)
  }

  @Test(arguments: ["lying_size.zip", "wrong_checksum.zip"])
  func `what contradicts itself is damaged, and never unfolds beyond what it says`(_ name: String) throws {
    let archive = try ZipArchive(try bytes(name))
    #expect(throws: ArchiveError.damaged) { try contents(archive, "text.txt") }
  }

  @Test func `a method that is not known is named as the reason`() throws {
    let archive = try ZipArchive(try bytes("method.zip"))
    #expect(throws: ArchiveError.unknownMethod(name: "text.txt", method: 12)) {
      try contents(archive, "text.txt")
    }
  }

  @Test func `a password is named as the reason`() throws {
    let archive = try ZipArchive(try bytes("locked.zip"))
    #expect(throws: ArchiveError.locked(name: "text.txt")) { try contents(archive, "text.txt") }
  }

  @Test func `an archive cut off anywhere is damaged and nothing worse`() throws {
    let whole = try bytes("level1.zip")
    for length in stride(from: 0, to: whole.count, by: 397) {
      #expect(throws: ArchiveError.damaged) { try ZipArchive(Array(whole.prefix(length))) }
    }
  }

  @Test func `bytes changed at random are read or refused`() throws {
    var state: UInt64 = 7
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    var refused = 0
    for name in ["stored.zip", "level9.zip", "huffman.zip", "wide.zip"] {
      let whole = try bytes(name)
      for round in 0..<60 {
        var changed = whole
        // Half of the changes hit the directory at the end, where the numbers are.
        let from = round.isMultiple(of: 2) ? max(0, whole.count - 300) : 0
        for _ in 0...next(4) { changed[from + next(whole.count - from)] = UInt8(next(256)) }
        do {
          let archive = try ZipArchive(changed)
          for entry in archive.entries {
            let read = try archive.contents(of: entry)
            var size = 0
            while case let piece = try read(), !piece.isEmpty { size += piece.count }
            #expect(size == entry.size)
          }
        } catch is ArchiveError {
          refused += 1
        }
      }
    }
    #expect(refused > 40)
  }

  @Test func `codes that can't be are damaged`() {
    // A final block of the reserved kind, a stored one whose lengths disagree, and a coded one of ones.
    for data in [[0x07], [0x01, 0x01, 0x00, 0x00, 0x00], [0x05] + Array(repeating: UInt8(0xFF), count: 64)] {
      var inflater = Inflater(data[...])
      #expect(throws: Inflater.Damage.self) {
        while try !inflater.next().isEmpty {}
      }
    }
  }
}

struct DatabaseFileTests {
  @Test func `bytes that are no database are damaged`() {
    let name = Array("SQLite format 3\0".utf8)
    for bytes in [[], name, name + Array(repeating: 0xFF, count: 5000), Array(repeating: 0, count: 100)] {
      #expect(throws: ArchiveError.damaged) {
        try DatabaseFile.rows(of: "entry", columns: ["key"], in: bytes)
      }
    }
  }
}
