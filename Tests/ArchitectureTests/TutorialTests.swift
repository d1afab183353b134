import Persistence
import TestSupport
import Testing

/// The documentation of Persistence for programmers.
@Suite("The documentation of Persistence")
struct TutorialTests {
  private static let catalogue = "Sources/Persistence/Persistence.docc"

  @Test func `the tutorial shows the code that is compiled here`() throws {
    let code = try SourceTree.text("Tests/ArchitectureTests/TutorialCode.swift")
    let blocks = Readme(try SourceTree.text(Self.catalogue + "/Tutorial.md")).blocks("swift")
    #expect(blocks.count > 8)
    for block in blocks { #expect(code.contains(block), "\(block)") }
    // And it leaves nothing out.
    let shown = Set(blocks.flatMap { $0.split(separator: "\n") })
    #expect(code.split(separator: "\n").filter { !shown.contains($0) && !$0.hasPrefix("//") } == [])
  }

  @Test func `the tutorial's code does what it says`() async throws {
    let folder = try TemporaryFolder()
    let container = try open(folder.file("hikes.db"))
    try addTrails(to: container)
    #expect(try findTrails(in: container) == ["Ridge Way"])
    #expect(try container.values(FetchRequest<Trail>()).map(\.length) == [15, 6])
    #expect(try search(container, for: "echappee").map(\.name) == ["Échappée"])
    #expect(try search(container, for: "ridge") == [])
    #expect(try readNotes(in: container) == ["Ridge Way: sunny"])
    try changeMind(in: container)
    #expect(try container.lastChange()?.name == "notes")
    let conflict = try #require(try renameFromTwoPlaces(in: container).first)
    #expect(conflict.properties.map(\.column) == ["name"])
    #expect(try container.values(FetchRequest<Trail>()).map(\.name) == ["Spine Way", "Échappée"])
    #expect(try await deleteInBackground(container) == 0)
    #expect(try container.count(FetchRequest<Trail>()) == 0)
    #expect(try takeBack(container) == "clear")
    #expect(try container.values(FetchRequest<Hike>()).map(\.note) == ["sunny"])
  }

  @Test func `every symbol and page that the documentation links to is there`() throws {
    let declared = try DocumentedSymbols()
    let pages = try SourceTree.files(under: Self.catalogue, endingWith: ".md")
    let names = Set(pages.compactMap { $0.split(separator: "/").last?.dropLast(3) }.map(String.init))
    #expect(names.contains("Tutorial"))
    for page in pages {
      let text = try SourceTree.text(page)
      let links = DocumentedSymbols.links(in: text)
      #expect(links.filter { !declared.contains($0) } == [], "\(page)")
      let references = DocumentedSymbols.pages(linkedIn: text)
      #expect(references.filter { !names.contains($0) } == [], "\(page)")
    }
  }

  @Test func `every page is reached from the first one`() throws {
    let pages = try SourceTree.files(under: Self.catalogue, endingWith: ".md")
    let first = try SourceTree.text(Self.catalogue + "/Persistence.md")
    let reached = Set(DocumentedSymbols.pages(linkedIn: first))
    let names = pages.compactMap { $0.split(separator: "/").last?.dropLast(3) }.map(String.init)
    #expect(names.filter { $0 != "Persistence" && !reached.contains($0) } == [])
  }

  // The checkers themselves, on small samples.

  @Test func `links are found and wrong ones are told`() throws {
    #expect(
      DocumentedSymbols.links(in: "See ``A/b(c:)`` and ``D``, `e` and\n```swift\n``f``\n```") == [
        "A/b(c:)", "D",
      ])
    #expect(DocumentedSymbols.pages(linkedIn: "<doc:Tutorial>, <doc:Undo>") == ["Tutorial", "Undo"])
    let declared = try DocumentedSymbols()
    #expect(declared.contains("ManagedContext/save(named:)"))
    #expect(!declared.contains("ManagedContext/store(named:)"))
    #expect(!declared.contains("ManagedObject"))
  }
}

/// What the module declares for all.
private struct DocumentedSymbols {
  /// The module itself, and what it takes over from SQLite's.
  private var paths: Set<String> = ["Persistence", "SQLValue"]

  init() throws {
    for source in try SourceTree.swiftFiles(["Sources/Persistence"]) {
      for declaration in source.declarations {
        let isOfProtocol = declaration.containers.last?.keyword == "protocol"
        guard declaration.modifiers.contains("public") || isOfProtocol else { continue }
        // A type's path has all types around it; an extension's has the name that it extends.
        let types = declaration.containers.filter(\.isType).map(\.name)
        let isMember = !types.isEmpty
        paths.insert((types + [declaration.signature]).joined(separator: "/"))
        if !isMember { paths.insert(declaration.name) }
      }
    }
    // The cases of errors, which the rules for comments leave out.
    let errors = try SourceTree.text("Sources/Persistence/StoreError.swift")
    for found in errors.matches(of: /\n  case (\w+)(?:\((.*)\))?/) {
      let labels = found.2?.split(separator: ", ").map { value in
        value.firstIndex(of: ":").map { value[...$0] } ?? "_:"
      }
      paths.insert("StoreError/\(found.1)" + (labels.map { "(\($0.joined()))" } ?? ""))
    }
  }

  func contains(_ link: String) -> Bool { paths.contains(link) }

  /// What stands between double backticks outside of code blocks.
  static func links(in text: String) -> [String] {
    var isCode = false
    var links: [String] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode.toggle()
      } else if !isCode {
        links += line.matches(of: /``([^`]+)``/).map { String($0.1) }
      }
    }
    return links
  }

  /// The pages that `<doc:Page>` names.
  static func pages(linkedIn text: String) -> [String] {
    text.matches(of: /<doc:([A-Za-z-]+)>/).map { String($0.1) }
  }
}
