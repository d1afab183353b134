import Bookstall
import Presentation

extension Session {
  /// Writes lines to standard output in the colours it can show.
  func print(_ lines: [StyledText]) throws {
    try console.write(output.rendered(lines))
  }

  /// Writes a line of data to standard output, whether or not `--quiet` is on.
  func print(_ line: String) throws {
    try console.write(line + "\n")
  }

  /// Prints a sentence, broken where a terminal's line ends.
  func print(sentence line: StyledText) throws {
    try print(output.columns.map { line.wrapped(to: $0, by: output.layout.width) } ?? [line])
  }

  /// Says what was done, or, with `isDryRun`, what would have been done, on standard output.
  func confirm(done text: StyledText, isDryRun: Bool = false) throws {
    if !isDryRun { console.reportsChange = true }
    if global.quiet { return }
    var line = StyledText()
    if !isDryRun, !output.isASCII, !output.isAccessible {
      line.append("✓ ", output.accent())
    }
    line.append(text)
    try print(sentence: line)
  }

  /// Says on standard error what somebody must know before answering, whether or not `--quiet` is on.
  func say(_ text: String) {
    let line = StyledText(SafeText.line(text))
    console.report(
      messages.rendered(
        messages.columns.map { line.wrapped(to: $0, indent: 4, by: messages.layout.width) } ?? [line]))
  }

  /// Says in passing what may help, on standard error, so that pipes carry data alone.
  func note(_ text: String) {
    if global.quiet { return }
    let line = StyledText(SafeText.line(text), messages.style(.dim))
    let lines = messages.columns.map { line.wrapped(to: $0, by: messages.layout.width) }
    console.report(messages.rendered(lines ?? [line]))
  }

  /// Names commands that could come next, where somebody reads them.
  func hint(_ commands: String...) {
    guard console.errorIsTTY, console.outputIsTTY else { return }
    note("  " + commands.joined(separator: messages.separator))
  }

  /// Writes books as an array in JSON.
  func printJSON(_ records: [BookRecord]) throws {
    var bytes: [UInt8] = []
    var array = BookJSONArray()
    for record in records { array.append(record, into: &bytes) }
    array.finish(into: &bytes)
    try console.write(bytes)
  }

  /// Writes one book as an object in JSON.
  func printJSON(_ record: BookRecord) throws {
    var bytes: [UInt8] = []
    BookJSON.append(record, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    try console.write(bytes)
  }

  /// `#40 A Wizard of Earthsea`; a title of any length is cut, as it only says which book is meant.
  func name(of book: Book) -> String {
    "#\(book.id) \(output.layout.truncated(BookLabels(book).title, to: 100))"
  }

  /// A rating as the stream shows it: stars, words for a screen reader, or a dash.
  ///
  /// `outlined` draws the missing stars too, as books have them.
  func stars(_ rating: Rating?, outlined: Bool = true) -> StyledText {
    let stars = Stars(rating)
    // Stars can't tell what another program wrote out of their range.
    if let rating, rating.stars != rating.clamped || !stars.isRated { return StyledText(rating.text) }
    if output.isAccessible { return StyledText(stars.spokenWords) }
    guard stars.isRated else { return StyledText(output.isASCII ? "-" : "—") }
    var text = stars.glyphs(output, outlined: outlined)
    // ASCII has no glyph for a quarter.
    if output.isASCII, stars.quarters % 4 != 0 { text.append(" \(stars.number)") }
    return text
  }

  /// Between facts on one line.
  var dot: String { output.isASCII || output.isAccessible ? "-" : "·" }

  /// Between an old and a new value.
  var arrow: String { output.isAccessible ? " to " : output.isASCII ? " -> " : " → " }
}
