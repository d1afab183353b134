import Bookstall

extension ImportWords {
  /// The whole report as one JSON object and a line end, without its brace where a plan opened the object.
  var json: [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.append(literal: report.isDryRun ? "\"format\":" : "{\"format\":", into: &bytes)
    JSONWriter.append(report.service, into: &bytes)
    JSONWriter.append(literal: report.isDryRun ? ",\"dryRun\":true" : ",\"dryRun\":false", into: &bytes)
    append("rows", report.rows, into: &bytes)
    append("added", report.added, into: &bytes)
    append("changed", report.merged, into: &bytes)
    append("unchanged", report.unchanged, into: &bytes)
    append("skippedRows", report.skipped.count, into: &bytes)
    append("refusedRows", report.refused.count, into: &bytes)
    append("skipped", report.skipped, into: &bytes) { Self.text(of: $0) }
    append("refused", report.refused, into: &bytes) { Self.text(of: $0) }
    begin("refusedFile", into: &bytes)
    JSONWriter.append(refusedFile, into: &bytes)
    begin("notes", into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(hints, into: &bytes) { JSONWriter.append($0, into: &$1) }
    bytes.append(UInt8(ascii: "]"))
    append("warnings", report.warnings, into: &bytes) { Self.text(of: $0) }
    append("conflicts", report.conflicts, into: &bytes) {
      $0.map { "\($0.field.rawValue): kept '\($0.kept)', not '\($0.other)'" }.joined(
        separator: "; ")
    }
    appendLikenesses(into: &bytes)
    append("unlisted", unlisted, into: &bytes)
    JSONWriter.append(literal: "}\n", into: &bytes)
    return bytes
  }

  /// Notes beyond those that are kept.
  private var unlisted: Int {
    report.skipped.unlisted + report.refused.unlisted + report.warnings.unlisted + report.conflicts.unlisted
      + report.likenesses.unlisted
  }

  private func append(_ key: StaticString, _ number: Int, into bytes: inout [UInt8]) {
    begin(key, into: &bytes)
    JSONWriter.append(number, into: &bytes)
  }

  private func append<Content>(
    _ key: StaticString, _ notes: ImportNotes<Content>, into bytes: inout [UInt8],
    text: (Content) -> String
  ) {
    begin(key, into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(notes.kept, into: &bytes) { note, bytes in
      JSONWriter.append(literal: "{\"line\":", into: &bytes)
      JSONWriter.append(note.line, into: &bytes)
      JSONWriter.append(literal: ",\"title\":", into: &bytes)
      JSONWriter.append(note.title, into: &bytes)
      JSONWriter.append(literal: ",\"reason\":", into: &bytes)
      JSONWriter.append(text(note.content), into: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private func appendLikenesses(into bytes: inout [UInt8]) {
    begin("possibleDuplicates", into: &bytes)
    bytes.append(UInt8(ascii: "["))
    JSONWriter.append(report.likenesses.kept, into: &bytes) { note, bytes in
      let likeness = note.content
      JSONWriter.append(literal: "{\"line\":", into: &bytes)
      JSONWriter.append(note.line, into: &bytes)
      begin("book", into: &bytes)
      JSONWriter.append(report.isDryRun ? nil : Int(likeness.book), into: &bytes)
      begin("title", into: &bytes)
      JSONWriter.append(note.title, into: &bytes)
      JSONWriter.append(literal: ",\"like\":{\"line\":", into: &bytes)
      JSONWriter.append(likeness.otherLine, into: &bytes)
      begin("book", into: &bytes)
      let isTried = report.isDryRun && likeness.otherLine != nil
      JSONWriter.append(isTried ? nil : Int(likeness.other), into: &bytes)
      begin("title", into: &bytes)
      JSONWriter.append(likeness.otherTitle, into: &bytes)
      JSONWriter.append(literal: "}}", into: &bytes)
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private func begin(_ key: StaticString, into bytes: inout [UInt8]) {
    JSONWriter.append(literal: ",\"", into: &bytes)
    JSONWriter.append(literal: key, into: &bytes)
    JSONWriter.append(literal: "\":", into: &bytes)
  }
}
