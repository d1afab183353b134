extension PersistentContainer {
  /// Runs a closure with a context of its own on a thread of the container's, which never holds up other tasks.
  ///
  /// ```swift
  /// let count = try await container.performBackgroundTask { context in
  ///   for plant in try context.fetch(Plant.self) { plant.leaves += 1 }
  ///   try context.save(named: "grow")
  ///   return try context.count(FetchRequest<Plant>())
  /// }
  /// ```
  ///
  /// The context and its objects can't leave the closure; identities and plain values can. What is not saved is dropped.
  /// Cancelling the task ends a statement that runs, rolls its transaction back and makes the call throw
  /// `StoreError.cancelled`; what was committed before holds, and those who watch are told of it.
  public func performBackgroundTask<Result: Sendable>(
    _ body: @escaping @Sendable (ManagedContext) async throws -> Result
  ) async throws -> Result {
    try await performInBackground { container in
      try await body(container.makeContext())
    }
  }

  /// Runs a closure on the container's thread.
  func performInBackground<Result: Sendable>(
    _ body: @escaping @Sendable (PersistentContainer) async throws -> Result
  ) async throws -> Result {
    try await withTaskExecutorPreference(executor) { try await body(self) }
  }
}
