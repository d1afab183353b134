import Bookstall
import Presentation

/// What a person made of a stored book, and what they knew of it.
struct FormEdit {
  /// The book as it was when the form was opened.
  let opened: BookRecord
  /// The book as the person left it.
  private(set) var answered: BookRecord
  /// What each field said when the person last saw it; a draft may have been opened with another book.
  private(set) var bases: [FormField: String]

  init(opened: BookRecord, answered: BookRecord, bases: [FormField: String]) {
    (self.opened, self.answered, self.bases) = (opened, answered, bases)
  }

  /// The fields that the person changed; no other is written.
  var changed: [FormField] { FormField.allCases.filter { !$0.isSame(opened, answered) } }

  /// The same, by somebody who knows of the conflicts and, with `takingTheirs`, gives way.
  func settled(_ conflicts: FormConflicts, takingTheirs: Bool) -> FormEdit {
    var edit = self
    for field in conflicts.fields {
      edit.bases[field] = field.text(of: conflicts.record)
      if takingTheirs { field.copy(from: conflicts.record, to: &edit.answered) }
    }
    return edit
  }

  /// Puts the changed fields into the book as it is now.
  ///
  /// Throws `FormConflicts` where a changed field was changed elsewhere too; then nothing is put.
  func apply(to record: inout BookRecord) throws(FormConflicts) {
    let present = record
    let fields = changed.filter { field in
      field.text(of: present) != bases[field] ?? field.text(of: opened) && !field.isSame(present, answered)
    }
    if !fields.isEmpty { throw FormConflicts(fields: fields, record: present) }
    for field in changed { field.copy(from: answered, to: &record) }
  }
}

/// Fields that a person changed and that were changed elsewhere meanwhile.
struct FormConflicts: Error, Equatable {
  let fields: [FormField]
  /// The book as it is now.
  let record: BookRecord

  /// A sentence for each of the fields.
  var sentences: [String] {
    fields.map { field in
      let text = field.text(of: record)
      let what = text.isEmpty ? "emptied" : "changed to '\(SafeText.excerpt(text))'"
      return "\(field.name) was \(what) elsewhere meanwhile."
    }
  }
}
