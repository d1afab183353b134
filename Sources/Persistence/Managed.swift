/// A live object of one context: reads and writes go through to the model's properties.
///
/// There is one handle per row and context. Its bookkeeping stands under the one name `managed`, so that it hides no
/// property of the model but those named `managed`, `snapshot` and `update`.
@dynamicMemberLookup
public final class Managed<Model: PersistentModel>: AnyManaged {
  private(set) var value: Model {
    didSet { if isFiled { leaveFiles() } }
  }
  /// Beside the object, so that one that is only read takes no room for it.
  private var original: Original<Model>?

  init(_ value: Model, state: ObjectStage, context: ManagedContext, version: Int64 = 1) {
    self.value = value
    super.init(key: value.id, state: state, context: context, version: version)
  }

  /// A property of the model.
  public subscript<Value>(dynamicMember keyPath: KeyPath<Model, Value>) -> Value {
    value[keyPath: keyPath]
  }

  /// A property of the model; writing it registers the object with its context as changed.
  public subscript<Value>(dynamicMember keyPath: WritableKeyPath<Model, Value>) -> Value {
    get { value[keyPath: keyPath] }
    set {
      let undo = willChange()
      value[keyPath: keyPath] = newValue
      keepKey()
      undo?.didChange()
    }
  }

  /// Changes several properties at once, in place; one step for undo.
  public func update(_ change: (inout Model) throws -> Void) rethrows {
    // A copy, so that a closure that reads this handle can't clash with the write.
    var copy = value
    try change(&copy)
    // Afterwards, since the closure may have saved the context.
    let undo = willChange()
    value = copy
    keepKey()
    undo?.didChange()
  }

  /// The model's present values, as a plain value.
  public var snapshot: Model { value }

  /// The object's identity and state.
  public var managed: ManagedDetails<Model> { ManagedDetails(object: self) }

  /// The stored values of an object that was written to.
  private(set) var committed: Model? {
    get { original?.value }
    set { original = newValue.map(Original.init) }
  }

  /// Whether the object was written to since it was as stored; its values may be back at the stored ones.
  var isTouched: Bool { original != nil }

  /// Whether the values differ from the stored ones as a whole.
  var differs: Bool { original.map { $0.value != value } ?? false }

  /// The columns whose values differ from the stored ones.
  var changedAttributes: [Attribute<Model>] {
    guard let committed, committed != value else { return [] }
    return Model.schema.attributes.filter { !$0.isEqual(committed, value) }
  }

  override func leaveFiles() {
    isFiled = false
    context?.table(of: Model.self).indexes.displace(self)
  }

  /// The places of the changed columns among the entity's attributes.
  var changedPlaces: [Int] {
    guard let committed, committed != value else { return [] }
    let attributes = Model.schema.attributes
    return attributes.indices.filter { !attributes[$0].isEqual(committed, value) }
  }

  /// The changed columns with their stored and present values.
  var changedValues: [HistoryEntry.Value] {
    guard let committed else { return [] }
    return changedAttributes.map {
      HistoryEntry.Value(column: $0.column, before: $0.value(committed), after: $0.value(value))
    }
  }

  /// Registers a write with the context.
  ///
  /// - Returns: What wants to know when the write is done.
  private func willChange() -> UndoStack? {
    switch state {
    case .detached: return nil
    case .inserted: break
    case .persistent:
      if !isTouched {
        committed = value
        context?.noteChange(of: self)
      }
    case .deleted:
      // Kept for a rollback; the next save says that the object is gone.
      if !isTouched {
        committed = value
        context?.noteChange(of: self)
      }
      context?.noteLateChange(of: self)
      return nil
    }
    guard let context else { return nil }
    context.noteEdit()
    guard let undo = context.undoStack else { return nil }
    undo.note(self)
    return undo
  }

  /// Takes other values as an edit that undo doesn't record.
  func replay(_ value: Model) {
    if state == .persistent, !isTouched, self.value != value {
      committed = self.value
      context?.noteChange(of: self)
    }
    self.value = value
    keepKey()
    context?.noteEdit()
  }

  /// The key is the store's to give; an assignment through the handle has no effect.
  private func keepKey() {
    if value.id != key { value.id = key }
  }

  /// Makes the present values the stored ones.
  func commit(
    key: Int64, _ references: [EntityDescription.Reference], _ savedKeys: [Int64: Int64],
    isWritten: Bool = true
  ) {
    if let committed {
      // Texts that are equal may differ in their bytes; where nothing was written, the stored ones hold.
      if committed == value { value = committed } else if isWritten { noteNewVersion() }
    } else {
      resetVersion()
    }
    if self.key != key {
      setKey(key)
      value.id = key
    }
    value.resolve(savedKeys, references)
    committed = nil
    state = .persistent
  }

