import Bookstall
import Presentation

/// `bookstall snack headers`: the guide's banners, one below the other.
struct SnackHeadersCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "headers", abstract: "Show the banners of the guide, or one of them.",
      examples: [
        "bookstall snack headers", "bookstall snack headers 4 --animate", "bookstall snack headers -i",
      ], usage: "[<number>] [-i] [--animate]")
  }

  @Argument(.integer("number", in: 1...Int.max), help: "The number of a banner, from 1.") var number: Int?
  @Flag(name: "interactive", short: "i", help: "Browse with the arrow keys; q leaves.") var isInteractive
  @Flag(help: "Let every caption slide into its place once, on a terminal; any key ends it.") var animate
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    var headers = try session.existingStore().snackHeaders()
    if let number {
      guard headers.indices.contains(number - 1) else {
        throw Failure(
          "There is no banner \(number). See what there is with: bookstall snack headers", .notFound)
      }
      headers = [headers[number - 1]]
    }
    if global.json {
      try session.printJSON(.array(headers.map(SnackJSON.value)))
      return .success
    }
    if global.plain {
      for header in headers { try session.print(SnackPlain.row(header)) }
      return .success
    }
    if isInteractive, var browsing = session.browsing(count: headers.count) {
      if animate, let first = headers.first {
        browsing.frames = CaptionSpring().frames(rows: SnackBanner(first, session.output).size.rows)
      }
      return try browsing.run { view in
        SnackBanner(headers[view.place], view.options).lines(captionDrop: view.captionDrop)
      }
    }
    if animate {
      try session.animate(headers) { SnackBanner($0, $1) }
    } else {
      try session.print(headers.flatMap { SnackBanner($0, session.output).lines() })
    }
    return .success
  }
}

/// `bookstall snack foods`: the dishes, or one of them, as cards.
struct SnackFoodsCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "foods", abstract: "Show the dishes, or one of them.",
      examples: ["bookstall snack foods", "bookstall snack foods 5"], usage: "[<number>] [-i]")
  }

  @Argument(.integer("number", in: 0...Int.max), help: "The number of a dish, from 0.") var number: Int?
  @Flag(name: "interactive", short: "i", help: "Browse with the arrow keys; q leaves.") var isInteractive
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    if let number { return try show(number, of: store, in: session) }
    let foods = try store.snackFoods()
    if global.json {
      try session.printJSON(.array(foods.map(SnackJSON.value)))
    } else if global.plain {
      for food in foods { try session.print(SnackPlain.row(food)) }
    } else if isInteractive, let browsing = session.browsing(count: foods.count) {
      return try browsing.run { view in card(foods[view.place], view.options) }
    } else {
      try session.print(foods.flatMap { FoodCard($0, session.output).lines })
    }
    return .success
  }

  private func show(_ number: Int, of store: BookStore, in session: Session) throws -> ExitStatus {
    guard let food = try store.snackFood(at: number) else {
      throw Failure("There is no dish \(number). See what there is with: bookstall snack foods", .notFound)
    }
    if global.json {
      try session.printJSON(SnackJSON.value(food))
    } else if global.plain {
      try session.print(SnackPlain.row(food))
    } else {
      try session.print(card(food, session.output))
    }
    return .success
  }

  /// The card and, where it had to leave text out, the rest below.
  private func card(_ food: SnackFood, _ options: TerminalOptions) -> [StyledText] {
    let card = FoodCard(food, options)
    return card.isCut && !options.isAccessible ? card.lines + [StyledText()] + card.furtherText : card.lines
  }
}

/// `bookstall snack bars`: the snack bars as a table, as cards, or to browse.
struct SnackBarsCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bars", abstract: "List the snack bars.",
      examples: ["bookstall snack bars", "bookstall snack bars --cards", "bookstall snack bars -i"])
  }

  @Flag(help: "Show every bar as a card with its picture.") var cards
  @Flag(
    name: "interactive", short: "i",
    help: "Browse with the arrow keys; Enter opens a bar, q or Enter closes it, q leaves.")
  var isInteractive
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let bars = try store.snackBars()
    if global.json {
      try session.printJSON(.array(bars.map { SnackJSON.value($0) }))
    } else if global.plain {
      for bar in bars { try session.print(SnackBarTable.plainRow(bar)) }
    } else if isInteractive, let browsing = session.browsing(count: bars.count, opens: true) {
      return try browsing.run { view in
        let bar = bars[view.place]
        guard view.isOpen else { return SnackBarCard(bar, view.options).lines }
        return SnackBarDetail(try session.snackBar(bar.id, in: store), view.options).lines
      }
    } else if cards {
      try session.print(bars.flatMap { SnackBarCard($0, session.output).lines })
    } else {
      try session.print(SnackBarTable(bars, session.output).lines)
      session.hint("bookstall snack show 5")
    }
    return .success
  }
}
