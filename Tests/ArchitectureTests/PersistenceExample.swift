// From here to the end of the file this is the example of the README, word for word.
import FoundationEssentials
import Persistence

struct Plant: PersistentModel {
  var id: Int64 = 0
  var name: String
  var height: Double?

  static let schema = EntitySchema<Plant>(
    "plant", key: \.id, [Attribute("name", \.name), Attribute("height", \.height)])

  init(_ name: String, height: Double?) { (self.name, self.height) = (name, height) }

  init(row: inout RowReader) throws {
    (id, name, height) = (try row.integer(), try row.text(), try row.realIfPresent())
  }
}

let createPlant =
  "CREATE TABLE plant (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, height REAL) STRICT"

let garden = StoreModel(
  applicationID: 0x504C_414E, entities: [Plant.self],
  migrations: [Migration(number: 1, name: "create_plant", script: createPlant)])

func water(_ container: PersistentContainer) throws {
  let context = container.makeContext()
  context.insert(Plant("Fern", height: 0.4))
  for plant in try context.fetch(FetchRequest(predicate: #Predicate<Plant> { $0.name != "Cactus" })) {
    plant.height = (plant.height ?? 0) + 0.1
  }
  try context.save(named: "water")  // all of it or nothing; container.undoLastChange() takes it back
}