  /// Takes over the keys that rows got; neither the object's own nor those it refers to count as changes.
  func resolve(_ savedKeys: [Int64: Int64], _ references: [EntityDescription.Reference]) {
    if let key = savedKeys[self.key] {
      setKey(key)
      value.id = key
      committed?.id = key
    }
    value.resolve(savedKeys, references)
    committed?.resolve(savedKeys, references)
  }

  /// Takes over that the store has no value any more for a reference.
  func loseReference(at index: Int) {
    noteNewVersion()
    _ = Model.schema.attributes[index].assign(&value, .null)
  }

  /// Goes back to the stored values.
  func revert() {
    if let committed { value = committed }
    committed = nil
  }

  /// Takes the stored values, unless there are changes to keep.
  func refresh(with stored: Model, version: Int64) {
    guard !differs else { return }
    // Whoever is in the list of changed objects stays there, with something to go back to.
    if isTouched { committed = stored }
    value = stored
    setVersion(version)
  }

  /// Takes the stored values, with the object's own changes on top or without them.
  func refresh(with stored: Model, version: Int64, keepingChanges: Bool) {
    var present = stored
    if keepingChanges {
      for attribute in changedAttributes { _ = attribute.assign(&present, attribute.value(value)) }
    }
    // Whoever is in the list of changed objects stays there, with something to go back to.
    if isTouched { committed = stored }
    value = present
    setVersion(version)
  }

  /// Takes some of the stored values, own changes of them given up.
  func rebase(on stored: Model, at places: [Int]) {
    let attributes = Model.schema.attributes
    func taking(_ model: Model) -> Model {
      var model = model
      for place in places { _ = attributes[place].assign(&model, attributes[place].value(stored)) }
      return model
    }
    committed = committed.map(taking)
    value = taking(value)
  }

  /// Takes the values of a merge as the stored ones.
  func adopt(_ row: StoredRow) {
    var merged = value
    for (attribute, stored) in zip(Model.schema.attributes, row.values) {
      _ = attribute.assign(&merged, stored)
    }
    value = merged
    committed = nil
    state = .persistent
    setVersion(row.version)
  }

  override func composeTexts() {
    for attribute in Model.schema.attributes {
      guard case .text(let text) = attribute.value(value), !text.isComposed else { continue }
      _ = attribute.assign(&value, .text(text.composed))
    }
  }
}

extension PersistentModel {
  /// Gives references to rows that were new their permanent keys.
  mutating func resolve(_ savedKeys: [Int64: Int64], _ references: [EntityDescription.Reference]) {
    if savedKeys.isEmpty { return }
    for reference in references {
      let attribute = Self.schema.attributes[reference.index]
      if case .integer(let id) = attribute.value(self), id.isTemporary, let saved = savedKeys[id] {
        _ = attribute.assign(&self, .integer(saved))
      }
    }
  }
}

/// The part of a managed object that doesn't depend on its model.
public class AnyManaged {
  final private(set) var key: Int64
  final var state: ObjectStage {
    didSet { if isFiled { leaveFiles() } }
  }
  /// Whether the table's indexes know the present values and state; always false where no relationship is used.
  final var isFiled = false
  /// Whether the table has the object in its list of new ones, which it stays in until the next save when it is dropped.
  final var isListedAsNew = false
  /// The low half of the version, which fits where there was room; a row is not changed four thousand million times
  /// between reading and saving.
  final private var version: UInt32
  private final var link: ContextLink?

  /// The context, as long as somebody else keeps it.
  final var context: ManagedContext? {
    get { link?.context }
    set { link = newValue?.link }
  }

  init(key: Int64, state: ObjectStage, context: ManagedContext, version: Int64) {
    self.key = key
    self.state = state
    link = context.link
    self.version = UInt32(truncatingIfNeeded: version)
  }

  /// Tells the table's indexes to look at the object again.
  func leaveFiles() {}

  final func setKey(_ key: Int64) {
    self.key = key
  }

  final func setVersion(_ version: Int64) {
    self.version = UInt32(truncatingIfNeeded: version)
  }

  final func noteNewVersion(_ count: Int = 1) {
    version &+= UInt32(truncatingIfNeeded: count)
  }

  /// The version of a row just inserted.
  final func resetVersion() {
    version = 1
  }

  /// The low half of the version that the row has after some more changes.
  final func lowVersion(after changes: Int) -> Int64 {
    Int64(version &+ UInt32(truncatingIfNeeded: changes))
  }

  final func hasOtherVersion(than version: Int64, in entity: EntityDescription) -> Bool {
    entity.versionColumn != nil && UInt32(truncatingIfNeeded: version) != self.version
  }

  /// Takes over that texts are stored in composed form.
  func composeTexts() {}
}

@available(
  *, unavailable, message: "A managed object belongs to its context; pass its ManagedID or its snapshot."
)
extension AnyManaged: Sendable {}

/// A model's stored values, in an allocation of their own.
private final class Original<Model> {
  let value: Model

  init(_ value: Model) {
    self.value = value
  }
}
