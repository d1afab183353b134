internal import SQLite

/// The committed changes of a store, one change set after the other, until the container closes.
///
/// Each iterator sees what is committed after it was made, whoever committed it through this container: contexts,
/// batches, undoings. A reader that falls far behind gets one incomplete change set in place of those it missed, so that
/// no amount of changes fills the memory.
public struct ChangeSequence: AsyncSequence, Sendable {
  let hub: ChangeHub

  /// A reader of the changes from now on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(subscription: hub.subscribe())
  }

  /// Reads change sets; the end means that the container was closed or the task cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: ChangeSubscription

    /// The next change set, or nil at the end.
    public mutating func next() async -> ChangeSet? {
      await subscription.mailbox.next()
    }

    /// The next change set, or nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> ChangeSet? {
      await subscription.mailbox.next()
    }
  }
}

extension PersistentContainer {
  /// What is committed from now on.
  public var changes: ChangeSequence { ChangeSequence(hub: hub) }

  /// The values that a request finds, now and after every change that may bear on them.
  ///
  /// ```swift
  /// for try await plants in container.observe(FetchRequest<Plant>(sortBy: [SortKey(\.name)])) { … }
  /// ```
  ///
  /// The same result is not given twice; changes that come while a reader is busy are read once, together. Of a container
  /// that is closed already the first result is the error `StoreError.closed`.
  public func observe<Model: PersistentModel>(_ request: FetchRequest<Model>) -> LiveResults<Model> {
    LiveResults(container: self, request: request)
  }

  /// Looks whether another program has changed the file since the last look, and tells those who watch if so.
  ///
  /// SQLite tells of other programs' changes only when asked. A look costs microseconds.
  ///
  /// - Returns: Whether there were changes; which ones is not known.
  @discardableResult
  public func noticeOutsideChanges() throws -> Bool {
    try gate.use { store in
      let version = try store.connection.integer("PRAGMA data_version")
      defer { store.dataVersion = version }
      guard version != store.dataVersion else { return false }
      store.forgetSchema()
      var changes = ChangeSet(name: "", origin: .unknown)
      changes.isIncomplete = true
      store.hub.publish(changes)
      return true
    }
  }
}

/// The values that a request finds, again after each change, until the container closes.
///
/// It doesn't keep its container: when nobody else does, it ends.
public struct LiveResults<Model: PersistentModel>: AsyncSequence, Sendable {
  private weak let container: PersistentContainer?
  private let hub: ChangeHub
  private let request: FetchRequest<Model>

  init(container: PersistentContainer, request: FetchRequest<Model>) {
    self.container = container
    self.request = request
    hub = container.hub
  }

  /// A reader whose first values are those of its first call.
  public func makeAsyncIterator() -> Iterator {
    Iterator(container: container, subscription: hub.subscribe(), request: request)
  }

  /// Reads results; the end means that the container was closed or the task cancelled.
  public struct Iterator: AsyncIteratorProtocol {
    private weak let container: PersistentContainer?
    private let subscription: ChangeSubscription
    private let request: FetchRequest<Model>
    private let tables: Set<String>
    private var last: [Model]?

    init(container: PersistentContainer?, subscription: ChangeSubscription, request: FetchRequest<Model>) {
      self.container = container
      self.subscription = subscription
      self.request = request
      tables = request.condition.tables
    }

    /// The next result that differs from the one before, or nil at the end.
    ///
    /// Throws what a fetch throws, `StoreError.closed` included where the container was closed before the first result.
    public mutating func next() async throws -> [Model]? {
      while true {
        if last != nil {
          guard let changes = await subscription.mailbox.next() else { return nil }
          let all = [changes] + subscription.mailbox.drain()
          guard all.contains(where: { $0.concerns(tables: tables) }) else { continue }
        }
        guard let container else { return nil }
        let request = request
        let found: [Model]
        do {
          found = try await container.performInBackground { try $0.values(request) }
        } catch StoreError.closed where last != nil {
          return nil
        }
        if let last, last == found { continue }
        last = found
        return found
      }
    }
  }
}
