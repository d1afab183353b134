/// Cuts a command line into positionals, options and flags, by the names of one set of parameters.
struct ArgumentReader {
  /// One thing found on the command line.
  enum Item {
    case positional(String)
    case option(Parameter, value: String)
    case flag(Parameter, isOn: Bool)
    case help
    case version
  }

  private let arguments: [String]
  /// The index of the next argument.
  private(set) var position = 0
  /// The rest of a cluster of short flags, such as `y` of `-qy`.
  private var cluster: Substring = ""
  private var optionsHaveEnded = false
  private let table: [String: Parameter]

  init(_ arguments: [String], parameters: [Parameter]) {
    self.arguments = arguments
    var table: [String: Parameter] = [:]
    for parameter in parameters {
      for name in parameter.names + parameter.offNames { table[name] = parameter }
    }
    self.table = table
  }

  /// The next item, or nil at the end.
  mutating func next() throws(ArgumentError) -> Item? {
    if let letter = cluster.popFirst() { return try short(letter) }
    guard position < arguments.count else { return nil }
    let argument = arguments[position]
    position += 1
    if optionsHaveEnded || !Self.looksLikeOption(argument) { return .positional(argument) }
    if argument == "--" {
      optionsHaveEnded = true
      return try next()
    }
    if ["-h", "--help", "--help-hidden"].contains(argument) { return .help }
    if argument == "--version" { return .version }
    let (name, value) = Self.split(argument)
    if let parameter = table[name] { return try item(parameter, name: name, value: value) }
    if argument.hasPrefix("--") || argument.count == 2 || table["-\(argument.dropFirst().prefix(1))"] == nil {
      throw unknown(name)
    }
    cluster = argument.dropFirst()
    return try next()
  }

  /// A lone dash stands for a stream and `-4` is a number; everything else with a dash is an option.
  private static func looksLikeOption(_ argument: String) -> Bool {
    guard argument.utf8.first == UInt8(ascii: "-"), let second = argument.utf8.dropFirst().first else {
      return false
    }
    return !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
  }

  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.utf8.index(after: equals)...]))
  }

  private mutating func short(_ letter: Character) throws(ArgumentError) -> Item {
    let name = "-\(letter)"
    if name == "-h" { return .help }
    guard let parameter = table[name] else { throw unknown(name) }
    if case .flag = parameter.form { return try item(parameter, name: name, value: nil) }
    // What follows an option that takes a value is that value, as in `-n3`.
    defer { cluster = "" }
    return try item(parameter, name: name, value: cluster.isEmpty ? nil : String(cluster))
  }

  private mutating func item(
    _ parameter: Parameter, name: String, value: String?
  ) throws(ArgumentError) -> Item {
    if case .flag = parameter.form {
      if let value { throw .unexpectedValue(name: name, value: value) }
      return .flag(parameter, isOn: !parameter.offNames.contains(name))
    }
    if let value { return .option(parameter, value: value) }
    guard position < arguments.count,
      parameter.takesAnyValue || !Self.looksLikeOption(arguments[position])
    else { throw .missingValue(label: parameter.label) }
    position += 1
    return .option(parameter, value: arguments[position - 1])
  }

  private func unknown(_ name: String) -> ArgumentError {
    let known = (table.keys + ["--help", "--version"]).filter { $0.hasPrefix("--") }.sorted()
    guard name.count > 2 else { return .unknownOption(name, suggestion: nil) }
    let word = name.hasPrefix("--") ? String(name.dropFirst(2)) : String(name.dropFirst())
    let suggestion = Suggestion.nearest(to: word, among: known.map { String($0.dropFirst(2)) })
    return .unknownOption(name, suggestion: suggestion.map { "--\($0)" })
  }
}
