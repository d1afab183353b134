internal import FoundationEssentials
internal import SQLite

extension Where {
  /// Whether a model in memory fulfils the condition, by the same rules as SQL.
  func evaluate(_ model: Model, in context: ManagedContext) throws -> Bool {
    switch node {
    case .predicate(let predicate):
      return try predicate.evaluate(model)
    case .all(let conditions):
      return try conditions.allSatisfy { try $0.evaluate(model, in: context) }
    case .any(let conditions):
      return try conditions.contains { try $0.evaluate(model, in: context) }
    case .not(let condition):
      return try !condition.evaluate(model, in: context)
    case .keys(let operand, let keys):
      guard case .integer(let key) = operand.value(of: model) else { return false }
      return keys.contains(key)
    case .comparison(let operand, let comparator, let value):
      let stored = operand.value(of: model)
      switch comparator {
      case .equal:
        return stored == value
          || (!(stored < value) && !(value < stored) && stored != .null && value != .null)
      case .atLeast: return stored != .null && value != .null && !(stored < value)
      case .atMost: return stored != .null && value != .null && !(value < stored)
      }
    case .text(let operand, let match, let text, let isFolded):
      guard case .text(let stored) = operand.value(of: model) else { return false }
      let left = isFolded ? stored.folded : stored
      let right = isFolded ? text.folded : text.composed
      switch match {
      case .equal: return left.utf8.elementsEqual(right.utf8)
      case .contains: return left.containsBytes(of: right)
      }
    case .related(let relation):
      return try relation.matchingKeys(context).contains(model.id)
    }
  }
}

extension String {
  /// Whether the other text's bytes stand somewhere in this one's, as SQL's `instr` sees it.
  func containsBytes(of other: String) -> Bool {
    let haystack = Array(utf8)
    let needle = Array(other.utf8)
    guard let first = needle.first else { return true }
    guard haystack.count >= needle.count else { return false }
    return (0...(haystack.count - needle.count)).contains { start in
      haystack[start] == first && haystack[start..<(start + needle.count)].elementsEqual(needle)
    }
  }
}
