import Bookstall
import Presentation

/// `bookstall snack`: the whole guide to Beijing's snacks; its parts are subcommands.
struct SnackCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "snack", abstract: "Read the guide to Beijing's snacks.",
      examples: [
        "bookstall snack", "bookstall snack foods 5", "bookstall snack bars -i", "bookstall snack show 5",
      ],
      discussion: ["Without a subcommand the whole guide is printed."], usage: "[<subcommand>]",
      subcommands: [
        SnackHeadersCommand.self, SnackWaysCommand.self, SnackFoodsCommand.self, SnackBarsCommand.self,
        SnackShowCommand.self, SnackRateCommand.self, SnackBookmarkCommand.self,
      ])
  }

  @Flag(name: "interactive", short: "i", help: ArgumentHelp("", isHidden: true)) var isInteractive
  var global = GlobalOptions()

  func validate() throws(ValidationError) {
    guard isInteractive else { return }
    throw ValidationError(
      message:
        "Name what to browse: 'snack headers -i', 'snack ways -i', 'snack foods -i' or 'snack bars -i'.")
  }

  func run(in session: Session) throws -> ExitStatus {
    let store = try session.existingStore()
    let (headers, ways) = (try store.snackHeaders(), try store.cookingWays())
    let (foods, bars) = (try store.snackFoods(), try store.snackBars())
    if global.json {
      try session.printJSON(
        SnackJSON.object([
          ("headers", .array(headers.map(SnackJSON.value))), ("ways", .array(ways.map(SnackJSON.value))),
          ("foods", .array(foods.map(SnackJSON.value))),
          ("bars", .array(bars.map { SnackJSON.value($0) })),
        ]))
    } else if global.plain {
      for header in headers { try session.print("header\t" + SnackPlain.row(header)) }
      for way in ways { try session.print("way\t" + SnackPlain.row(way)) }
      for food in foods { try session.print("food\t" + SnackPlain.row(food)) }
      for bar in bars { try session.print("bar\t" + SnackBarTable.plainRow(bar)) }
    } else {
      try session.print(
        SnackGuide(headers: headers, ways: ways, foods: foods, bars: bars, session.output).lines)
    }
    return .success
  }
}

/// `bookstall snack ways`: the ways of cooking in two mirrored columns.
struct SnackWaysCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "ways", abstract: "List the ways of cooking.",
      examples: ["bookstall snack ways", "bookstall snack ways -i"])
  }

  @Flag(name: "interactive", short: "i", help: "Browse with the arrow keys; q leaves.") var isInteractive
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let ways = try session.existingStore().cookingWays()
    if global.json {
      try session.printJSON(.array(ways.map(SnackJSON.value)))
    } else if global.plain {
      for way in ways { try session.print(SnackPlain.row(way)) }
    } else if isInteractive, let browsing = session.browsing(count: ways.count) {
      return try browsing.run { CookingWaysTable(ways, $0.options).lines(choosing: $0.place) }
    } else {
      try session.print(CookingWaysTable(ways, session.output).lines)
    }
    return .success
  }
}

/// `bookstall snack show`: one snack bar in the detail view.
struct SnackShowCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show one snack bar with its introduction and method.",
      examples: ["bookstall snack show 5", "bookstall snack show 5 --json"])
  }

  @Argument(.snackBarNumber, help: "The number of a snack bar.") var number = Int64(0)
  var global = GlobalOptions()

  func run(in session: Session) throws -> ExitStatus {
    let record = try session.snackBar(number, in: session.existingStore())
    if global.json {
      try session.printJSON(SnackJSON.value(record))
    } else if global.plain {
      for line in SnackPlain.lines(record) { try session.print(line) }
    } else {
      try session.print(SnackBarDetail(record, session.output).lines)
    }
    return .success
  }
}

extension ValueParser where Value == Int64 {
  /// The number of a snack bar, with or without `#`.
  static var snackBarNumber: Self {
    ValueParser("number") { (text) throws(InvalidValue) in
      let digits = text.hasPrefix("#") ? String(text.dropFirst()) : text
      guard let number = Int64(digits), number >= 0 else {
        throw InvalidValue(reason: "use the number of a snack bar.")
      }
      return number
    }
  }
}

extension Session {
  /// The snack bar with that number and its texts.
  func snackBar(_ number: Int64, in store: BookStore) throws -> SnackBarRecord {
    guard let record = try store.snackBar(number) else { throw Failure.noSnackBar(number) }
    return record
  }

  /// Writes a JSON value on a line of its own.
  func printJSON(_ value: JSON) throws {
    var bytes: [UInt8] = []
    JSONWriter.append(value, into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    try console.write(bytes)
  }

  /// `5 黄土驴打滚 Yellow Dust Rolls`.
  func name(of bar: SnackBar) -> String {
    "\(bar.id) \(SafeText.excerpt(bar.title.chinese)) \(SafeText.excerpt(bar.title.english))"
  }
}

extension Failure {
  /// There is no snack bar with that number.
  static func noSnackBar(_ number: Int64) -> Failure {
    Failure("There is no snack bar \(number). See what there is with: bookstall snack bars", .notFound)
  }
}
