import Testing

@Suite("Style")
struct StyleTests {
  @Test func `no file is too long`() throws {
    let sources = try SourceTree.swiftFiles()
    #expect(sources.count > 100)
    #expect(sources.flatMap(StyleRules.longFiles) == [])
  }

  @Test func `no function is too long`() throws {
    let found = try SourceTree.swiftFiles().flatMap(StyleRules.longFunctions)
    #expect(found == [])
  }

  @Test func `there is no attic`() throws {
    let found = try SourceTree.projectFiles().flatMap(StyleRules.attics)
    #expect(found == [])
  }

  @Test func `what may trap or is unchecked says why`() throws {
    let found = try SourceTree.swiftFiles().flatMap(StyleRules.unexplainedDangers)
    #expect(found == [])
  }

  @Test func `no comment puts work off`() throws {
    let found = try SourceTree.swiftFiles().flatMap(StyleRules.postponements)
    #expect(found == [])
  }

  @Test func `no type is named like a module or one of the standard library's`() throws {
    let found = try SourceTree.swiftFiles(["Sources", "Migrations"]).flatMap(StyleRules.shadowingTypes)
    #expect(found == [])
  }

  // The checkers themselves, on small bad samples.

  @Test(arguments: [(350, 0), (351, 1)])
  func `a file is too long from the limit on`(lines: Int, found: Int) {
    let source = SwiftSource(text: String(repeating: "let a = 1\n", count: lines))
    #expect(StyleRules.longFiles(source).count == found)
  }

  @Test(arguments: [
    "func a(b: () -> Void = {}) {", "package init?(a: Int) throws {", "var a: Int {",
    "subscript(a: Int) -> Int {",
    "@Test func `a sentence`() {", "func a<T: Sequence>(\n) -> [Int] where T: B {",
  ])
  func `a long function is found, a shorter one is not`(opening: String) {
    func source(_ lines: Int) -> SwiftSource {
      let body = String(
        repeating: "  if a { b() }\n", count: lines - 1 - opening.split(separator: "\n").count)
      return SwiftSource(text: "struct S {\n\(opening)\n\(body)}\nfunc short() {}\n}\n")
    }
    #expect(StyleRules.longFunctions(source(60)) == [])
    #expect(StyleRules.longFunctions(source(61)).count == 1)
  }

  @Test func `a table of cases is no part of the test below it`() {
    let table = "@Test(arguments: [\n" + String(repeating: "  1,\n", count: 100) + "])\nfunc a(b: Int) {\n}\n"
    #expect(StyleRules.longFunctions(SwiftSource(text: table)) == [])
  }

  @Test(arguments: [
    "Sources/CSV/CSVUtils.swift", "Sources/Common/A.swift", "Tests/TestHelpers/A.swift",
    "Sources/A/Extensions.swift",
    "Sources/A/String+Helper.swift", "Sources/A/misc.swift",
  ])
  func `an attic is found`(path: String) {
    #expect(StyleRules.attics(path) == [path])
  }

  @Test(arguments: ["Sources/A/Commonwealth.swift", "Sources/A/HelpPage.swift", ".ci/run"])
  func `a plain name is no attic`(path: String) {
    #expect(StyleRules.attics(path) == [])
  }

  @Test(arguments: [
    "let a = try! b()", "let a = b as! C", "let a = b!", "let a = b()!.c", "let a = b[0]!", "var a: Int!",
    "fatalError()", "final class A: @unchecked Sendable {}", "nonisolated(unsafe) var a = 1",
    "let a = \"\\(b!)\"", "let a = b?.c!",
  ])
  func `a danger is found unless a comment beside it says why`(text: String) {
    #expect(StyleRules.unexplainedDangers(SwiftSource(text: text)).count == 1)
    #expect(StyleRules.unexplainedDangers(SwiftSource(text: text + "  // It is locked.")) == [])
    #expect(StyleRules.unexplainedDangers(SwiftSource(text: "/// It is locked.\n" + text)) == [])
    #expect(StyleRules.unexplainedDangers(SwiftSource(text: "/// Far away.\n\n\n" + text)).count == 1)
  }

  @Test(arguments: [
    "if !a && a != b {}", "let a = \"stop!\"", "// try! it", "let a = #\"try! \"b\"!\"#", "return !a",
  ])
  func `no danger is seen where there is none`(text: String) {
    #expect(StyleRules.unexplainedDangers(SwiftSource(text: text)) == [])
  }

  @Test func `a comment that puts work off is found`() {
    let source = SwiftSource(text: "let a = 1  // TO" + "DO: more\nlet b = \"FIX" + "ME\"\n")
    #expect(StyleRules.postponements(source).count == 1)
  }

  @Test func `a shadowing type is found`() {
    let source = SwiftSource(
      text: "package enum Result {}\nstruct CSV {}\nextension CSV {}\nstruct A { struct Error {} }")
    #expect(StyleRules.shadowingTypes(source) == ["Sample.swift:1: Result", "Sample.swift:2: CSV"])
  }
}
