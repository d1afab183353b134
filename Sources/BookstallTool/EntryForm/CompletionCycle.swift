/// The names that Tab goes through, round and round.
struct CompletionCycle: Equatable {
  /// The field's text before the first Tab.
  let typed: String
  let before: String
  let after: String
  let choices: [String]
  private(set) var index = 0

  init(typed: String, before: String, after: String, choices: [String]) {
    self.typed = typed
    self.before = before
    self.after = after
    self.choices = choices
  }

  /// The name that stands in the field now.
  var choice: String { choices.indices.contains(index) ? choices[index] : "" }

  mutating func advance() { index = choices.isEmpty ? 0 : (index + 1) % choices.count }
}
