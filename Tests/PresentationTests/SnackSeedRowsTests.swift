import Glibc
import Testing

/// The seed's rows B1 to B45: each has a test that begins with its number, or a reason for having none.
@Suite("The rows of the snack guide's seed")
struct SnackSeedRowsTests {
  /// Rows that a terminal has no counterpart for.
  static let withoutTest = [
    18:
      "A preview of fixed size and a font's size: a terminal's cells have one size, and the reader sets it.",
    40: "A vibration before a card opens: a terminal has no motor, and a bell would disturb.",
    41: "A sheet that slides up: a terminal shows the detail at once, in the place of the card.",
    42: "A sheet that is dragged down: a terminal has no sheet to drag; q closes the detail, as B38 tests.",
    43:
      "A flag that the sheet's button resets: the browser's state is tested by B38, opening twice included.",
  ]

  @Test func `every row has its test or its reason, and none has both`() throws {
    let tested = try testedRows()
    for row in 1...45 {
      #expect(tested.contains(row) != (Self.withoutTest[row] != nil), "B\(row)")
    }
    #expect(Self.withoutTest.values.allSatisfy { $0.hasSuffix(".") })
  }

  /// The rows that names of tests beside this one, and of the other suites, begin with.
  private func testedRows() throws -> Set<Int> {
    let here = String(#filePath)
    let suites = here.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(
      separator: "/")
    var rows: Set<Int> = []
    for suite in ["PresentationTests", "BookstallTests", "ToolTests"] {
      for file in try names(in: "\(suites)/\(suite)") where file.hasSuffix(".swift") {
        rows.formUnion(try rowsTested(in: "\(suites)/\(suite)/\(file)"))
      }
    }
    return rows
  }

  private func rowsTested(in path: String) throws -> [Int] {
    let text = try contents(of: path)
    let names = text.split(separator: "func `").dropFirst()
    return names.compactMap { name in
      guard name.hasPrefix("B") else { return nil }
      return Int(name.dropFirst().prefix { $0.isNumber })
    }
  }

  private func names(in folder: String) throws -> [String] {
    let stream = try #require(opendir(folder))
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  private func contents(of path: String) throws -> String {
    let descriptor = open(path, O_RDONLY)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }
}
