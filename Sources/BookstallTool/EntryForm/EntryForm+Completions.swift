import Bookstall

extension EntryForm {
  /// The names that could stand in the field that is being edited.
  var completions: [String] {
    if let cycle { return cycle.choices }
    guard state == .editing else { return [] }
    let typed = typedPart
    let found = suggestions.completions(of: typed, in: focus)
    return found == [typed] ? [] : found
  }

  /// The rest of the first name that begins with what stands before the cursor.
  var ghost: String? {
    guard cycle == nil, state == .editing, edited(focus).isAtEnd, !typedPart.isEmpty,
      let first = completions.first
    else { return nil }
    let typed = typedPart
    guard first.count > typed.count,
      SearchWords.folded(String(first.prefix(typed.count))) == SearchWords.folded(typed)
    else { return nil }
    return String(first.dropFirst(typed.count))
  }

  /// How many books have what the field says; nil where that says nothing.
  func knownCount(_ field: FormField) -> Int? {
    let text = text(field)
    guard !field.isList, !TextNormalisation.isBlank(text) else { return nil }
    return suggestions.count(of: text, in: field)
  }

  /// What is being typed: the field's text, or the last part of a list.
  private var typedPart: String {
    let edited = edited(focus)
    let before = edited.characters[..<edited.cursor]
    return String(before[focus.lastPart(of: before)...])
  }
}
