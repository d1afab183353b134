/// Splits text into words as a shell does: at white space, with quotes and backslashes; expands nothing.
enum ShellWords {
  /// What the reader of a command line is in the middle of.
  enum Quoting: Equatable {
    case none
    case single
    case double
  }

  /// The words of a text and how it ends.
  struct Reading: Equatable {
    var words: [String] = []
    /// Whether the last word goes on where the text ends.
    var isOpen = false
    /// The quotes that the text ends in.
    var quoting = Quoting.none
    /// The scalar at which the last word begins.
    var start = 0
    /// How many scalars of the last word stand before the quotes that the text ends in.
    var beforeQuotes = 0
  }

  /// The words; a quote that is never closed goes to the end.
  static func words(_ text: String) -> [String] { read(text).words }

  /// Reads a text that may stop in the middle of a word, as a command line that is being typed does.
  static func read(_ text: String) -> Reading {
    var reading = Reading()
    var word = String.UnicodeScalarView()
    var isEscaped = false
    for (place, scalar) in text.unicodeScalars.enumerated() {
      let isSpace = scalar == " " || scalar == "\t" || scalar == "\n"
      if !reading.isOpen, !isSpace { (reading.isOpen, reading.start) = (true, place) }
      if isEscaped {
        // Within double quotes a backslash is itself before all but these.
        if reading.quoting == .double, !["\"", "\\", "$", "`"].contains(scalar) { word.append("\\") }
        word.append(scalar)
        isEscaped = false
        continue
      }
      switch (scalar, reading.quoting) {
      case ("\\", .none), ("\\", .double): isEscaped = true
      case ("'", .none), ("\"", .none):
        reading.quoting = scalar == "'" ? .single : .double
        reading.beforeQuotes = word.count
      case ("'", .single), ("\"", .double): reading.quoting = .none
      case (_, .none) where isSpace:
        if reading.isOpen { reading.words.append(String(word)) }
        word = String.UnicodeScalarView()
        reading.isOpen = false
      default: word.append(scalar)
      }
    }
    if reading.isOpen { reading.words.append(String(word)) }
    return reading
  }
}
