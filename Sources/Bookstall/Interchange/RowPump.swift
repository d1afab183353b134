internal import Glibc

/// Reads rows on a thread of its own, a few batches ahead of whoever takes them, in the file's order.
///
/// The thread has the source for itself until `stop` has returned; everything else is guarded by the monitor.
final class RowPump {
  /// Rows that are handed over together.
  struct Batch {
    var rows: [SourceRow] = []
    /// About as many bytes of the file as the rows up to here take.
    var bytes = 0

    /// Hands out a row, once, instead of a copy.
    mutating func takeRow(at place: Int) -> SourceRow {
      var row = SourceRow.known(book: 0)
      swap(&row, &rows[place])
      return row
    }
  }

  private(set) var rows: any RowSource
  private let source: ByteSource
  private let known: KnownRows
  private var thread: pthread_t?
  private let monitor = Monitor()
  private var batches: [Batch] = []
  /// Records to be freed by the thread that made them.
  private var givenUp: [[BookRecord]] = []
  private var isFinished = false
  private var isStopped = false
  private var failure: (any Error)?
  private var rowsTaken = 0

  /// As many rows go together, unless they are long.
  private static let batchSize = 128
  /// As many bytes of the file close a batch.
  private static let batchBytes = 1 << 18
  /// More rows than are written at once, so that reading goes on meanwhile.
  private static let batchesAhead = 16

  init(_ rows: any RowSource, of source: ByteSource, known: KnownRows) {
    self.rows = rows
    self.source = source
    self.known = known
  }

  /// Calls the closure with one batch after the other until the file ends or either side throws.
  ///
  /// A pipe is read between the calls, since nobody could stop a thread that waits for it.
  func forEachBatch(inBackground: Bool, _ body: (inout Batch) throws -> Void) throws {
    if inBackground { thread = Monitor.thread { self.run() } }
    defer { stop() }
    guard thread != nil else {
      while var batch = try nextBatch() { try body(&batch) }
      return
    }
    while var batch = try take() { try body(&batch) }
  }

  /// Takes records that came in batches and are not needed any more.
  ///
  /// Their texts are freed on the thread that allocated them: on another one each would take a lock, and the thread that
  /// writes has more to do than the one that reads.
  func giveUp(_ records: consuming [BookRecord]) {
    guard thread != nil else { return }
    monitor.enter()
    if !isFinished { givenUp.append(records) }
    monitor.leave()
  }

  private func stop() {
    guard let thread else { return }
    monitor.enter()
    isStopped = true
    monitor.tell()
    monitor.leave()
    pthread_join(thread, nil)
    self.thread = nil
  }

  /// The thread's work.
  private func run() {
    do {
      // A second reference to the rows, however short, would make the other side copy them.
      while let batch = try nextBatch() { if !give(consume batch) { break } }
      finish(nil)
    } catch {
      finish(error)
    }
  }

  private func nextBatch() throws -> Batch? {
    free()
    var batch = Batch()
    batch.rows.reserveCapacity(RowPump.batchSize)
    let start = source.bytesRead
    while batch.rows.count < RowPump.batchSize, source.bytesRead - start <= RowPump.batchBytes {
      guard let row = try rows.next(unless: known) else { break }
      batch.rows.append(row)
    }
    rowsTaken += batch.rows.count
    // What is read ahead is no progress yet.
    batch.bytes = source.bytesRead * rowsTaken / max(1, rowsTaken + rows.rowsAhead)
    return batch.rows.isEmpty ? nil : batch
  }

  /// Waits for room; false when nobody wants more.
  private func give(_ batch: consuming Batch) -> Bool {
    monitor.enter()
    defer { monitor.leave() }
    while batches.count >= RowPump.batchesAhead, !isStopped { monitor.wait() }
    batches.append(batch)
    monitor.tell()
    return !isStopped
  }

  private func free() {
    monitor.enter()
    let records = givenUp
    givenUp = []
    monitor.leave()
    // Only now, so that nobody waits for it.
    withExtendedLifetime(records) {}
  }

  private func finish(_ failure: (any Error)?) {
    monitor.enter()
    self.failure = failure
    isFinished = true
    monitor.tell()
    monitor.leave()
  }

  /// The next batch; nil at the end, and a fault only after the rows before it.
  private func take() throws -> Batch? {
    monitor.enter()
    defer { monitor.leave() }
    while batches.isEmpty, !isFinished { monitor.wait() }
    if batches.isEmpty {
      if let failure { throw failure }
      return nil
    }
    let batch = batches.removeFirst()
    monitor.tell()
    return batch
  }
}
