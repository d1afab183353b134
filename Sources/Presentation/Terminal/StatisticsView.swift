package import Bookstall

/// The numbers of a store as bars: ratings, genres, and the months of one year.
package struct StatisticsView: Sendable {
  private let figures: StatisticsFigures
  private let options: TerminalOptions
  private let layout: TextLayout
  private let bar: Bar
  private let columns: Int

  private static let indent = "  "
  /// From so many columns on the two panels stand side by side.
  private static let leastForTwo = 72
  private static let mostColumns = 100

  /// A view for one kind of terminal; `year` is the one whose months are shown, nil for the last with books.
  package init(_ statistics: BookStatistics, year: Int? = nil, _ options: TerminalOptions) {
    figures = StatisticsFigures(statistics, year: year)
    self.options = options
    layout = options.layout
    bar = Bar(options)
    columns = min(max(options.columns ?? 80, TerminalOptions.leastColumns), StatisticsView.mostColumns)
  }

  /// The view from top to bottom.
  package var lines: [StyledText] {
    if options.isAccessible { return spokenLines }
    var lines = summary.map { StyledText(StatisticsView.indent + $0) } + [StyledText()]
    if columns >= StatisticsView.leastForTwo {
      let left = (columns - 6) * 9 / 20
      lines += beside(ratings(cells: left), genres(cells: columns - 6 - left), at: left + 6)
    } else {
      lines += indented(ratings(cells: columns - 2)) + [StyledText()]
      lines += indented(genres(cells: columns - 2))
    }
    if let year = figures.year { lines += [StyledText()] + indented(months(of: year)) }
    return lines
  }

  // MARK: Numbers in words

  /// The facts in as many lines as they need, none of them broken.
  private var summary: [String] {
    var lines: [String] = []
    for fact in figures.facts {
      let longer = lines.last.map { $0 + options.separator + fact } ?? ""
      if lines.isEmpty || layout.width.cells(in: longer) > columns - 2 {
        lines.append(layout.truncated(fact, to: columns - 2))
      } else {
        lines[lines.count - 1] = longer
      }
    }
    return lines
  }

  // MARK: Panels

  /// One row of a panel before its bar is drawn.
  private struct Entry {
    var label: String
    var count: Int
    var end: String
    var isRest = false
  }

  private func entries(_ rows: [StatisticsFigures.Row]) -> [Entry] {
    rows.map {
      Entry(
        label: $0.label ?? options.dash, count: $0.count, end: $0.mean ?? options.dash, isRest: $0.isRest)
    }
  }

  private func ratings(cells: Int) -> [StyledText] {
    let heading = StyledText("Ratings", Style(isBold: true))
    let entries = entries(figures.ratings)
    // The dash takes two cells where stars do.
    let labelCells = entries.map { layout.width.cells(in: $0.label) }.max() ?? 1
    return [heading] + rows(entries, cells: cells, labelCells: labelCells, colour: .starOn)
  }

  private func genres(cells: Int) -> [StyledText] {
    let entries = entries(figures.genres)
    let widest = entries.map { layout.width.cells(in: $0.label) }.max() ?? 0
    let countCells = countCells(of: entries)
    // A bar with the mark of more takes two cells.
    let labelCells = max(min(widest, cells * 2 / 5, cells - countCells - 6 - 2 - 2), 1)
    var heading = StyledText(layout.fitted("Genres", to: cells - 6 - countCells), Style(isBold: true))
    heading.append(layout.padded("n", to: countCells, alignment: .trailing), options.style(.dim))
    heading.append("  mean", options.style(.dim))
    return [heading]
      + rows(entries, cells: cells, labelCells: labelCells, endCells: 6, colour: .brownAdaptive)
  }

  private func countCells(of entries: [Entry]) -> Int {
    entries.map { String($0.count).utf8.count }.max() ?? 1
  }

  private func rows(
    _ entries: [Entry], cells: Int, labelCells: Int, endCells: Int = 0, colour: PaletteColour
  ) -> [StyledText] {
    let largest = entries.filter { !$0.isRest }.map(\.count).max() ?? 0
    let countCells = countCells(of: entries)
    let barCells = max(1, cells - labelCells - countCells - endCells - 2)
    return entries.map { entry in
      var row = StyledText(layout.fitted(entry.label, to: labelCells) + " ")
      let drawn =
        entry.count > largest
        ? (barCells > 1 ? bar.lying(1, of: 1, cells: barCells - 1) : "") + "+"
        : bar.lying(entry.count, of: largest, cells: barCells)
      row.append(layout.padded(drawn, to: barCells), options.style(entry.count > 0 ? colour : .dim))
      row.append(" " + layout.padded(String(entry.count), to: countCells, alignment: .trailing))
      if endCells > 0 {
        row.append(layout.padded(entry.end, to: endCells, alignment: .trailing), options.style(.dim))
      }
      return row.trimmed()
    }
  }

  // MARK: Months

  private func months(of year: Int) -> [StyledText] {
    let counts = figures.months
    let title = columns < 28 ? "Added in \(year)" : "Added per month in \(year)"
    let heading = StyledText(title, Style(isBold: true))
    guard bar.canStand else {
      let entries = zip(StatisticsFigures.monthNames, counts).map {
        Entry(label: String($0.prefix(3)), count: $1, end: "")
      }
      return [heading] + rows(entries, cells: min(columns - 2, 40), labelCells: 3, colour: .brownAdaptive)
    }
    let largest = counts.max() ?? 0
    let gap = columns >= 27 ? " " : ""
    let letters = StatisticsFigures.monthNames.map { String($0.prefix(1)) }.joined(separator: gap)
    let bars = counts.map { bar.standing($0, of: largest) }.joined(separator: gap)
    var last = StyledText(bars, options.style(.brownAdaptive))
    var lines = [heading, StyledText(letters, options.style(.dim))]
    if let most = figures.fullestMonth {
      let isRoomy = last.cells(by: layout.width) + 5 + most.utf8.count <= columns - 2
      if isRoomy { last.append("     " + most, options.style(.dim)) }
      lines.append(last)
      if !isRoomy {
        lines += layout.wrapped(most, to: columns - 2).map { StyledText($0, options.style(.dim)) }
      }
    } else {
      lines.append(last)
    }
    return lines
  }

  // MARK: Placing

  private func indented(_ lines: [StyledText]) -> [StyledText] {
    lines.map { line in
      var result = StyledText(StatisticsView.indent)
      result.append(line)
      return result.trimmed()
    }
  }

  private func beside(_ left: [StyledText], _ right: [StyledText], at column: Int) -> [StyledText] {
    (0..<max(left.count, right.count)).map { index in
      var line = StyledText(StatisticsView.indent)
      if index < left.count { line.append(left[index]) }
      line.append(String(repeating: " ", count: max(0, column - line.cells(by: layout.width))))
      if index < right.count { line.append(right[index]) }
      return line.trimmed()
    }
  }

  /// One fact per line in words, for screen readers.
  private var spokenLines: [StyledText] {
    func books(_ count: Int) -> String { "\(count) \(count == 1 ? "book" : "books")" }
    var spoken = [figures.facts.joined(separator: ", ")]
    spoken += figures.ratings.map { row in
      guard let label = row.label else { return "not rated: \(books(row.count))" }
      return "\(label) \(label == "1" ? "star" : "stars"): \(books(row.count))"
    }
    spoken += figures.genres.map { row in
      "\(row.label ?? "other genres"): \(books(row.count)), \(row.mean.map { "mean \($0)" } ?? "none rated")"
    }
    if let year = figures.year {
      spoken += zip(StatisticsFigures.monthNames, figures.months).filter { $1 > 0 }.map {
        "added in \($0) \(year): \(books($1))"
      }
    }
    return spoken.flatMap { text in
      layout.wrapped(text, to: options.columns.map { max($0, TerminalOptions.leastColumns) } ?? Int.max)
        .map { StyledText($0) }
    }
  }
}
