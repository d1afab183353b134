internal import SQLite

/// Brings together what an object changed and what others changed in its row.
struct RowMerge<Model: PersistentModel> {
  /// What a merge comes to.
  enum Outcome {
    /// The values that the row gets, by the places of their attributes; perhaps none.
    case write([Int: SQLValue])
    case conflict(Conflict)
  }

  /// The object as it was read.
  let committed: Model
  /// The object as it is.
  let present: Model
  /// The row as it is now, in the order of the attributes.
  let stored: [SQLValue]
  /// Whether the row's version is another one than the object's.
  var hasOtherVersion = false

  private var attributes: [Attribute<Model>] { Model.schema.attributes }

  /// The places of the attributes that others changed.
  var changesByOthers: [Int] {
    attributes.indices.filter { !attributes[$0].reads(stored[$0], as: committed) }
  }

  /// Settles by a policy what the row gets.
  func outcome(by policy: MergePolicy) -> Outcome {
    let theirs = changesByOthers
    let ours = attributes.indices.filter { !attributes[$0].isEqual(committed, present) }
    switch policy {
    case .error where !theirs.isEmpty || hasOtherVersion:
      return .conflict(conflict(over: theirs, .changed))
    case .overwrite:
      return .write(values(at: Array(attributes.indices)))
    case .error, .mergeByProperty, .custom:
      let disputed = ours.filter(Set(theirs).contains)
      let settled = ours.filter { !disputed.contains($0) }
      if disputed.isEmpty { return .write(values(at: settled)) }
      return settle(disputed, besides: values(at: settled), by: policy)
    }
  }

  /// The conflict with its properties and their three values.
  func conflict(over places: [Int], _ kind: Conflict.Kind) -> Conflict {
    let properties = places.map { place in
      Conflict.Property(
        column: attributes[place].column, original: attributes[place].value(committed),
        changed: attributes[place].value(present), stored: stored[place])
    }
    return Conflict(entity: Model.schema.table, id: committed.id, kind: kind, properties: properties)
  }

  private func settle(
    _ disputed: [Int], besides values: [Int: SQLValue], by policy: MergePolicy
  ) -> Outcome {
    let conflict = conflict(over: disputed, .changed)
    var values = values
    var choices: [String: PropertyResolution] = [:]
    switch policy.resolution(of: conflict) {
    case .fail: return .conflict(conflict)
    case .keepStore: return .write(values)
    case .keepObject: return .write(values.merging(self.values(at: disputed)) { first, _ in first })
    case .properties(let properties): choices = properties
    }
    for place in disputed {
      switch choices[attributes[place].column] {
      case .keepStore: continue
      case .keepObject: values[place] = attributes[place].value(present)
      case .value(let value):
        var copy = present
        guard attributes[place].assign(&copy, value) else { return .conflict(conflict) }
        values[place] = value
      case nil: return .conflict(conflict)
      }
    }
    return .write(values)
  }

  private func values(at places: [Int]) -> [Int: SQLValue] {
    Dictionary(uniqueKeysWithValues: places.map { ($0, attributes[$0].value(present)) })
  }
}

extension Attribute {
  /// Whether a stored value is the one that a model has, though it may be written another way.
  func reads(_ stored: SQLValue, as model: Model) -> Bool {
    if stored.isIdentical(to: value(model)) { return true }
    var copy = model
    return assign(&copy, stored) && isEqual(copy, model)
  }
}
