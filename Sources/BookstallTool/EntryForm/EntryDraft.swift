import Bookstall
import Glibc

/// The answers of a form that was left early, in a file for its owner alone; kept for seven days.
///
/// Each form that is left has a file of its own, so that saving one book takes no other one's answers.
final class EntryDraft {
  private let name: String
  private let environment: Environment
  /// The file that is this form's; nil before the first answers are kept.
  private var file: StateFile?
  /// Keeps other windows from that file.
  private var hold: FileHold?
  /// The command lines that the form was opened with, the first one first, so that options are not lost either.
  private var arguments: [[String]]
  /// Whether the form goes on with answers that were kept before.
  private(set) var isResumed = false
  /// The book that the form changes; nil where it makes a new one.
  private var subject: Subject?
  /// What `--draft` calls a form that changes a book; nil before it is kept, and for those of new books, whose files
  /// are numbered.
  private var number: Int?

  private static let lifetime = 7 * 24 * 60 * 60
  /// So many forms can wait to be gone on with.
  static let most = 20

  /// What was kept.
  struct Content: Equatable {
    var values: [FormField: String] = [:]
    /// What the fields said before they were changed.
    var bases: [FormField: String] = [:]
    var focus = FormField.title
    /// The command lines that the form was opened with.
    var arguments: [[String]] = []
    /// The book that the form changes.
    var subject: Subject?
    /// What `--draft` calls a form that changes a book.
    var number: Int?
  }

  /// A form that waits to be gone on with.
  struct Waiting {
    /// What `--draft` calls it.
    let number: Int
    /// Seconds since 1970.
    let saved: Double
    let content: Content
    /// Whether it is open in another window.
    let isOpen: Bool
    fileprivate let file: StateFile
  }

  /// What became of the answers when a form was left.
  enum Keeping: Equatable {
    /// There were none.
    case nothing
    case kept
    /// They could not be written; the sentence says why.
    case lost(String)
  }

  /// A draft of some name in the user's folder for such files.
  init(_ name: String, environment: Environment, arguments: [String] = [], subject: Subject? = nil) {
    self.name = name
    self.environment = environment
    self.arguments = [arguments]
    self.subject = subject
  }

  // MARK: Reading

  /// Whether something was kept in the last seven days that is not open elsewhere.
  var isThere: Bool { all.contains { !$0.isOpen } }

  /// What was kept last in the last seven days, or what has that number; it is this form's from now on.
  ///
  /// What is open in another window is left to it: nil where there is nothing else.
  func load(_ number: Int? = nil) -> Content? {
    for waiting in all where number == nil || waiting.number == number {
      guard let hold = FileHold(waiting.file.path), let now = EntryDraft.read(waiting.file) else { continue }
      (file, self.hold, isResumed) = (waiting.file, hold, true)
      (subject, self.number) = (subject ?? now.content.subject, now.content.number)
      let before = now.content.arguments
      arguments = before + (before.last == arguments.last ? [] : arguments)
      return now.content
    }
    return nil
  }

  /// All that was kept in the last seven days, the last first; what is older is deleted.
  var all: [Waiting] {
    files.enumerated().compactMap { place, file in
      EntryDraft.read(file).map { kept in
        Waiting(
          number: kept.content.number ?? place + 1, saved: kept.saved, content: kept.content,
          isOpen: FileHold(file.path) == nil, file: file)
      }
    }.sorted { $0.saved > $1.saved }
  }

  private var files: [StateFile] {
    (1...EntryDraft.most).compactMap { number in
      StateFile("\(name)\(number == 1 ? "" : "-\(number)").json", environment: environment)
    }
  }

  private static func read(_ file: StateFile) -> (saved: Double, content: Content)? {
    guard let bytes = file.read(), let json = try? JSON(bytes: bytes) else { return nil }
    guard let saved = json["saved"]?.number, saved > Double(time(nil) - EntryDraft.lifetime) else {
      file.remove()
      return nil
    }
    var content = Content()
    content.values = texts(json["values"])
    content.bases = texts(json["before"])
    content.number = json["number"]?.number.flatMap { Int(exactly: $0) }
    if let book = json["book"], let number = book["number"]?.number.flatMap({ Int64(exactly: $0) }) {
      content.subject = Subject(number: number, values: texts(book["values"]))
    }
    content.focus = json["focus"]?.text.flatMap(FormField.init(rawValue:)) ?? .title
    let lines = json["arguments"]?.elements ?? []
    content.arguments = lines.compactMap { $0.elements?.compactMap(\.text) }
    // Once it was a single command line.
    if content.arguments.isEmpty { content.arguments = [lines.compactMap(\.text)] }
    return (saved, content)
  }

