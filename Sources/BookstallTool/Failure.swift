import Bookstall
import Glibc
import Persistence

/// An error as the user sees it: the sentence and the exit status; all wording of errors stands here.
struct Failure: Error, Equatable {
  /// One sentence: what, where, and what to do.
  let message: String
  let status: ExitStatus

  init(_ message: String, _ status: ExitStatus) {
    self.message = message
    self.status = status
  }

  /// Words an error of any module.
  init(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ConsoleError: self.init(error)
    case let error as StoreError: self.init(error)
    case let error as ExportError: self.init(error)
    default: self.init("\(error)", .failure)
    }
  }

  private init(_ error: ConsoleError) {
    switch error {
    case .closedPipe: self.init("The output's reader has gone.", .success)
    case .interrupted, .stopped: self.init("Interrupted.", .interrupted)
    case .cannotWrite(let number):
      self.init("Cannot write the output: \(Self.reason(number)).", .cannotWrite)
    case .cannotRead(let number):
      self.init("Cannot read the input: \(Self.reason(number)).", .cannotRead)
    case .notUTF8(let line, let byte, let place):
      let hex = String(byte, radix: 16, uppercase: true)
      self.init(
        "Line \(line) of the input is not valid UTF-8: byte 0x\(hex) at position \(place).", .cannotRead)
    }
  }

  /// The system's words for an `errno`.
  static func reason(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }
}
