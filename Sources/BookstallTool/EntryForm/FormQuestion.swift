import Presentation

/// The form's last question in the longest words that have room, since a choice that is cut is none.
struct FormQuestion {
  /// The line above, which has the question where one line can't have both.
  private(set) var above = ""
  /// What stands before the choices.
  private(set) var lead = ""
  private(set) var choices = ""

  /// The question for a window; `hasOthers` says that another's texts can be taken.
  init(columns: Int, _ options: TerminalOptions, hasOthers: Bool) {
    let pointer = options.isASCII ? ">" : "›"
    let words = hasOthers ? ["[Y]es, mine", "[t]heirs", "[e]dit", "[n]o"] : ["[Y]es", "[e]dit", "[n]o"]
    let wide = words.joined(separator: "  ") + "  \(pointer) "
    let narrow = words.joined(separator: " ") + " \(pointer) "
    let letters = hasOthers ? "Y/t/e/n" : "Y/e/n"
    let forms: [(lead: String, choices: String)] = [
      ("  Save?  ", wide), ("Save?  ", narrow), ("", narrow), ("", "\(letters) \(pointer) "),
    ]
    // One cell is for the cursor.
    let width = options.layout.width
    let form =
      forms.dropFirst(columns < 48 ? 1 : 0).first { width.cells(in: $0.lead + $0.choices) < columns }
      ?? ("", letters)
    (lead, choices) = form
    if lead.isEmpty { above = "Save?" }
  }
}
