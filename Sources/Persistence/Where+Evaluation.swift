internal import SQLite

extension Where {
  /// A judge of models in memory by the same rules as SQL; what it needs of the context is read once.
  func evaluator(in context: ManagedContext) throws -> (Model) throws -> Bool {
    switch node {
    case .predicate(let predicate):
      return try PredicateTranslation<Model>.judge(of: predicate, in: context.container)
    case .all(let conditions):
      let judges = try conditions.map { try $0.evaluator(in: context) }
      return { model in try judges.allSatisfy { try $0(model) } }
    case .any(let conditions):
      let judges = try conditions.map { try $0.evaluator(in: context) }
      return { model in try judges.contains { try $0(model) } }
    case .not(let condition):
      let judge = try condition.evaluator(in: context)
      return { model in try !judge(model) }
    case .keys(let operand, let keys):
      let keys = Set(keys)
      return { model in
        guard case .integer(let key) = operand.value(of: model) else { return false }
        return keys.contains(key)
      }
    case .comparison(let operand, let comparator, let value):
      let other = comparator == .equal ? value.decomposed : nil
      return { model in
        let stored = operand.value(of: model)
        return comparator.holds(stored, value) || other.map { comparator.holds(stored, $0) } ?? false
      }
    case .text(let operand, let match, let text, let isFolded):
      let forms = match.forms(of: text, isFolded: isFolded)
      return { model in
        guard case .text(let stored) = operand.value(of: model) else { return false }
        let found = isFolded ? stored.folded : stored
        return forms.contains { wanted in
          switch match {
          case .equal: found.utf8.elementsEqual(wanted.utf8)
          case .contains: found.containsBytes(of: wanted)
          case .startsWith: found.utf8.starts(with: wanted.utf8)
          }
        }
      }
    case .related(let relation):
      return try relation.settled(context).evaluator(in: context)
    case .tooDeep:
      throw Self.tooDeep
    }
  }

  /// The same condition with those relations settled that unsaved changes of the context bear on.
  func settled(in context: ManagedContext) throws -> Where {
    switch node {
    case .all(let conditions):
      return .all(try conditions.map { try $0.settled(in: context) })
    case .any(let conditions):
      return .any(try conditions.map { try $0.settled(in: context) })
    case .not(let condition):
      return .not(try condition.settled(in: context))
    case .related(let relation) where context.hasPendingObjects:
      return try relation.settled(context)
    case .related, .predicate, .keys, .comparison, .text, .tooDeep:
      return self
    }
  }
}

extension Comparator {
  /// Whether the comparison holds between a stored value and another one, as SQL sees it with NULL as false.
  fileprivate func holds(_ stored: SQLValue, _ value: SQLValue) -> Bool {
    let areBothThere = stored != .null && value != .null
    switch self {
    case .equal: return areBothThere ? !(stored < value) && !(value < stored) : stored == value
    case .atLeast: return areBothThere && !(stored < value)
    case .atMost: return areBothThere && !(value < stored)
    case .moreThan: return areBothThere && value < stored
    case .lessThan: return areBothThere && stored < value
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
