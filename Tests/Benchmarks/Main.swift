import TestSupport

/// Prints ratios of the product against bare loops over the C API and against the `sqlite3` shell.
///
/// Absolute times are this machine's; the ratios are what counts. An argument names the one group to run, such as
/// `store`; without one, each runs in a process of its own, so that none inherits another's memory.
@main
struct Main {
  static let count = 300_000

  static func main() throws {
    guard let group = CommandLine.arguments.dropFirst().first else {
      print("\(count) books; medians of runs side by side")
      print(Comparison.header)
      for group in ["store", "predicate", "prefetch", "stream", "show", "search", "export", "interchange"] {
        let child = try ChildProcess.run("/proc/self/exe", [group])
        try child.expectSuccess()
        print(child.output, terminator: "")
      }
      return
    }
    let folder = try TemporaryFolder()
    switch group {
    case "store": try StoreBenchmarks(folder: folder.path).run()
    case "predicate": try SmallBenchmarks(folder: folder.path).runPredicate()
    case "prefetch": try SmallBenchmarks(folder: folder.path).runPrefetch()
    case "stream": try SmallBenchmarks(folder: folder.path).runStream()
    case "read": try SmallBenchmarks.read(CommandLine.arguments[2])
    case "fill": try SmallBenchmarks.fill(CommandLine.arguments[2], Int(CommandLine.arguments[3]) ?? 0)
    case "show": try CommandBenchmarks(folder: folder.path).runShow()
    case "search": try SearchBenchmarks(folder: folder.path).run()
    case "export": try CommandBenchmarks(folder: folder.path).runExport()
    case "interchange": try InterchangeBenchmarks(folder: folder.path).run()
    default: throw TestFailure("there is no group \(group)")
    }
  }
}
