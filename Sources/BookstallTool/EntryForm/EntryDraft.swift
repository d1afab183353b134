import Bookstall
import Glibc

/// The answers of a form that was left early, in a file for its owner alone; kept for seven days.
struct EntryDraft {
  /// The file.
  let path: String
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
    guard let folder = EntryDraft.folder(environment) else { return nil }
    path = "\(folder)/\(name).json"
    self.arguments = arguments
  }

  /// The folder for what is worth keeping but is no data.
  private static func folder(_ environment: Environment) -> String? {
    // The XDG rules say that a relative folder counts as unset.
    if let state = environment[.xdgStateHome], state.hasPrefix("/") { return state + "/bookstall" }
    return environment[.home].map { $0 + "/.local/state/bookstall" }
  }

  /// What was kept in the last seven days; what is older is deleted.
  func load() -> Content? {
    guard let bytes = EntryDraft.read(path), let json = try? JSON(bytes: bytes) else { return nil }
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
    guard EntryDraft.makeFolders(above: path) else { return false }
    let new = path + ".new"
    unlink(new)
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = (try? Console.write(bytes, to: descriptor)) != nil && fsync(descriptor) == 0
    close(descriptor)
    guard isWritten, rename(new, path) == 0 else {
      unlink(new)
      return false
    }
    return true
  }

  /// Deletes what was kept.
  func remove() { unlink(path) }

  private static func makeFolders(above path: String) -> Bool {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return true }
    let folder = String(path[..<slash])
    if access(folder, F_OK) == 0 { return true }
    return makeFolders(above: folder) && (mkdir(folder, 0o700) == 0 || errno == EEXIST)
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count == 0 ? bytes : nil }
      bytes += chunk[..<count]
    }
  }
}
