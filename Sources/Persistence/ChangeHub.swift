internal import Synchronization

/// Passes on what was committed: to those who watch the store, and to contexts that catch up when they are used next.
final class ChangeHub: Sendable {
  /// So many change sets, or ranges of keys in them, are kept for contexts; one that is further behind reads all again.
  private static let keptSets = 64
  private static let keptWeight = 20_000

  private struct Commit {
    let generation: Int
    let author: Int?
    let changes: ChangeSet
  }

  private struct State {
    var generation = 0
    var recent: [Commit] = []
    var authors = 0
    var mailboxes: [Int: ChangeMailbox] = [:]
    var subscriptions = 0
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Tells of a commit; the author is the context that made it.
  func publish(_ changes: ChangeSet, by author: Int? = nil) {
    let mailboxes = state.withLock { state -> [ChangeMailbox] in
      state.generation += 1
      state.recent.append(Commit(generation: state.generation, author: author, changes: changes))
      var weight = 0
      let kept = state.recent.reversed().prefix { commit in
        weight += commit.changes.weight
        return weight <= ChangeHub.keptWeight
      }
      state.recent = kept.prefix(ChangeHub.keptSets).reversed()
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.put(changes) }
  }

  /// A number for a context, by which it knows its own commits.
  func makeAuthor() -> (author: Int, generation: Int) {
    state.withLock { state in
      state.authors += 1
      return (state.authors, state.generation)
    }
  }

  /// The commits after a generation that others made, and the present generation; nil where some are forgotten.
  func commits(since generation: Int, exceptBy author: Int) -> (changes: [ChangeSet]?, generation: Int) {
    state.withLock { state in
      if generation >= state.generation { return ([], state.generation) }
      let missed = state.recent.filter { $0.generation > generation }
      guard missed.count == state.generation - generation else { return (nil, state.generation) }
      return (missed.filter { $0.author != author }.map(\.changes), state.generation)
    }
  }

  /// A subscription from this moment on; it ends with its owner.
  func subscribe() -> ChangeSubscription {
    let mailbox = ChangeMailbox()
    let number = state.withLock { state in
      state.subscriptions += 1
      if state.isClosed { mailbox.finish() } else { state.mailboxes[state.subscriptions] = mailbox }
      return state.subscriptions
    }
    return ChangeSubscription(hub: self, number: number, mailbox: mailbox)
  }

  func unsubscribe(_ number: Int) {
    state.withLock { $0.mailboxes[number] = nil }
  }

  /// Ends all subscriptions once they have read what they have got.
  func close() {
    let mailboxes = state.withLock { state in
      state.isClosed = true
      defer { state.mailboxes.removeAll() }
      return Array(state.mailboxes.values)
    }
    for mailbox in mailboxes { mailbox.finish() }
  }
}

/// What one subscriber has not read yet, within bounds.
final class ChangeMailbox: Sendable {
  private static let capacity = 64
  private static let weightLimit = 20_000

  private struct State {
    var pending: [ChangeSet] = []
    var weight = 0
    var isFinished = false
    var isCancelled = false
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let state = Mutex(State())

  func put(_ changes: ChangeSet) {
    wake { state in
      state.pending.append(changes)
      state.weight += changes.weight
      guard state.pending.count > ChangeMailbox.capacity || state.weight > ChangeMailbox.weightLimit else {
        return
      }
      // The reader is too slow: it learns that it has to look for itself.
      var summary = ChangeSet(name: "", origin: .unknown)
      summary.isIncomplete = true
      state.pending = [summary]
      state.weight = summary.weight
    }
  }

  func finish() {
    wake { $0.isFinished = true }
  }

  /// The next change set; nil at the end and when the task is cancelled.
  func next() async -> ChangeSet? {
    state.withLock { $0.isCancelled = false }
    while true {
      let (changes, isOver) = state.withLock { state -> (ChangeSet?, Bool) in
        if state.isCancelled { return (nil, true) }
        guard !state.pending.isEmpty else { return (nil, state.isFinished) }
        let first = state.pending.removeFirst()
        state.weight -= first.weight
        return (first, false)
      }
      if changes != nil || isOver { return changes }
      await wait()
    }
  }

  /// Takes what has come in meanwhile, without waiting.
  func drain() -> [ChangeSet] {
    state.withLock { state in
      defer {
        state.pending.removeAll()
        state.weight = 0
      }
      return state.pending
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.isCancelled || state.isFinished || !state.pending.isEmpty { return true }
          state.waiter = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      wake { $0.isCancelled = true }
    }
  }

  private func wake(_ change: (inout sending State) -> Void) {
    let waiter = state.withLock { state in
      change(&state)
      defer { state.waiter = nil }
      return state.waiter
    }
    waiter?.resume()
  }
}

/// One reader's place among the subscribers; when it goes, the hub forgets the reader.
final class ChangeSubscription: Sendable {
  let mailbox: ChangeMailbox
  private let hub: ChangeHub
  private let number: Int

  init(hub: ChangeHub, number: Int, mailbox: ChangeMailbox) {
    self.hub = hub
    self.number = number
    self.mailbox = mailbox
  }

  deinit {
    hub.unsubscribe(number)
  }
}
