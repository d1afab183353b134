/// A switch, such as `--json`, or a pair of them, such as `--header` and `--no-header`.
@propertyWrapper
struct Flag: ParameterSource {
  private let storage: ParameterValue<Bool>
  private let name: String?
  private let short: Character?
  private let hasOffName: Bool
  private let help: ArgumentHelp

  var wrappedValue: Bool { storage.value }

  /// Declares a switch; with `hasOffName` there is also `--no-<name>`, and the last one given counts.
  init(
    wrappedValue: Bool = false, name: String? = nil, short: Character? = nil, hasOffName: Bool = false,
    help: ArgumentHelp
  ) {
    storage = ParameterValue(wrappedValue)
    self.name = name
    self.short = short
    self.hasOffName = hasOffName
    self.help = help
  }

  func parameter(property: String) -> Parameter {
    let long = name ?? dashed(property)
    let storage = storage
    return Parameter(
      form: .flag { storage.value = $0 }, names: (short.map { ["-\($0)"] } ?? []) + ["--\(long)"],
      offNames: hasOffName ? ["--no-\(long)"] : [], help: help,
      defaultText: hasOffName ? (storage.value ? "--\(long)" : "--no-\(long)") : nil, isGiven: storage.isGiven
    )
  }
}
