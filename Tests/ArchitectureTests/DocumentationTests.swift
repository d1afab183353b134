import Testing

@Suite("Documentation")
struct DocumentationTests {
  @Test func `every public and package declaration says what it is`() throws {
    let sources = try SourceTree.swiftFiles(["Sources", "Migrations"])
    let rules = DocumentationRules(sources)
    #expect(sources.flatMap(rules.undocumented) == [])
  }

  // The checker itself, on small bad samples.

  private func undocumented(_ text: String) -> [String] {
    let source = SwiftSource(text: text)
    return DocumentationRules([source]).undocumented(source)
  }

  @Test(arguments: [
    "package let a = 1", "public struct A {}", "  @discardableResult\n  package func a() -> Int { 1 }",
    "@available(*, unavailable, message: \"no\")\npublic func a() {}", "package private(set) var a = 1",
    "package static func + (left: A, right: A) -> A { left }", "public init?(a: Int) {}",
    "final public class A {}",
  ])
  func `a declaration without a comment is found, one with a comment is not`(text: String) {
    #expect(undocumented(text).count == 1)
    #expect(undocumented("/// Says it.\n" + text) == [])
  }

  @Test(arguments: ["// Not for the documentation.\n", "/// Too far away.\n\n"])
  func `another comment or a distant one is none`(comment: String) {
    #expect(undocumented(comment + "package func a() {}").count == 1)
  }

  @Test(arguments: [
    "let a = 1", "private struct A {}", "package import CSV", "let a = \"package let b\"", "// package let b",
  ])
  func `what nobody else sees needs none`(text: String) {
    #expect(undocumented(text) == [])
  }

  @Test func `a witness is documented by its requirement`() {
    let drawing = """
      /// What can be drawn.
      package protocol Drawing {
        /// Draws it.
        func draw(on canvas: Canvas)
        var undocumented: Int { get }
      }

      """
    #expect(
      undocumented(drawing + "extension A: Drawing {\n  package func draw(on paper: Canvas) {}\n}") == [])
    #expect(undocumented(drawing + "extension A {\n  package func draw(on paper: Canvas) {}\n}").count == 1)
    #expect(
      undocumented(drawing + "extension A: Drawing {\n  package func draw(over a: Canvas) {}\n}").count == 1)
    #expect(
      undocumented(drawing + "extension A: Drawing {\n  package var undocumented: Int { 1 }\n}").count == 1)
    #expect(
      undocumented("extension A: Hashable {\n  package func hash(into hasher: inout Hasher) {}\n}") == [])
  }
}
