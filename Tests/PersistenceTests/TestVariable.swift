import Glibc

/// What a run of the tests is told by variables of its environment.
enum TestVariable {
  /// A number, or nil where there is none.
  static func number(_ name: String) -> Int? {
    getenv(name).flatMap { Int(String(cString: $0)) }.flatMap { $0 < 0 ? nil : $0 }
  }
}
