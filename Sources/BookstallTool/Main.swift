import Bookstall
import Glibc

/// The process: raw arguments in, exit status out.
@main
enum Main {
  static func main() {
    // A file that may not grow is an error with a sentence, like a full disk, and not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    let console = Console()
    let tool = Tool(console: console, environment: .current(), sqliteVersion: BookStore.sqliteVersion)
    var raw: [[UInt8]] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index] else { continue }
      raw.append(Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
    let status = tool.run(raw)
    if status == .interrupted {
      // The shell must see that a signal ended the process, or its loops would go on.
      signal(tool.endingSignal, SIG_DFL)
      raise(tool.endingSignal)
    }
    exit(status.rawValue)
  }
}
