import Bookstall
import Glibc

/// The answers of a form that was left early, in a file for its owner alone; kept for seven days.
struct EntryDraft {
  private let file: StateFile
  /// The arguments that the command was called with, so that options are not lost either.
  var arguments: [String] = []

  private static let lifetime = 7 * 24 * 60 * 60

  /// What was kept.
  struct Content: Equatable {
    var values: [FormField: String] = [:]
    var focus = FormField.title
    var arguments: [String] = []
  }

  /// A draft of some name in the user's folder for such files; nil without a home folder.
  init?(_ name: String, environment: Environment, arguments: [String] = []) {
    guard let file = StateFile("\(name).json", environment: environment) else { return nil }
    self.file = file
    self.arguments = arguments
  }

  /// What was kept in the last seven days; what is older is deleted.
  func load() -> Content? {
    guard let bytes = file.read(), let json = try? JSON(bytes: bytes) else { return nil }
    guard let saved = json["saved"]?.number, saved > Double(time(nil) - EntryDraft.lifetime) else {
      remove()
      return nil
    }
    var content = Content()
    for field in FormField.allCases { content.values[field] = json["values"]?[field.rawValue]?.text }
    content.focus = json["focus"]?.text.flatMap(FormField.init(rawValue:)) ?? .title
    content.arguments = json["arguments"]?.elements?.compactMap(\.text) ?? []
    return content
  }

  /// Writes the answers beside the old ones and puts them in their place; tells whether that worked.
  @discardableResult
  func save(_ values: [FormField: String], focus: FormField) -> Bool {
    var bytes: [UInt8] = []
    let members = FormField.allCases.compactMap { field in
      values[field].map { JSON.Member(name: field.rawValue, value: .string($0)) }
    }
    JSONWriter.append(
      .object([
        JSON.Member(name: "saved", value: .number(String(time(nil)))),
        JSON.Member(name: "arguments", value: .array(arguments.map(JSON.string))),
        JSON.Member(name: "focus", value: .string(focus.rawValue)),
        JSON.Member(name: "values", value: .object(members)),
      ]), into: &bytes)
    return file.write(bytes)
  }

  /// Deletes what was kept.
  func remove() { file.remove() }
}
