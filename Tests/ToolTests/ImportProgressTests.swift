import Bookstall
import Testing

@testable import BookstallTool

@Suite("Progress of an import")
struct ImportProgressTests {
  private let erase = "\r\u{1B}[K"

  private func line(size: Int? = 1000, width: Int = 80, isASCII: Bool = false) -> ImportProgressLine {
    ImportProgressLine(size: size, width: width, isASCII: isASCII)
  }

  @Test func `nothing is shown in the first 200 milliseconds, then ten times a second`() {
    var line = line()
    let progress = ImportProgress(rows: 1, bytes: 10)
    #expect(line.update(progress, at: 0) == nil)
    #expect(line.update(progress, at: 0.199) == nil)
    #expect(line.erasure == nil)
    #expect(line.update(progress, at: 0.2) != nil)
    #expect(line.update(progress, at: 0.299) == nil)
    #expect(line.update(progress, at: 0.31) != nil)
    #expect(line.erasure == erase)
  }

  @Test func `a file has a bar, rows, a share and the time left`() {
    var line = line()
    #expect(
      line.update(ImportProgress(rows: 612, bytes: 670), at: 4)
        == erase + "  ██████████████████▊·········  612 rows   67%   2 s left")
    var ascii = self.line(isASCII: true)
    #expect(
      ascii.update(ImportProgress(rows: 1, bytes: 250), at: 30)
        == erase + "  #######.....................  1 row   25%   1 min 30 s left")
  }

  @Test(arguments: [(nil, 5000), (1000, 1000), (1000, 0)])
  func `a pipe and a file that is read whole have a counter`(size: Int?, bytes: Int) {
    var line = line(size: size)
    #expect(line.update(ImportProgress(rows: 612, bytes: bytes), at: 1) == erase + "  612 rows")
  }

  @Test(arguments: 1...80)
  func `the line never reaches the last cell`(width: Int) throws {
    var line = line(width: width)
    let update = line.update(ImportProgress(rows: 123_456, bytes: 999), at: 500_000)
    let text = try #require(update)
    #expect(text.dropFirst(erase.count).count < width)
  }
}
