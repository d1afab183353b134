/// One migration as it stands in readers' stores.
struct ShippedMigration: Equatable {
  let number: Int
  let name: String
  let checksum: String

  /// The pins, one for each migration.
  ///
  /// Until the first release a pin follows its file; from then on a line here never changes, since stores remember the
  /// checksum and are refused with another. A new migration gets a new line.
  static let all: [ShippedMigration] = [
    ShippedMigration(number: 1, name: "create_book", checksum: "28aced9aa725ad51"),
    ShippedMigration(number: 2, name: "create_snack", checksum: "4ee499d8cf71b408"),
    ShippedMigration(number: 3, name: "remember_source_rows", checksum: "5eef30daf5743080"),
    ShippedMigration(number: 4, name: "add_versions", checksum: "5970ae906488f7a8"),
    ShippedMigration(number: 5, name: "simplify_checks", checksum: "5d6310a050ca4a41"),
  ]
}
