import Bookstall
import Persistence
import TestSupport

/// Prints ratios of the product against bare loops over the C API and against the `sqlite3` shell.
///
/// Absolute times are this machine's; the ratios are what counts. An argument names the one group to run: `store`,
/// `show` or `export`.
@main
struct Main {
  static let count = 300_000

  static func main() throws {
    let folder = try TemporaryFolder()
    let wanted = CommandLine.arguments.dropFirst().first
    print("\(count) books; medians of runs side by side")
    print(Comparison.header)
    if wanted == nil || wanted == "store" { try StoreBenchmarks(folder: folder.path).run() }
    if wanted == nil || wanted == "show" { try CommandBenchmarks(folder: folder.path).runShow() }
    if wanted == nil || wanted == "export" { try CommandBenchmarks(folder: folder.path).runExport() }
  }
}
