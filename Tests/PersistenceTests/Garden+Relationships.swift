import Persistence

// Views on the references of the small world; one of them refers to its own table, two make a cycle.

extension Shelf {
  static let parent = ToOne<Shelf, Shelf>(\.parentID)
  static let shelves = ToMany<Shelf, Shelf>(\.parentID)
  static let mainPlant = ToOne<Shelf, Plant>(\.mainPlantID)
  static let plants = ToMany<Shelf, Plant>(\.shelfID)
  static let lamps = ToMany<Shelf, Lamp>(\.shelfID)
}

extension Plant {
  static let shelf = ToOne<Plant, Shelf>(\.shelfID)
  static let labels = ToMany<Plant, Label>(\.plantID)
}

extension Label {
  static let plant = ToOne<Label, Plant>(\.plantID)
}

extension Lamp {
  static let shelf = ToOne<Lamp, Shelf>(\.shelfID)
  static let holder = ToOne<Lamp, Lamp>(\.holderID)
  static let held = ToMany<Lamp, Lamp>(\.holderID)
}
