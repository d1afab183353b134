/// What one step did to one object.
protocol UndoEntry: AnyObject {
  var object: AnyManaged { get }
  /// Whether anything differs.
  var isChange: Bool { get }
  var isDeletion: Bool { get }
  /// About how much memory the values take.
  var byteCount: Int { get }
  /// Keeps the values after the step.
  func close()
  func undo(in context: ManagedContext)
  func redo(in context: ManagedContext)
  func resolve(_ savedKeys: [Int64: Int64])
  func removes(_ place: RowIdentity.Place, byUndo: Bool) -> Bool
  /// Takes over that a delete rule took the object, or one of its references, after the step or its undoing.
  func reach(lost: Int?, byUndo: Bool)
  var place: RowIdentity.Place { get }
  /// Whether the object is there before or after the step.
  var hasImage: Bool { get }
  /// Takes references to objects that nothing brings back out of the values, or these with them.
  ///
  /// - Returns: Whether there is no image left that was there.
  func forget(_ lost: Set<RowIdentity.Place>) -> Bool
}

/// Whether an object is there, and with which values.
enum ObjectImage<Model: PersistentModel> {
  case absent
  case present(Model)
}

/// One object before and after a step.
final class ObjectUndo<Model: PersistentModel>: UndoEntry {
  private let managed: Managed<Model>
  private var before: ObjectImage<Model>
  private var after: ObjectImage<Model>?

  init(_ object: Managed<Model>, before: ObjectImage<Model>) {
    managed = object
    self.before = before
  }

  /// An object that the step has not touched so far.
  init(unchanged object: Managed<Model>) {
    managed = object
    before = .present(object.value)
    after = before
  }

  var object: AnyManaged { managed }

  private var present: ObjectImage<Model> {
    managed.state == .inserted || managed.state == .persistent ? .present(managed.value) : .absent
  }

  func close() {
    // An inner step may be done with an object that the outer one goes on to change.
    after = present
  }

  func reach(lost: Int?, byUndo: Bool) {
    var image = byUndo ? before : after ?? present
    if let lost, case .present(var model) = image {
      _ = Model.schema.attributes[lost].assign(&model, .null)
      image = .present(model)
    } else {
      image = .absent
    }
    if byUndo { before = image } else { after = image }
  }

  var place: RowIdentity.Place { RowIdentity.Place(table: Model.schema.table, id: managed.key) }

  var hasImage: Bool {
    if case (.absent, .absent) = (before, after ?? present) { false } else { true }
  }

  func forget(_ lost: Set<RowIdentity.Place>) -> Bool {
    guard hasImage else { return false }
    before = before.settled(without: lost)
    after = after?.settled(without: lost)
    return !hasImage
  }

  var isChange: Bool {
    switch (before, after ?? present) {
    case (.absent, .absent): false
    case (.present(let before), .present(let after)): before != after
    default: true
    }
  }

  var isDeletion: Bool {
    if case (.present, .absent) = (before, after ?? present) { true } else { false }
  }

  var byteCount: Int { before.byteCount + (after?.byteCount ?? 0) + 64 }

  func undo(in context: ManagedContext) {
    context.replay(managed, from: after ?? present, to: before)
  }

  func redo(in context: ManagedContext) {
    context.replay(managed, from: before, to: after ?? present)
  }

  func resolve(_ savedKeys: [Int64: Int64]) {
    before.resolve(savedKeys)
    after?.resolve(savedKeys)
  }

  func removes(_ place: RowIdentity.Place, byUndo: Bool) -> Bool {
    guard managed.key == place.id, Model.schema.table == place.table else { return false }
    switch byUndo ? (after ?? present, before) : (before, after ?? present) {
    case (.present, .absent): return true
    default: return false
    }
  }
}

extension ObjectImage {
  /// The image without references to some objects; none where a reference can't be empty, or its rule is to go too.
  fileprivate func settled(without lost: Set<RowIdentity.Place>) -> ObjectImage {
    guard case .present(var model) = self else { return self }
    for reference in Model.schema.description.references {
      let attribute = Model.schema.attributes[reference.index]
      guard case .integer(let key) = attribute.value(model),
        lost.contains(RowIdentity.Place(table: reference.target, id: key))
      else { continue }
      if reference.rule == .cascade || !attribute.assign(&model, .null) { return .absent }
    }
    return .present(model)
  }

  fileprivate var byteCount: Int {
    guard case .present(let model) = self else { return 0 }
    return Model.schema.attributes.reduce(MemoryLayout<Model>.stride) { sum, attribute in
      switch attribute.value(model) {
      case .text(let text): sum + text.utf8.count
      case .blob(let bytes): sum + bytes.count
      default: sum
      }
    }
  }

  fileprivate mutating func resolve(_ savedKeys: [Int64: Int64]) {
    guard case .present(var model) = self else { return }
    if let key = savedKeys[model.id] { model.id = key }
    model.resolve(savedKeys, Model.schema.description.references)
    self = .present(model)
  }
}
