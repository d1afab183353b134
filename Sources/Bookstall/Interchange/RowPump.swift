internal import Glibc

/// Reads rows on a thread of its own, a few batches ahead of whoever takes them, in the file's order.
///
/// The thread has the source for itself until `stop` has returned; everything else is guarded by the lock.
final class RowPump {
  /// Rows that are handed over together.
  struct Batch {
    var rows: [SourceRow] = []
    /// Bytes read of the file by then.
    var bytes = 0
  }

  private(set) var rows: any RowSource
  private let source: ByteSource
  private let known: KnownRows
  private var thread = pthread_t()
  private var isRunning = false
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>
  private var batches: [Batch] = []
  private var isFinished = false
  private var isStopped = false
  private var failure: (any Error)?

  /// As many rows go together, unless they are long.
  private static let batchSize = 128
  /// As many bytes of the file close a batch.
  private static let batchBytes = 1 << 18
  private static let batchesAhead = 4

  init(_ rows: any RowSource, of source: ByteSource, known: KnownRows) {
    self.rows = rows
    self.source = source
    self.known = known
    lock = .allocate(capacity: 1)
    changed = .allocate(capacity: 1)
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Calls the closure with one batch after the other until the file ends or either side throws.
  ///
  /// A pipe is read between the calls, since nobody could stop a thread that waits for it.
  func forEachBatch(inBackground: Bool, _ body: (Batch) throws -> Void) throws {
    if inBackground { start() }
    defer { stop() }
    guard isRunning else {
      while let batch = try nextBatch() { try body(batch) }
      return
    }
    while let batch = try take() { try body(batch) }
  }

  private func start() {
    let pump = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { pump in
        if let pump { Unmanaged<RowPump>.fromOpaque(pump).takeRetainedValue().run() }
        return nil
      }, pump.toOpaque())
    isRunning = status == 0
    if !isRunning { pump.release() }
  }

  private func stop() {
    guard isRunning else { return }
    pthread_mutex_lock(lock)
    isStopped = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
    pthread_join(thread, nil)
    isRunning = false
  }

  /// The thread's work.
  private func run() {
    do {
      while let batch = try nextBatch(), give(batch) {}
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private func nextBatch() throws -> Batch? {
    var batch = Batch()
    batch.rows.reserveCapacity(RowPump.batchSize)
    let start = source.bytesRead
    while batch.rows.count < RowPump.batchSize, source.bytesRead - start <= RowPump.batchBytes {
      guard let row = try rows.next(unless: known) else { break }
      batch.rows.append(row)
    }
    batch.bytes = source.bytesRead
    return batch.rows.isEmpty ? nil : batch
  }

  /// Waits for room; false when nobody wants more.
  private func give(_ batch: Batch) -> Bool {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while batches.count >= RowPump.batchesAhead, !isStopped { pthread_cond_wait(changed, lock) }
    batches.append(batch)
    pthread_cond_broadcast(changed)
    return !isStopped
  }

  private func finish(_ failure: (any Error)?) {
    pthread_mutex_lock(lock)
    self.failure = failure
    isFinished = true
    pthread_cond_broadcast(changed)
    pthread_mutex_unlock(lock)
  }

  /// The next batch; nil at the end. Rows before a fault come first.
  private func take() throws -> Batch? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while batches.isEmpty, !isFinished { pthread_cond_wait(changed, lock) }
    if batches.isEmpty {
      if let failure { throw failure }
      return nil
    }
    let batch = batches.removeFirst()
    pthread_cond_broadcast(changed)
    return batch
  }
}
