import Bookstall
import CSV
import Presentation

/// An import's report in words and as JSON.
struct ImportWords {
  let report: ImportReport
  let layout: TextLayout
  /// The file that has the refused rows, where one was written.
  var refusedFile: String?
  /// The options without which that file would be read in another way, such as `--map`.
  var repeatedOptions: [String] = []

  /// What the file was taken for.
  var source: String {
    let columns = report.columns.count
    let width = columns == 0 ? nil : counted(columns, "column", "columns")
    return [report.service, width, report.decoding?.encoding.name].compactMap { $0 }.joined(separator: ", ")
  }

  /// The counts of all rows on one line.
  var summary: String {
    let counts = [
      (report.added, "added"), (report.merged, "changed"), (report.unchanged, "already here"),
      (report.skipped.count, "skipped"), (report.refused.count, "refused"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.1) \($0.0)" }
    let rows = "\(report.rows) \(report.rows == 1 ? "row" : "rows")"
    if report.rows == 0 {
      return "0 rows; the file has \(report.columns.isEmpty ? "no books" : "a header alone")"
    }
    return ([report.isDryRun ? "Would be" : nil] + words + ["of \(rows)"]).compactMap { $0 }
      .joined(separator: "   ")
  }

  /// What concerns the file as a whole.
  var hints: [String] {
    var lines: [String] = []
    if let entry = report.archiveEntry {
      lines.append("The books are from '\(SafeText.excerpt(entry, layout))' in the archive.")
    }
    for entry in report.otherEntries {
      lines.append(
        "Not read: '\(SafeText.excerpt(entry, layout))'; unpack the archive to import it by itself.")
    }
    if !report.unusedColumns.isEmpty {
      let names = report.unusedColumns.map { SafeText.excerpt($0, cells: 30, layout) }
      let more = names.count > 20 ? " and \(names.count - 20) more" : ""
      lines.append("Not used, but kept: \(names.prefix(20).joined(separator: ", "))\(more).")
    }
    if report.headerLine > 1 { lines.append("The header stands on line \(report.headerLine).") }
    if let decoding = report.decoding {
      lines += replacedBytes(decoding)
      if decoding.nuls.count > 0, let first = decoding.nuls.lines.first {
        lines.append(
          "\(counted(decoding.nuls.count, "NUL was", "NULs were")) dropped, first on line \(first).")
      }
    }
    let damaged = report.warnings.kept.count(where: \.isOfSpreadsheet)
    if damaged > 0 {
      lines.append(
        "A spreadsheet has changed \(counted(damaged, "ISBN", "ISBNs")) of this file; "
          + "export it again and import it without opening it first.")
    }
    let repeated = report.repeats
    if let first = repeated.kept.first {
      let numbers = repeated.kept.prefix(5).map { String($0.line) }.joined(separator: ", ")
      let named = repeated.count == 1 ? "line \(first.line)" : "lines \(numbers)"
      lines.append(
        counted(repeated.count, "row repeats", "rows repeat") + " a book of an earlier row: \(named)"
          + (repeated.count > 5 ? layout.ellipsis : "."))
    }
    if !report.conflicts.isEmpty {
      lines.append(
        counted(report.conflicts.count, "row differs from a book", "rows differ from books")
          + " here; see them with --dry-run, choose with --on-conflict.")
    }
    return lines
  }

  private func replacedBytes(_ decoding: TextDecodingReport) -> [String] {
    guard decoding.replaced.count > 0, let first = decoding.replaced.lines.first else { return [] }
    let bytes = counted(decoding.replaced.count, "byte", "bytes")
    let place = "first on line \(first)"
    switch decoding.encoding {
    case .windows1252 where decoding.basis == .guessed, .utf8WithWindows1252:
      return [
        "\(bytes) not valid in UTF-8 read as Windows-1252, \(place); "
          + "if letters are wrong, convert the file first, such as with: iconv -f CP1251 -t UTF-8."
      ]
    default:
      return [
        "\(bytes) not valid in \(decoding.encoding.name) replaced, \(place); another way: --encoding."
      ]
    }
  }

  /// A line for each row that did not become a book, skipped ones included.
  func refusalLines(limit: Int) -> [String] {
    lines("Refused", report.refused, limit: limit) { Self.text(of: $0) }
      + lines("Skipped", report.skipped, limit: limit) { Self.text(of: $0) }
  }

  /// Where the refused rows are to be mended; nil where none was refused.
  func refusedFileLine(from path: String) -> String? {
    let count = report.refusedRows.count
    guard count > 0 else { return nil }
    guard let refusedFile else {
      if report.isDryRun { return nil }
      let why = path == "-" ? "" : "No file could be made for them. "
      return "  \(why)To have refused rows as a table to mend, name a file with --refused."
    }
    let rows = count == 1 ? "The refused row is" : "All \(count) refused rows are"
    let again = repeatedOptions.isEmpty ? "" : " with the same \(repeatedOptions.joined(separator: " and "))"
    return
      "  \(rows) in '\(SafeText.line(refusedFile))'; mend \(count == 1 ? "it" : "them") and import that file\(again)."
  }

  /// A line for each difficulty that cost no book.
  func warningLines(limit: Int) -> [String] {
    lines("Notes", report.warnings, limit: limit) { Self.text(of: $0) }
  }

  /// A line for each row of which the book could not take all that nothing else tells: other columns, a second review.
  func lossLines(limit: Int) -> [String] {
    var losses = ImportNotes<[String]>()
    for note in report.conflicts.kept {
      let texts = note.content.compactMap { conflict -> String? in
        switch conflict.field {
        case .review, .privateNotes, .reads: "another text in \(conflict.field.rawValue)"
        case .services: String(conflict.other.prefix { $0 != ":" })
        default: nil
        }
      }
      if !texts.isEmpty { losses.append(note.with(texts)) }
    }
    return lines("Not taken, since the book says otherwise; see --dry-run", losses, limit: limit) {
      SafeText.excerpt($0.joined(separator: ", "), cells: 48, layout)
    }
  }

  /// A line for each new book that looks like another one.
  func likenessLines(limit: Int) -> [String] {
    lines("Possible duplicates; nothing was joined", report.likenesses, limit: limit, text: likenessText)
  }

  private func likenessText(_ likeness: ImportReport.Likeness) -> String {
    // The numbers of a dry run stand for nothing afterwards.
    let other = likeness.otherLine.map { "line \($0)" } ?? "book #\(likeness.other)"
    let new = report.isDryRun ? "" : "#\(likeness.book) "
    return "\(new)looks like \(other), '\(SafeText.excerpt(likeness.otherTitle, cells: 30, layout))'"
  }

  private func lines<Content>(
    _ title: String, _ notes: ImportNotes<Content>, limit: Int, text: (Content) -> String
  ) -> [String] {
    if notes.isEmpty { return [] }
    let shown = notes.kept.prefix(limit)
    let column = shown.map { text($0.content).unicodeScalars.count }.max() ?? 0
    var lines = ["  \(title)"]
    for note in shown {
      let line = layout.padded(String(note.line), to: 5, alignment: .trailing)
      let reason = text(note.content)
      let title = note.title.map { "  " + SafeText.excerpt($0, cells: 40, layout) } ?? ""
      lines.append(
        "    line \(line)  " + (title.isEmpty ? reason : layout.padded(reason, to: min(column, 48)) + title))
    }
    let more = notes.count - shown.count
    if more > 0 {
      let all = notes.count == notes.kept.count ? "all" : "the first \(notes.kept.count)"
      lines.append("    \(layout.ellipsis) \(more) more; --json lists \(all)")
    }
    return lines
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}

extension ImportWords {
  /// Why a row became no book.
  static func text(of problem: RowProblem) -> String {
    switch problem {
    case .noTitle: "the title is empty"
    case .tooManyCells(let found, let expected):
      "\(found) cells under \(expected) \(expected == 1 ? "column" : "columns"); is a quote missing?"
    case .tooFewCells(let found, let expected):
      "\(found) \(found == 1 ? "cell" : "cells") under \(expected) columns; is the end missing?"
    case .movedCells: "its cells don't stand under their columns; is a quote missing?"
    case .mendedTwice: "its cells and \(RefusedRows.rowColumn) differ; leave one of them blank"
    case .unclosedQuote(let found, let expected):
      "a quote is never closed: \(found) of \(expected) cells"
    case .misplacedQuote:
      "a quote is out of place, so its cells can't be told; put it right in \(RefusedRows.rowColumn)"
    case .blankRow: "the row is blank"
    case .repeatedHeader: "the header once more"
    case .notABook(let kind, _): "\(SafeText.excerpt(kind, cells: 20)) is no book"
    case .onlyIDs(let ids):
      "\(SafeText.excerpt(ids, cells: 40)) has no title in this file; a new reading log has titles"
    case .noteWithoutBook(let ids):
      "\(SafeText.excerpt(ids, cells: 40)): notes and reviews come without titles; no book to put it to"
    case .damaged: "the row can't be read"
    case .behindList: "it stands behind the end of the JSON list; take it out if it is no book"
    case .cutShort: "the file ends here before its end; it was cut short"
    case .otherHeader(let service): "the header of another table, as \(service) writes it"
    case .belowOtherHeader: "the row is below the header of another table; import that by itself"
    case .deletedInSource: "deleted in the source"
    }
  }

  /// What could not be taken as it stands.
  static func text(of warning: ImportReport.Warning) -> String {
    switch warning {
    case .row(let warning): text(of: warning)
    case .csv(.textAfterClosingQuote(let line, let field)):
      "text follows the closing quote in cell \(field + 1), line \(line); it was kept"
    case .csv(.unclosedQuote(let line, let field, let resumed)):
      "the quote opened in cell \(field + 1), line \(line), is never closed"
        + (resumed.map { "; read on at line \($0)" } ?? "")
    case .csv(.mendedQuotes): "a quote is out of place; the row was read in the one way that fits"
    case .csv(.doubtfulQuotes): "a quote is out of place"
    case .isbnClash(let isbn13, let title):
      "ISBN \(isbn13) is also that of '\(SafeText.excerpt(title ?? "", cells: 30))'; both stay"
    }
  }

  /// How to say how far a rating counts that is no number of stars.
  private static func outOf(_ text: String) -> String {
    let whole = text.count > 2 || text.first != "1" && text.count == 2 && !text.contains(".") ? 100 : 10
    return
      "\(text) is meant out of \(whole), write \(text)/\(whole), or /\(whole) behind the column's name for all,"
  }

  private static func text(of warning: ImportWarning) -> String {
    func quoted(_ text: String) -> String { "'\(SafeText.excerpt(text, cells: 30))'" }
    return switch warning {
    case .unreadableRating(let column, let text):
      "\(quoted(column)): \(quoted(text)) is no rating; left unrated"
    case .unreadableDate(let column, let text): "\(quoted(column)): \(quoted(text)) is no date; left blank"
    case .unreadableNumber(let column, let text):
      "\(quoted(column)): \(quoted(text)) is no number; left blank"
    case .unreadableText(let column, let text): "\(quoted(column)): \(quoted(text)) can't be read; left blank"
    case .ratingScale(let column, let text):
      "\(quoted(column)) is out of five; if \(Self.outOf(SafeText.excerpt(text, cells: 8))) and import again"
    case .scaledRatings(let column, let whole, let text, let rating):
      "\(quoted(column)) counts to \(whole == 10 ? "ten, so all its numbers were halved" : "a hundred"): "
        + "\(text) is \(rating.text); if that is wrong, undo it and write 4/5 for 4"
    case .undecidedDate(let column, let text):
      "\(quoted(column)): \(quoted(text)) may be d/m or m/d, and the file doesn't tell; left blank"
    case .unreadableISBN(let column, let text):
      "\(quoted(column)): \(quoted(text)) is no valid ISBN; left blank"
    case .roundedISBN(let column, let text):
      "\(quoted(column)): a spreadsheet has rounded \(quoted(text)); left blank"
    case .repairedISBN(let column, let text, let isbn13):
      "\(quoted(column)): \(quoted(text)) had lost its zero; read as \(isbn13)"
    case .unknownShelf(let column, let name): "\(quoted(column)): \(quoted(name)) is no status; kept as a tag"
    case .shortRow(let found, let expected): "\(found) of \(expected) cells; the others count as blank"
    case .duplicateColumn(let name, let kept):
      "column \(quoted(name)) is there twice; one kept as \(quoted(kept))"
    case .removedNUL(let column): "\(quoted(column)): NUL characters were taken out"
    case .finishedBeforeStarted(let started, let finished):
      "finished \(finished.text) is before started \(started.text)"
    case .ambiguousDates(let text, let isDayFirst):
      "nothing tells day from month in \(quoted(text)) and the like; read with the "
        + "\(isDayFirst ? "day" : "month") first"
    case .futureDate(let day): "\(day.text) is in the future"
    }
  }
}

extension ImportReport.Note<ImportReport.Warning> {
  /// Whether the damage is what a spreadsheet does to numbers.
  fileprivate var isOfSpreadsheet: Bool {
    switch content {
    case .row(.roundedISBN), .row(.repairedISBN): true
    default: false
    }
  }
}
