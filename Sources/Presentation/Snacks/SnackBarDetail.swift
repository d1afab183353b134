package import Bookstall

/// The detail view of a snack bar: picture, title, rating, service facts, introduction and method.
package struct SnackBarDetail: Sendable {
  private let record: SnackBarRecord
  private let frame: SnackFrame

  /// A view of the bar for one kind of terminal.
  package init(_ record: SnackBarRecord, _ options: TerminalOptions) {
    self.record = record
    frame = SnackFrame(options)
  }

  static let introductionTitle = Bilingual("美食介绍", "Introduction")
  static let methodTitle = Bilingual("制作方法", "Method")

  private var bar: SnackBar { record.bar }
  private var facts: SnackFacts { SnackFacts(bar: bar, frame: frame) }

  /// The view from top to bottom; the last line is not blank.
  package var lines: [StyledText] {
    if frame.options.isAccessible { return spokenLines }
    var lines = picture
    if !lines.isEmpty { lines.append(StyledText()) }
    lines += titles
    lines += [StyledText(), rating]
    lines += service
    lines += frame.sectionTitle(SnackBarDetail.introductionTitle)
    lines += introduction
    lines += frame.sectionTitle(SnackBarDetail.methodTitle)
    lines += method
    return lines
  }

  private var picture: [StyledText] {
    let columns = min(60, frame.columns - 4)
    let picture = Picture(
      scene: Scene(snack: bar.image), theme: frame.options.theme, depth: frame.options.colour,
      columns: columns, rows: columns / 6)
    let indent = frame.spaces((frame.columns - columns) / 2)
    return picture.lines(tier: frame.options.shownArt, tag: nil, width: frame.layout.width).map { line in
      if line.runs.isEmpty { return line }
      var row = StyledText(indent)
      row.append(line)
      return row
    }
  }

  private var titles: [StyledText] {
    let title = SnackFrame.line(bar.title.chinese)
    let spaced = SnackFrame.spaced(title)
    let fits = frame.layout.width.cells(in: spaced) <= frame.columns
    return [
      frame.centred(fits ? spaced : title, frame.headingStyle),
      frame.centred(SnackFrame.line(bar.title.english), frame.options.style(.dim)),
    ]
  }

  private var rating: StyledText {
    var text = facts.rating
    if bar.isBookmarked {
      text.append(frame.options.separator)
      text.append(facts.flag)
      text.append(" bookmarked")
    }
    return frame.centred(text) ?? frame.centred(facts.rating) ?? frame.centred(Stars(bar.rating).words)
  }

  private var service: [StyledText] {
    let parts = ["diners \(bar.serves)", "ready in \(bar.preparation) min", "heat \(bar.hot)"]
    let separator = frame.columns < 60 ? frame.options.separator : " \(frame.options.separator) "
    return frame.joined(parts, by: separator, to: frame.columns).map { frame.centred($0) }
  }

  private var indent: Int { frame.columns < 40 ? 2 : 4 }

  private var introduction: [StyledText] {
    record.introduction.flatMap { paragraph in
      var rule = StyledText(frame.spaces(indent))
      rule.append(frame.rule(frame.columns - indent - frame.margin))
      return frame.wrapped(SnackFrame.line(paragraph.chinese), indent: indent)
        + frame.wrapped(SnackFrame.line(paragraph.english), indent: indent, frame.options.style(.dim)) + [
          rule
        ]
    }
  }

  private var method: [StyledText] {
    record.method.enumerated().flatMap { index, step in
      let chevron = frame.options.isASCII ? "v" : "⌄"
      let mark = frame.layout.padded(String(index + 1), to: 2, alignment: .trailing)
      let start = frame.spaces(indent) + chevron + " " + mark + "  "
      let hanging = indent + frame.layout.width.cells(in: chevron) + 5
      var lines = frame.wrapped(SnackFrame.line(step.chinese), indent: hanging)
      lines += frame.wrapped(SnackFrame.line(step.english), indent: hanging, frame.options.style(.dim))
      guard let first = lines.first else { return [StyledText(start).trimmed()] }
      var line = StyledText(frame.spaces(indent))
      line.append(chevron, frame.options.style(.brownAdaptive))
      line.append(" " + mark + "  ")
      line.append(first.droppingIndent(hanging))
      return [line] + lines.dropFirst()
    }
  }

  /// One fact per line in words, in the order of the drawn view.
  private var spokenLines: [StyledText] {
    var texts = ["Snack bar \(bar.id)", "Title: \(bar.title.chinese), \(bar.title.english)"]
    texts.append("Rating and service: \(facts.spoken)")
    texts.append("Introduction:")
    for paragraph in record.introduction { texts += [paragraph.chinese, paragraph.english] }
    texts.append("Method:")
    for (index, step) in record.method.enumerated() {
      texts += ["Step \(index + 1): \(step.chinese)", step.english]
    }
    return texts.flatMap { frame.spoken($0) }
  }
}

extension StyledText {
  /// The line without the blanks that it begins with, at most so many.
  fileprivate func droppingIndent(_ cells: Int) -> StyledText {
    var line = StyledText()
    var left = cells
    for run in runs {
      let blanks = run.text.prefix(left).prefix { $0 == " " }.count
      left = blanks == run.text.count ? left - blanks : 0
      line.append(String(run.text.dropFirst(blanks)), run.style)
    }
    return line
  }
}
