package import Persistence

/// The steps of the store's schema, in order; a new file is added here and in `Package.swift`.
package let bookstallMigrations: [Migration] = [
  Migration(
    number: 1, name: "create_book", script: PackageResources.text(PackageResources._001_create_book_sql)),
  Migration(
    number: 2, name: "create_snack",
    script: PackageResources.text(PackageResources._002_create_snack_sql)),
  Migration(
    number: 3, name: "remember_source_rows",
    script: PackageResources.text(PackageResources._003_remember_source_rows_sql)),
  Migration(
    number: 4, name: "add_versions", script: PackageResources.text(PackageResources._004_add_versions_sql)),
  Migration(
    number: 5, name: "simplify_checks",
    script: PackageResources.text(PackageResources._005_simplify_checks_sql)),
]

extension PackageResources {
  /// An embedded file as text.
  fileprivate static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
