/// How the process ends; the numbers follow sysexits.h where it has one.
enum ExitStatus: Int32, CaseIterable {
  case success = 0
  case failure = 1
  /// No such book, or several that fit.
  case notFound = 3
  /// The command line is wrong.
  case usage = 64
  /// Some rows of an import were refused; the others are in the store.
  case someRefused = 65
  /// A file cannot be read.
  case cannotRead = 66
  /// A file, or the output, cannot be written.
  case cannotWrite = 73
  /// Another process holds the store.
  case storeBusy = 75
  /// Ctrl-C; the process ends by the signal itself, and shells then see this number.
  case interrupted = 130

  /// What `help exit-codes` says.
  var meaning: String {
    switch self {
    case .success: "Done."
    case .failure: "It did not work; the message says why."
    case .notFound: "No such book, or several that fit."
    case .usage: "The command line is wrong."
    case .someRefused: "Some rows of an import were refused; the others are in the store."
    case .cannotRead: "A file cannot be read."
    case .cannotWrite: "A file or the output cannot be written."
    case .storeBusy: "Another program holds the store."
    case .interrupted: "Ctrl-C."
    }
  }
}
