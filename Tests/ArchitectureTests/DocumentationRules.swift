/// Which declarations must say what they are.
///
/// Everything `public` or `package` outside the tests has a documentation comment, with one exception: a witness, that
/// is a member with the name and labels of a documented requirement of a protocol that its type conforms to. Enum
/// cases are left to the enum's comment.
struct DocumentationRules {
  /// Requirements of the standard library that a witness needn't explain again.
  static let standardRequirements: Set<String> = [
    "==(left:right:)", "<(left:right:)", "hash(into:)", "description", "debugDescription", "next()",
    "makeIterator()", "encode(to:)", "init(from:)", "rawValue", "init(rawValue:)", "allCases",
    "init(stringLiteral:)", "init(stringInterpolation:)", "init(literalCapacity:interpolationCount:)",
    "appendLiteral(_:)",
  ]

  /// The documented requirements of each of our own protocols.
  private var requirements: [String: Set<String>] = [:]
  /// What each type or protocol of ours states to conform to, in all its extensions together.
  private var conformances: [String: Set<String>] = [:]

  /// The rules for a set of files, whose own protocols count.
  init(_ sources: [SwiftSource]) {
    for declaration in sources.flatMap(\.declarations) {
      if declaration.isType {
        conformances[declaration.name, default: []].formUnion(declaration.conformances)
      }
      if declaration.isDocumented, let parent = declaration.containers.last, parent.keyword == "protocol" {
        requirements[parent.name, default: []].insert(declaration.signature)
      }
    }
  }

  func undocumented(_ source: SwiftSource) -> [String] {
    source.declarations
      .filter { $0.isExported && !$0.isDocumented && !isWitness($0) && $0.keyword != "extension" }
      .map { "\(source.path):\($0.firstLine): \($0.keyword) \($0.signature)" }
  }

  private func isWitness(_ declaration: Declaration) -> Bool {
    guard let type = declaration.containers.last?.name, conformances[type]?.isEmpty == false else {
      return false
    }
    if DocumentationRules.standardRequirements.contains(declaration.signature) { return true }
    return protocols(of: type).contains { requirements[$0]?.contains(declaration.signature) == true }
  }

  /// All that a type conforms to, directly or by inheritance.
  private func protocols(of type: String) -> Set<String> {
    var found: Set<String> = []
    var open = [type]
    while let name = open.popLast() {
      for inherited in conformances[name] ?? [] where found.insert(inherited).inserted {
        open.append(inherited)
      }
    }
    return found
  }
}
