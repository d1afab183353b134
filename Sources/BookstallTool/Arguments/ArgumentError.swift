import Presentation

/// What is wrong with a command line.
enum ArgumentError: Error, Equatable {
  /// The argument's place (1 for the first), the first bad byte and that byte's place (1 for the first).
  case notUTF8(argument: Int, byte: UInt8, place: Int)
  case unknownCommand(String, suggestion: String?)
  case unknownOption(String, suggestion: String?)
  /// An option stands last or before another option.
  case missingValue(label: String)
  /// A flag was given a value with `=`.
  case unexpectedValue(name: String, value: String)
  case missingArgument(label: String)
  case unexpectedArguments([String])
  case invalidValue(String, label: String, reason: String)
  case refused(ValidationError)
}

extension ArgumentError {
  /// One sentence that says what is wrong, with a suggestion where there is one.
  var message: String {
    switch self {
    case .notUTF8(let argument, let byte, let place):
      let hex = String(byte, radix: 16, uppercase: true)
      return "Argument \(argument) is not valid UTF-8: byte 0x\(hex.count < 2 ? "0" : "")\(hex) at position "
        + "\(place). Use a terminal and file names in UTF-8."
    case .unknownCommand(let word, let suggestion):
      return "Unknown command '\(SafeText.excerpt(word))'.\(Self.hint(suggestion))"
    case .unknownOption(let name, let suggestion):
      return "Unknown option '\(SafeText.excerpt(name))'.\(Self.hint(suggestion))"
    case .missingValue(let label):
      return "Missing value for '\(label)'. A value that starts with a dash needs '='."
    case .unexpectedValue(let name, let value):
      return "The option '\(name)' takes no value, but was given '\(SafeText.excerpt(value))'."
    case .missingArgument(let label):
      return "Missing expected argument '\(label)'."
    case .unexpectedArguments(let words):
      let list = words.map { "'\(SafeText.excerpt($0))'" }.joined(separator: ", ")
      return words.count == 1
        ? "Unexpected argument \(list)." : "\(words.count) unexpected arguments: \(list)."
    case .invalidValue(let value, let label, let reason):
      return "The value '\(SafeText.excerpt(value))' is invalid for '\(label)': \(reason)"
    case .refused(let error):
      return error.message
    }
  }

  static func hint(_ suggestion: String?) -> String {
    suggestion.map { " Did you mean '\($0)'?" } ?? ""
  }
}

/// An error together with the command whose usage explains it.
struct UsageError: Error {
  let error: ArgumentError
  /// The root, then the subcommands down to the one that was being read.
  let path: [any ParsableCommand.Type]

  /// The usage of the command and where to read more; each ends a line.
  func hint(width: Int) -> String {
    let name = path.map { $0.configuration.commandName }.joined(separator: " ")
    return HelpPage(path: path).usage(prefix: "Usage: ", width: width)
      + HelpPage.indented("See '\(name) --help' for more information.", width: width)
  }
}
