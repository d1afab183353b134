/// The names that Tab goes through, round and round.
struct CompletionCycle: Equatable {
  /// The field's text before the first Tab.
  let typed: String
  let choices: [String]
  private(set) var index = 0
  private let before: String
  private let after: String

  /// Names in the place of what stands before the cursor, or of the last part of a list.
  init(of field: FormField, _ edited: EditedText, choices: [String]) {
    let start = field.lastPart(of: edited.characters[..<edited.cursor])
    typed = edited.text
    before = String(edited.characters[..<start])
    after = String(edited.characters[edited.cursor...])
    self.choices = choices
  }

  mutating func advance() { index = choices.isEmpty ? 0 : (index + 1) % choices.count }

  /// Writes the present name into the field, with the cursor behind it.
  func put(into edited: inout EditedText) {
    edited.set(before + (choices.indices.contains(index) ? choices[index] : "") + after)
    edited.move(to: edited.characters.count - after.count)
  }
}