  private static func texts(_ json: JSON?) -> [FormField: String] {
    var texts: [FormField: String] = [:]
    for field in FormField.allCases { texts[field] = json?[field.rawValue]?.text }
    return texts
  }

  // MARK: Writing

  /// Writes the answers beside the old ones and puts them in their place.
  @discardableResult
  func save(_ contents: FormContents, focus: FormField) -> Keeping {
    if subject != nil, number == nil { number = EntryDraft.freeEditNumber(environment) }
    var content = Content(
      values: contents.values, focus: focus, arguments: arguments, subject: subject, number: number)
    for field in content.values.keys { content.bases[field] = contents.bases[field] }
    let bytes = EntryDraft.bytes(of: content)
    if let file { return EntryDraft.keeping(in: file, write(bytes, to: file, isNew: false)) }
    guard let first = files.first else { return .lost("There is no home folder to keep them in.") }
    for file in files {
      var failure = write(bytes, to: file, isNew: true)
      if failure == EEXIST {
        // What is there is another form's, unless nothing can be read from it.
        if EntryDraft.read(file) != nil { continue }
        file.remove()
        failure = write(bytes, to: file, isNew: true)
      }
      if failure == 0 { self.file = file }
      return EntryDraft.keeping(in: file, failure)
    }
    return .lost("\(EntryDraft.most) forms wait already to be gone on with, the first in '\(first.path)'.")
  }

  /// The `errno` of what failed, or 0.
  private func write(_ bytes: [UInt8], to file: StateFile, isNew: Bool) -> Int32 {
    do {
      hold = try file.write(bytes, isNew: isNew)
      return 0
    } catch {
      if case .cannotWrite(let number) = error { return number }
      return EIO
    }
  }

  private static func keeping(in file: StateFile, _ failure: Int32) -> Keeping {
    failure == 0 ? .kept : .lost("'\(file.path)' cannot be written: \(Failure.reason(failure)).")
  }

  private static func bytes(of content: Content) -> [UInt8] {
    func members(_ texts: [FormField: String]) -> JSON {
      .object(
        FormField.allCases.compactMap { field in
          texts[field].map { JSON.Member(name: field.rawValue, value: .string($0)) }
        })
    }
    var bytes: [UInt8] = []
    let book: [JSON.Member] =
      content.subject.map { subject in
        [
          JSON.Member(
            name: "book",
            value: .object([
              JSON.Member(name: "number", value: .number(String(subject.number))),
              JSON.Member(name: "values", value: members(subject.values)),
            ]))
        ]
      } ?? []
    let number = content.number.map { [JSON.Member(name: "number", value: .number(String($0)))] } ?? []
    JSONWriter.append(
      .object(
        number + book + [
          JSON.Member(name: "saved", value: .number(EntryDraft.now)),
          JSON.Member(
            name: "arguments", value: .array(content.arguments.map { .array($0.map(JSON.string)) })),
          JSON.Member(name: "focus", value: .string(content.focus.rawValue)),
          JSON.Member(name: "values", value: members(content.values)),
          JSON.Member(name: "before", value: members(content.bases)),
        ]), into: &bytes)
    return bytes
  }

  /// Seconds with their thousandths, so that the last of several drafts is known.
  private static var now: String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let thousandths = String(now.tv_nsec / 1_000_000)
    return "\(now.tv_sec).\(String(repeating: "0", count: 3 - thousandths.count))\(thousandths)"
  }

  /// Deletes a form that waits, unless it is open in another window.
  static func drop(_ waiting: Waiting) -> Bool {
    guard let hold = FileHold(waiting.file.path) else { return false }
    defer { withExtendedLifetime(hold) {} }
    waiting.file.remove()
    return true
  }

  /// Deletes what this form kept.
  func remove() {
    file?.remove()
    (file, hold) = (nil, nil)
  }
}
