import Persistence
import TestSupport
import Testing

@Suite("The README")
struct ReadmeTests {
  private let readme: Readme

  init() throws {
    readme = Readme(try SourceTree.text("README.md"))
  }

  @Test func `it is short`() {
    #expect(readme.lineCount <= 150)
  }

  @Test func `it names exactly the two commands that set all up`() {
    #expect(readme.setUpCommands == [".dev/try", ".dev/test"])
  }

  @Test func `it mentions every command of the tool`() throws {
    let help = try ChildProcess.run(try BuiltCommand.beside(), ["help"], environment: [:])
    let commands = Readme.commands(inHelp: help.output)
    #expect(commands.contains("add") && commands.contains("help"))
    for command in commands { #expect(readme.text.contains("`\(command)`"), "\(command)") }
  }

  @Test func `its drawing shows every module and what it sees`() throws {
    let drawing = try #require(readme.blocks("text").first { $0.contains("CSQLite") })
    #expect(
      Readme.modules(inDrawing: drawing)
        == Dictionary(uniqueKeysWithValues: Module.all.map { ($0.name, $0.imports) }))
  }

  @Test func `its example of Persistence is the one that is compiled here`() throws {
    let file = try SourceTree.text("Tests/ArchitectureTests/PersistenceExample.swift")
    let example = file.split(separator: "\n", maxSplits: 1).last ?? ""
    #expect(readme.blocks("swift").contains(String(example)))
  }

  @Test func `the example does what it says`() throws {
    let container = try PersistentContainer(inMemory: garden)
    try water(container)
    #expect(try container.values(FetchRequest<Plant>()).map(\.height) == [0.5])
    _ = try container.undoLastChange()
    #expect(try container.count(FetchRequest<Plant>()) == 0)
  }

  @Test(arguments: ["README.md", ".github/CONTRIBUTING.md", ".github/CHANGELOG.md"])
  func `links lead to files that are there`(path: String) throws {
    let folder = path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
    for link in Readme(try SourceTree.text(path)).relativeLinks {
      #expect(SourceTree.exists(folder + link), "\(link)")
    }
  }

  @Test func `the files that the contributing guide names are there`() throws {
    let guide = try SourceTree.text(".github/CONTRIBUTING.md")
    let named = guide.split(separator: "`").filter { name in
      ["Sources/", "Tests/", "Migrations/", ".dev/", ".ci/"].contains { name.hasPrefix($0) }
    }
    #expect(named.count > 10)
    // An asterisk stands for the file to be made.
    for name in named where !name.contains("*") { #expect(SourceTree.exists(String(name)), "\(name)") }
  }

  @Test func `the contributing guide's lists have at most six files`() throws {
    let guide = Readme(try SourceTree.text(".github/CONTRIBUTING.md"))
    let numbers = guide.lines.compactMap { line in line.split(separator: ".").first.flatMap { Int($0) } }
    #expect(numbers.contains(1))
    #expect(numbers.allSatisfy { $0 <= 6 })
  }

  @Test func `the changelog has a section for what is not released`() throws {
    #expect(Readme(try SourceTree.text(".github/CHANGELOG.md")).lines.contains("## Unreleased"))
  }

  // The checkers themselves, on small samples.

  @Test func `blocks, commands and links are found`() {
    let sample = Readme(
      "# A\n```sh\n.dev/a  # first\n./b\nls\n```\n[c](d.md#e) [f](https://g)\n```swift\nh\n```\n")
    #expect(sample.lineCount == 10)
    #expect(sample.setUpCommands == [".dev/a", "./b"])
    #expect(sample.relativeLinks == ["d.md"])
    #expect(sample.blocks("swift") == ["h\n"])
  }

  @Test func `a drawing is read line by line`() {
    let drawing = "B   does b          sees A, C\n│\nA   does a\n└─ C   does c       sees A\n"
    #expect(Readme.modules(inDrawing: drawing) == ["A": [], "B": ["A", "C"], "C": ["A"]])
  }

  @Test func `commands are read from the help`() {
    let help =
      "USAGE: a\n\nSUBCOMMANDS:\n  add        Add a book that\n             has a title.\n  list, ls   List.\n\n  See\n"
    #expect(Readme.commands(inHelp: help) == ["add", "list"])
  }
}
