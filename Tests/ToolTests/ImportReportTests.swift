import Bookstall
import Testing

@testable import BookstallTool

@Suite("Import reports")
struct ImportReportTests {
  private let world: ToolWorld

  init() throws {
    world = try ToolWorld()
  }

  @Test(arguments: [
    ["--map", "title=name,author=by,rating=stars"],
    ["--map", "name=title", "--map", "by=author,stars=rating"],
  ])
  func `columns of one's own are mapped in either direction`(map: [String]) throws {
    try world.write("name,by,stars\nEmma,Jane Austen,4\n", to: "t.csv")
    let result = try world.run(list: ["import", world.folder + "/t.csv"] + map)
    #expect(result.output == "added 1   of 1 row\n")
    let books = try world.run("export", "--fields", "title,author,rating").output
    #expect(books.hasSuffix("\r\nEmma,Jane Austen,4\r\n"))
  }

  @Test(arguments: [
    ("rating=review", "review", ImportFieldName.rating), ("a=b=rating", "a=b", .rating),
    ("title=a=b", "a=b", .title),
    ("Last, First=author", "Last, First", .author),
  ])
  func `a mapping is read by the side that names a field`(
    text: String, column: String, field: ImportFieldName
  )
    throws
  {
    let mappings = try ValueParser<[ColumnMapping]>.columnMappings.parse(text)
    #expect(mappings.map(\.column) == [column] && mappings.map(\.field.rawValue) == [field.rawValue])
  }

  enum ImportFieldName: String {
    case rating, title, author
  }

  @Test func `a mapping without a field is refused with what was meant`() throws {
    let result = try world.run("import", "x", "--map", "Titel=titel")
    #expect(result.status == .usage && result.errors.contains("Did you mean 'title'?"))
  }

  @Test func `JSON has the notes of the file, and text the columns not used`() throws {
    try world.write("Title,Author,Colour\nA,B,red\nA,B,red\n", to: "c.csv")
    let result = try world.run("import", world.folder + "/c.csv")
    #expect(result.errors.contains("Not used, but kept: Colour.\n"))
    let json = try world.run("import", world.folder + "/c.csv", "--json").output
    #expect(json.contains(#""notes":["Not used, but kept: Colour."#))
  }

  @Test func `what a book can't take of a row is told line by line`() throws {
    let header = "Book Id,Title,Author,Binding,Exclusive Shelf,My Review\n"
    try world.write(header + "1,A,X,Paperback,read,One\n", to: "1.csv")
    try world.write(header + "1,A,X,Hardcover,read,Two\n", to: "2.csv")
    try world.run("import", world.folder + "/1.csv")
    let plan = try world.run("import", world.folder + "/2.csv", "--dry-run").output
    #expect(plan.contains("Binding: Paperback here, Binding: Hardcover in the file"))
    let errors = try world.run("import", world.folder + "/2.csv").errors
    #expect(errors.contains("line     2  another text in review, Binding"))
  }

  @Test func `md is markdown`() throws {
    try world.run("add", "--title", "Emma", "--author", "Jane Austen", "--no-input")
    let page = try world.run("export", "--format", "md").output
    let whole = try world.run("export", "--format", "markdown").output
    #expect(page.contains("Emma") && page == whole)
  }
}
