import Persistence

// Another small world: trains with cars in order, and drivers with licences for trains.

struct Train: PersistentModel {
  var id: Int64 = 0
  var name: String

  init(_ name: String) {
    self.name = name
  }

  static let schema = EntitySchema<Train>("train", key: \.id, [Attribute("name", \.name)])

  static let cars = OrderedToMany<Train, Car>(\.trainID, position: \.position)
  static let licences = ToMany<Train, Licence>(\.trainID)
  static let drivers = ManyToMany(Train.licences, Licence.driver) { Licence(train: $0, driver: $1) }

  init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
  }
}

struct Car: PersistentModel {
  var id: Int64 = 0
  /// A car may stand on a siding, without a train.
  var trainID: Int64?
  var position: Int
  var label: String
  var seats: Int?

  init(_ label: String, of trainID: Int64? = nil, at position: Int = 0, seats: Int? = nil) {
    self.label = label
    self.trainID = trainID
    self.position = position
    self.seats = seats
  }

  static let schema = EntitySchema<Car>(
    "car", key: \.id,
    [
      .reference("train_id", \.trainID, to: Train.self, onDelete: .nullify),
      Attribute("position", \.position), Attribute("label", \.label), Attribute("seats", \.seats),
    ])

  static let train = Train.cars.inverse

  init(row: inout RowReader) throws {
    id = try row.integer()
    trainID = try row.integerIfPresent()
    position = Int(try row.integer())
    label = try row.text()
    seats = try row.value()
  }
}

struct Driver: PersistentModel {
  var id: Int64 = 0
  var name: String

  init(_ name: String) {
    self.name = name
  }

  static let schema = EntitySchema<Driver>("driver", key: \.id, [Attribute("name", \.name)])

  static let licences = ToMany<Driver, Licence>(\.driverID)
  static let trains = ManyToMany(Driver.licences, Licence.train) { Licence(train: $1, driver: $0) }

  init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
  }
}

struct Licence: PersistentModel {
  var id: Int64 = 0
  var trainID: Int64
  var driverID: Int64

  init(train: Int64, driver: Int64) {
    trainID = train
    driverID = driver
  }

  static let schema = EntitySchema<Licence>(
    "licence", key: \.id,
    [
      .reference("train_id", \.trainID, to: Train.self, onDelete: .cascade),
      .reference("driver_id", \.driverID, to: Driver.self, onDelete: .cascade),
    ])

  static let train = ToOne<Licence, Train>(\.trainID)
  static let driver = ToOne<Licence, Driver>(\.driverID)

  init(row: inout RowReader) throws {
    id = try row.integer()
    trainID = try row.integer()
    driverID = try row.integer()
  }
}

enum Railway {
  static let script = """
    CREATE TABLE train (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
    CREATE TABLE car (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      train_id INTEGER REFERENCES train (id),
      position INTEGER NOT NULL CHECK (position >= 0),
      label TEXT NOT NULL,
      seats INTEGER,
      UNIQUE (train_id, position)
    ) STRICT;
    CREATE TABLE driver (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL) STRICT;
    CREATE TABLE licence (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      train_id INTEGER NOT NULL REFERENCES train (id),
      driver_id INTEGER NOT NULL REFERENCES driver (id),
      UNIQUE (train_id, driver_id)
    ) STRICT;
    """

  /// The same without the rule that no two cars stand in one place.
  static let looseScript = script.replacing("UNIQUE (train_id, position)", with: "CHECK (label <> '')")

  static func model(_ script: String = Railway.script) -> StoreModel {
    StoreModel(
      applicationID: 0x7261_696c, entities: [Train.self, Car.self, Driver.self, Licence.self],
      migrations: [Migration(number: 1, name: "train", script: script)])
  }

  static func inMemory(_ script: String = Railway.script) throws -> PersistentContainer {
    try PersistentContainer(inMemory: model(script))
  }
}

extension Managed<Train> {
  /// The labels of the train's cars, in order.
  var labels: String {
    get throws { try self[Train.cars].elements.map(\.label).joined() }
  }
}

extension ManagedContext {
  /// Inserts a train with a car for each letter.
  @discardableResult
  func insertTrain(_ name: String, _ labels: String) throws -> Managed<Train> {
    let train = insert(Train(name))
    for label in labels { try train[Train.cars].append(insert(Car(String(label)))) }
    return train
  }

  func train(_ name: String) throws -> Managed<Train> {
    guard let train = try fetch(Train.self, where: .equal(\.name, name)).first else {
      throw StoreError.objectDeleted(entity: "train", id: 0)
    }
    return train
  }
}
