import Presentation

extension Session {
  /// Lets a pager show the output if it gets taller than the screen; only where a person sits at both ends.
  func allowPager() {
    guard console.inputIsTTY, console.outputIsTTY, !global.noPager, !output.isAccessible,
      environment[.term] ?? "dumb" != "dumb", let rows = console.outputHeight, let pager = Pager(environment)
    else { return }
    console.page(with: pager, rows: rows)
  }
}

// The commands whose output is for reading.

extension ListCommand {
  var isRead: Bool { true }
}

extension ShowCommand {
  var isRead: Bool { true }
}

extension SearchCommand {
  var isRead: Bool { true }
}

extension StatsCommand {
  var isRead: Bool { true }
}

extension GenreCommand {
  var isRead: Bool { true }
}

extension GenreListCommand {
  var isRead: Bool { true }
}

extension UndoCommand {
  var isRead: Bool { list }
}

extension DemoCommand {
  var isRead: Bool { true }
}

extension HelpCommand {
  var isRead: Bool { true }
}

extension SnackCommand {
  var isRead: Bool { true }
}

extension SnackHeadersCommand {
  var isRead: Bool { !isInteractive && !animate }
}

extension SnackWaysCommand {
  var isRead: Bool { !isInteractive }
}

extension SnackFoodsCommand {
  var isRead: Bool { !isInteractive }
}

extension SnackBarsCommand {
  var isRead: Bool { !isInteractive }
}

extension SnackShowCommand {
  var isRead: Bool { true }
}
