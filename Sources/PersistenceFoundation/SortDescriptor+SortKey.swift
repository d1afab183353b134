public import FoundationEssentials
public import FoundationInternationalization
public import Persistence

// A module of its own, because the type comes with the tables of ICU: more than 30 MB in a self-contained binary.

extension SortKey {
  /// The key of one of Foundation's descriptors.
  ///
  /// - Throws: `StoreError.unsupportedPredicate` for a comparator that SQL doesn't have.
  public init(_ descriptor: SortDescriptor<Model>) throws {
    guard let keyPath = descriptor.keyPath else {
      throw StoreError.unsupportedPredicate("SortDescriptor without a key path")
    }
    if let comparator = descriptor.stringComparator, comparator != .lexical {
      throw StoreError.unsupportedPredicate("SortDescriptor with a comparator other than .lexical")
    }
    self.init(anyKeyPath: keyPath, reversed: descriptor.order == .reverse)
  }
}

extension FetchRequest {
  /// A request with a composed condition and Foundation's sort descriptors.
  ///
  /// - Throws: `StoreError.unsupportedPredicate` for a descriptor that names no column or compares by a locale.
  public init(
    _ model: Model.Type = Model.self, where condition: Where<Model> = .everything,
    sortBy descriptors: [SortDescriptor<Model>], limit: Int? = nil, offset: Int = 0
  ) throws {
    self.init(where: condition, sortBy: try descriptors.map { try SortKey($0) }, limit: limit, offset: offset)
  }

  /// A request with Foundation's predicate and sort descriptors.
  ///
  /// - Throws: `StoreError.unsupportedPredicate` for a descriptor that names no column or compares by a locale.
  public init(
    _ model: Model.Type = Model.self, predicate: Predicate<Model>,
    sortBy descriptors: [SortDescriptor<Model>],
    limit: Int? = nil, offset: Int = 0
  ) throws {
    try self.init(where: .predicate(predicate), sortBy: descriptors, limit: limit, offset: offset)
  }
}
