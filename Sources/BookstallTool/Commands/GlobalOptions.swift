/// The options that every command has, before or after the command's name.
struct GlobalOptions: ParsableArguments {
  @Option(.filePath, help: "The store's file (else BOOKSTALL_DB, else the user's data folder).")
  var db: String?
  @Flag(help: "Print JSON with stable keys.") var json
  @Flag(help: "Print one record per line, fields between tabs, nothing cut.") var plain
  @Flag(short: "q", help: "Print only what was asked for.") var quiet
  @Flag(short: "y", help: "Answer every question with yes.") var yes
  @Flag(help: "Never ask; fail and name the missing option.") var noInput
  @Flag(help: "Show text taller than the screen without a pager (see BOOKSTALL_PAGER).") var noPager
  @Option(.choice("when"), help: "Colour the output.") var color = ColourChoice.auto
  @Option(.choice("tier"), help: "Draw pictures so (else BOOKSTALL_ART).") var art: ArtChoice?
  @Option(.choice(), help: "Colours for a dark or a light ground (else BOOKSTALL_THEME).")
  var theme: ThemeChoice?
  @Flag(help: "Use ASCII alone outside of the books' own text.") var ascii
  @Flag(help: "Plain lines and words in place of pictures, for screen readers.") var accessible
  @Option(.integer("cells", in: 1...10_000), help: "The width of the output (else COLUMNS).") var width: Int?

  func validate() throws(ValidationError) {
    if json, plain { throw ValidationError(message: "'--json' and '--plain' can't go together.") }
  }

  /// The options that a command line has which may be wrong in other ways, for the look of what is said about it.
  static func found(in arguments: [String]) -> GlobalOptions {
    let global = GlobalOptions()
    var reader = ArgumentReader(arguments, parameters: global.parameters)
    while true {
      do throws(ArgumentError) {
        guard let item = try reader.next() else { return global }
        switch item {
        case .flag(let parameter, let isOn):
          if case .flag(let set) = parameter.form { set(isOn) }
        case .option(let parameter, let value):
          if case .option(let assign) = parameter.form { try? assign(value) }
        case .positional, .help, .version: break
        }
      } catch {
        continue
      }
    }
  }

  /// What the options say about looks.
  var appearance: AppearanceOptions {
    AppearanceOptions(
      colour: color, art: art, theme: theme, isASCII: ascii, isAccessible: accessible, width: width)
  }
}

extension ValueParser where Value == String {
  /// Takes the path of a file; an empty one would name nothing.
  static var filePath: Self {
    ValueParser("file") { (text) throws(InvalidValue) in
      if text.isEmpty { throw InvalidValue(reason: "name a file.") }
      return text
    }
  }
}
