import Bookstall

/// The texts of the form's fields, and the record that they make.
struct FormContents {
  /// Whether the book is to be added.
  let isNew: Bool
  private var original: BookRecord
  private var startTexts: [FormField: String]
  private var texts: [FormField: EditedText] = [:]
  /// What each field said when the person last saw it.
  private(set) var bases: [FormField: String]

  /// What a record holds; `values` go before it, and `bases` are what they were typed over.
  init(
    of record: BookRecord, isNew: Bool, values: [FormField: String] = [:], bases: [FormField: String] = [:]
  ) {
    self.isNew = isNew
    original = record
    var starts: [FormField: String] = [:]
    for field in FormField.allCases {
      let start = field.text(of: record)
      starts[field] = start
      texts[field] = EditedText(kept: values[field] ?? start, hasLines: field == .review)
    }
    startTexts = starts
    self.bases = starts.merging(bases) { $1 }
  }

  /// What plain questions made of a record.
  init(of record: BookRecord, isNew: Bool, answered: BookRecord, bases: [FormField: String]) {
    var values: [FormField: String] = [:]
    for field in FormField.allCases where !field.isSame(record, answered) {
      values[field] = field.text(of: answered)
    }
    self.init(of: record, isNew: isNew, values: values, bases: bases)
  }

  /// The text of a field with its cursor.
  subscript(field: FormField) -> EditedText {
    get { texts[field] ?? EditedText() }
    set { texts[field] = newValue }
  }

  /// The texts that a draft keeps: those that were changed, and all that a new book has.
  var values: [FormField: String] {
    texts.mapValues(\.text).filter { field, text in
      text != startTexts[field] || isNew && !text.isEmpty
    }
  }

  /// From now on the person knows what fields say in the store.
  mutating func learn(_ conflicts: FormConflicts) {
    for field in conflicts.fields { bases[field] = field.text(of: conflicts.record) }
  }

  /// Takes fields as the store has them, to the last byte.
  mutating func take(_ conflicts: FormConflicts) {
    learn(conflicts)
    for field in conflicts.fields {
      field.copy(from: conflicts.record, to: &original)
      startTexts[field] = field.text(of: conflicts.record)
      texts[field]?.set(field.text(of: conflicts.record))
    }
  }

  /// Whether anything was typed that would be lost.
  var isChanged: Bool { FormField.allCases.contains { self[$0].text != startTexts[$0] } }

  /// What an empty field will be: a new book's genre is proposed, as the list of genres begins with it.
  func proposal(_ field: FormField) -> String? {
    guard field == .genre, self[.genre].isEmpty, isNew || startTexts[.genre] != "" else { return nil }
    return Genre.names.first
  }

  /// The record as it would be saved; fields that nobody touched stay as they were, to the last byte.
  func record(spelledBy suggestions: FormSuggestions) -> BookRecord {
    var record = original
    for field in FormField.allCases {
      let text = self[field].text
      if let proposal = proposal(field) {
        field.put(proposal, into: &record)
      } else if text != startTexts[field] {
        field.put(field == .genre ? suggestions.spelling(ofGenre: text) : text, into: &record)
      }
    }
    return record
  }
}
