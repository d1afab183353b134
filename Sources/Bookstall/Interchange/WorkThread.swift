internal import Glibc

/// Hands items over to a thread of its own, which works on one after the other in their order.
///
/// What the work changes is the thread's until `finish` or `stop` has returned; everything else is guarded by the
/// monitor.
final class WorkThread<Item> {
  private let work: (Item) throws -> Void
  private let monitor = Monitor()
  private var thread: pthread_t?
  private var items: [Item] = []
  private var isFinished = false
  private var failure: (any Error)?

  /// As many items wait at most, since each may be large.
  private let itemsAhead = 2

  /// Takes the work, which is first done when there are items.
  init(_ work: @escaping (Item) throws -> Void) {
    self.work = work
  }

  /// Hands an item over as soon as there is room.
  ///
  /// - Throws: What the work has thrown for an earlier item; it is not called again.
  func give(_ item: Item) throws {
    if thread == nil { thread = Monitor.thread { self.run() } }
    guard thread != nil else { return try work(item) }
    monitor.enter()
    defer { monitor.leave() }
    while items.count >= itemsAhead, failure == nil { monitor.wait() }
    if let failure { throw failure }
    items.append(item)
    monitor.tell()
  }

  /// Waits until the work on all items is done.
  ///
  /// - Throws: What the work has thrown.
  func finish() throws {
    join()
    if let failure { throw failure }
  }

  /// Ends the work after the item that is under way.
  func stop() {
    monitor.enter()
    items.removeAll()
    monitor.leave()
    join()
  }

  private func join() {
    guard let thread else { return }
    monitor.enter()
    isFinished = true
    monitor.tell()
    monitor.leave()
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// What the thread does.
  private func run() {
    while let item = next() {
      do {
        try work(item)
      } catch {
        monitor.enter()
        failure = error
        monitor.tell()
        monitor.leave()
        return
      }
    }
  }

  private func next() -> Item? {
    monitor.enter()
    defer { monitor.leave() }
    while items.isEmpty, !isFinished { monitor.wait() }
    defer { monitor.tell() }
    return items.isEmpty ? nil : items.removeFirst()
  }
}
