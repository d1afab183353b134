import Bookstall

/// How sought after a snack bar is, as blocks and always as a number.
struct Heat {
  let hot: Int

  /// Blocks that are drawn at most; more is a plus.
  static let mostBlocks = 12

  /// The blocks alone; none for 0.
  func blocks(_ frame: SnackFrame, most: Int = Heat.mostBlocks) -> String {
    let block = frame.drawsASCII ? "#" : "▇"
    let room = min(max(1, most), Heat.mostBlocks)
    return String(repeating: block, count: min(max(0, hot), room)) + (hot > room ? "+" : "")
  }
}

/// The rating and the three facts of a snack bar: filled stars alone, diners, minutes and heat.
struct SnackFacts {
  let bar: SnackBar
  let frame: SnackFrame

  private var stars: Stars { Stars(bar.rating) }

  /// The filled stars and no others.
  var glyphs: StyledText { stars.glyphs(frame.options, outlined: false) }

  /// Filled stars and words; without a rating the words alone.
  var rating: StyledText {
    guard stars.quarters > 0 else { return StyledText(stars.words, frame.options.style(.dim)) }
    var text = glyphs
    text.append("  " + stars.words)
    return text
  }

  /// `diners 12 · 5 min · heat 8`, on as few lines as the cells allow.
  ///
  /// Where that is more than a line, `for` says it as well.
  func lines(to cells: Int) -> [String] {
    let forms = ["diners", "for"].map { word in
      frame.joined(
        ["\(word) \(bar.serves)", "\(bar.preparation) min", "heat \(bar.hot)"], by: frame.options.separator,
        to: cells)
    }
    return forms.first { $0.count == 1 } ?? forms[0]
  }

  /// The heat with its blocks, as wide as a column of the table.
  func heat(most: Int = Heat.mostBlocks) -> StyledText {
    let heat = Heat(hot: bar.hot)
    var text = StyledText(heat.blocks(frame, most: most), frame.options.style(.starOn))
    text.append((bar.hot > 0 ? " " : "") + String(bar.hot))
    return text
  }

  /// What a screen reader says of the facts.
  var spoken: String {
    "\(stars.spokenWords), diners \(bar.serves), \(bar.preparation) minutes, heat \(bar.hot)"
      + (bar.isBookmarked ? ", bookmarked" : "")
  }

  /// The bookmark, filled where it is set.
  var flag: StyledText {
    if frame.options.isASCII {
      return StyledText(
        bar.isBookmarked ? "#" : ".", frame.options.style(bar.isBookmarked ? .starOn : .starOff))
    }
    return StyledText(
      bar.isBookmarked ? "⚑" : "⚐", frame.options.style(bar.isBookmarked ? .starOn : .starOff))
  }
}
