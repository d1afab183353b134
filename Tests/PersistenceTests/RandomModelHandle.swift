import Persistence

/// An object of any of the theatre's models, with its values by column.
struct Handle {
  private let object: any AnyObjectAccess

  init(
    _ kind: PlainWorld.Kind, _ values: [String: SQLValue], in context: ManagedContext,
    key: (SQLValue, String) -> SQLValue
  ) {
    let values = Dictionary(uniqueKeysWithValues: values.map { ($0, key($1, $0)) })
    object =
      switch kind {
      case .play: context.insert(Play(""), values)
      case .scene: context.insert(Scene("", of: 0, at: 0), values)
      case .actor: context.insert(Actor(""), values)
      }
  }

  /// The object of a context that has a key already, or nil.
  init?(_ kind: PlainWorld.Kind, registered key: Int64, in context: ManagedContext) {
    let found: (any AnyObjectAccess)? =
      switch kind {
      case .play: context.registered(ManagedID<Play>(key))
      case .scene: context.registered(ManagedID<Scene>(key))
      case .actor: context.registered(ManagedID<Actor>(key))
      }
    guard let found else { return nil }
    object = found
  }

  private init(_ object: any AnyObjectAccess) {
    self.object = object
  }

  static func columns(of kind: PlainWorld.Kind) -> [String] {
    switch kind {
    case .play: Play.schema.attributes.map(\.column)
    case .scene: Scene.schema.attributes.map(\.column)
    case .actor: Actor.schema.attributes.map(\.column)
    }
  }

  /// All rows of a store: table, key and values.
  static func rows(
    of container: PersistentContainer
  ) throws -> [(table: String, kind: PlainWorld.Kind, key: Int64, values: [String: SQLValue])] {
    try container.values(FetchRequest<Play>()).map { ("play", .play, $0.id, $0.columnValues) }
      + container.values(FetchRequest<Scene>()).map { ("scene", .scene, $0.id, $0.columnValues) }
      + container.values(FetchRequest<Actor>()).map { ("actor", .actor, $0.id, $0.columnValues) }
  }

  var key: Int64 { object.rowKey }
  var table: String { object.table }
  var state: ObjectState { object.objectState }
  var isLive: Bool { state == .inserted || state == .persistent || state == .updated }
  var context: ManagedContext? { object.owner }
  var values: [String: SQLValue] { object.columnValues }

  func set(_ column: String, _ value: SQLValue) { object.set(column, value) }
  func delete(_ context: ManagedContext) { object.delete(from: context) }
  func refresh(_ context: ManagedContext, _ keepsChanges: Bool) throws -> Bool {
    try object.refresh(in: context, keepsChanges)
  }
  func counterpart(in context: ManagedContext) -> Handle? { object.counterpart(in: context).map(Handle.init) }
}

protocol AnyObjectAccess {
  var table: String { get }
  var rowKey: Int64 { get }
  var objectState: ObjectState { get }
  var owner: ManagedContext? { get }
  var columnValues: [String: SQLValue] { get }
  func set(_ column: String, _ value: SQLValue)
  func delete(from context: ManagedContext)
  func refresh(in context: ManagedContext, _ keepsChanges: Bool) throws -> Bool
  func counterpart(in context: ManagedContext) -> (any AnyObjectAccess)?
}

protocol TheatreModel: PersistentModel {
  var columnValues: [String: SQLValue] { get }
  mutating func set(_ column: String, _ value: SQLValue)
}

extension Managed: AnyObjectAccess where Model: TheatreModel {
  var table: String { Model.schema.table }
  var rowKey: Int64 { managed.id.rawValue }
  var objectState: ObjectState { managed.state }
  var owner: ManagedContext? { managed.context }
  var columnValues: [String: SQLValue] { snapshot.columnValues }

  func set(_ column: String, _ value: SQLValue) { update { $0.set(column, value) } }
  func delete(from context: ManagedContext) { context.delete(self) }
  func refresh(in context: ManagedContext, _ keepsChanges: Bool) throws -> Bool {
    try context.refresh(self, mergeChanges: keepsChanges)
  }
  func counterpart(in context: ManagedContext) -> (any AnyObjectAccess)? {
    try? context.existing(managed.id)
  }
}

extension ManagedContext {
  fileprivate func insert<Model: TheatreModel>(
    _ model: Model, _ values: [String: SQLValue]
  ) -> any AnyObjectAccess {
    var model = model
    for (column, value) in values { model.set(column, value) }
    return insert(model)
  }
}

extension PersistentValue {
  /// The value of a column, which the test knows to fit.
  fileprivate static func of(_ value: SQLValue, or other: Self) -> Self { Self(sqlValue: value) ?? other }
}

extension Play: TheatreModel {
  var columnValues: [String: SQLValue] {
    ["title": title.sqlValue, "year": year.sqlValue, "code": code.sqlValue]
  }

  mutating func set(_ column: String, _ value: SQLValue) {
    switch column {
    case "title": title = .of(value, or: "")
    case "year": year = .of(value, or: nil)
    default: code = .of(value, or: nil)
    }
  }
}

extension Scene: TheatreModel {
  var columnValues: [String: SQLValue] {
    ["play_id": playID.sqlValue, "position": position.sqlValue, "words": words.sqlValue]
  }

  mutating func set(_ column: String, _ value: SQLValue) {
    switch column {
    case "play_id": playID = .of(value, or: 0)
    case "position": position = .of(value, or: 0)
    default: words = .of(value, or: "")
    }
  }
}

extension Actor: TheatreModel {
  var columnValues: [String: SQLValue] {
    [
      "name": name.sqlValue, "age": age.sqlValue, "room": room.sqlValue, "play_id": playID.sqlValue,
      "stand_in_id": standInID.sqlValue,
    ]
  }

  mutating func set(_ column: String, _ value: SQLValue) {
    switch column {
    case "name": name = .of(value, or: "")
    case "age": age = .of(value, or: nil)
    case "room": room = .of(value, or: nil)
    case "play_id": playID = .of(value, or: nil)
    default: standInID = .of(value, or: nil)
    }
  }
}
