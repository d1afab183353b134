import Bookstall

/// The texts of the form's fields, and the record that they make.
struct FormContents {
  /// Whether the book is to be added.
  let isNew: Bool
  private let original: BookRecord
  private let startTexts: [FormField: String]
  private var texts: [FormField: EditedText] = [:]

  /// What a record holds; `values` go before it.
  init(of record: BookRecord, isNew: Bool, values: [FormField: String] = [:]) {
    self.isNew = isNew
    original = record
    var starts: [FormField: String] = [:]
    for field in FormField.allCases {
      let start = field.text(of: record)
      starts[field] = start
      texts[field] = EditedText(values[field] ?? start, hasLines: field == .review)
    }
    startTexts = starts
  }

  /// The text of a field with its cursor.
  subscript(field: FormField) -> EditedText {
    get { texts[field] ?? EditedText() }
    set { texts[field] = newValue }
  }

  /// The texts that are not empty, as a draft keeps them.
  var values: [FormField: String] {
    texts.mapValues(\.text).filter { !$0.value.isEmpty }
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
