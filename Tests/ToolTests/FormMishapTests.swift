import Bookstall
import Presentation
import Testing

@testable import BookstallTool

@Suite("What the form does not let happen unseen")
struct FormMishapTests {
  private func form(_ keys: Key...) -> EntryForm {
    var form = EntryForm(
      title: "Add a book", record: .untitled, isNew: true,
      suggestions: FormSuggestions([.author: [KnownNames.Name(text: "Émile Zola", count: 1)]]))
    for key in keys { _ = form.press(key) }
    return form
  }

  @Test func `Tab stays where nothing can be completed, and says so`() {
    var form = form(.text("Emma"), .tab)
    #expect(form.focus == .title && form.text(.title) == "Emma")
    #expect(form.notice == "Nothing here to complete; Enter goes on.")
    for key in [Key.down, .down, .text("Unheard"), .tab, .text(" of #1")] { _ = form.press(key) }
    #expect(form.text(.series) == "Unheard of #1")
    #expect(form.text(.genre).isEmpty && form.notice == nil)
  }

  @Test(arguments: ColourDepth.allCases)
  func `what is proposed never looks as if it were typed`(depth: ColourDepth) {
    let options = TerminalOptions(colour: depth)
    let frame = FormView(form(.text("Emma"), .enter, .text("emi")), options, columns: 80, rows: 24).frame
    let author = frame.lines[3].rendered(depth)
    #expect(author.contains("[le Zola]") == (depth < .palette256))
    #expect(author.contains("emile") == false)
  }

  @Test func `lines that come at once in the review are a paste, also where the terminal doesn't say so`() {
    let lines: [Key] = [.text("one"), .enter, .text("two"), .enter]
    let review = form(.text("Emma"), .pageDown)
    #expect(FormSession.asPasted(lines, in: review) == [.text("one"), .newLine, .text("two"), .newLine])
    #expect(FormSession.asPasted([.text("one"), .enter, .text("y")], in: review).contains(.enter))
    #expect(FormSession.asPasted([.enter, .text("ty")], in: review).contains(.enter))
    #expect(FormSession.asPasted(lines, in: form(.text("Emma"))) == lines)
    #expect(FormSession.asPasted(lines, in: form(.text("Emma"), .pageDown, .enter)) == lines)
  }
}
