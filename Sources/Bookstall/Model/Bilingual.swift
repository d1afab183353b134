/// A text in Chinese with its English line.
package struct Bilingual: Hashable, Sendable {
  /// The text itself.
  package var chinese: String
  /// The same in English.
  package var english: String

  /// Both of them.
  package init(_ chinese: String, _ english: String) {
    self.chinese = chinese
    self.english = english
  }
}
