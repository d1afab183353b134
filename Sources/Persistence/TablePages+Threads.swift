internal import Glibc
internal import SQLite
internal import Synchronization

extension TablePages {
  /// Fewer runs of pages are read sooner than a thread has started.
  private static let runsForThreads = 16
  /// More threads would wait for each other at the file.
  private static let mostThreads = 4

  /// Calls the closure with all rows, on several threads where there are many.
  ///
  /// - Parameters:
  ///   - state: Makes what each thread begins with.
  ///   - isCancelled: Asked now and again by the calling thread; true ends the reading.
  ///   - isWanted: Whether rows of a page may matter, by its bytes and by the least and the greatest of its row ids;
  ///     these are nil where rows go on elsewhere, and the page is read then whatever is said.
  ///   - body: What is done with a row and the thread's own state; each thread sees its rows in their order.
  /// - Returns: What each thread ends with, in no order.
  /// - Throws: `SQLiteError` for a damaged file, for one that can't be read and for a cancelled reading, and what the
  ///   closure throws.
  func forEachRow<State: Sendable>(
    state: @escaping @Sendable () -> State, isCancelled: () -> Bool,
    where isWanted:
      @escaping @Sendable (inout State, UnsafeBufferPointer<UInt8>, ClosedRange<Int64>?) -> Bool,
    _ body: @escaping @Sendable (inout State, consuming RecordView) throws -> Void
  ) throws -> [State] {
    let runs = try runs()
    let shared = SharedReading<State>()
    let take: @Sendable (() throws -> Void) -> Void = { check in
      shared.attempt {
        var state = state()
        try forEachRow(
          in: {
            try check()
            return shared.next(of: runs)
          }, where: { isWanted(&state, $0, $1) }, { try body(&state, $0) })
        return state
      }
    }
    var threads: [pthread_t] = []
    if runs.count >= TablePages.runsForThreads {
      let cores = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
      for _ in 1..<max(2, min(cores, TablePages.mostThreads)) {
        // Without a thread to be had, those there are take what it would have taken.
        if let thread = Helper.start({ take {} }) { threads.append(thread) }
      }
    }
    take { if isCancelled() { throw SQLiteError.interrupted } }
    for thread in threads { pthread_join(thread, nil) }
    return try shared.result()
  }
}

/// What the threads of one reading share: which run is next, and how it went.
private final class SharedReading<State: Sendable>: Sendable {
  private let next = Atomic(0)
  private let states = Mutex<[State]>([])
  private let failure = Mutex<(any Error)?>(nil)

  /// The run that nobody has taken yet; nil after the last and when something has failed.
  func next(of runs: [TablePages.Run]) -> TablePages.Run? {
    let place = next.add(1, ordering: .relaxed).oldValue
    return place < runs.count ? runs[place] : nil
  }

  /// Keeps what the closure returns, or the first error, which ends the others' work.
  func attempt(_ body: () throws -> State) {
    do {
      let state = try body()
      states.withLock { $0.append(state) }
    } catch {
      failure.withLock { first in if first == nil { first = error } }
      // Far beyond the last run, and far from the end of the integers.
      next.store(Int.max / 2, ordering: .relaxed)
    }
  }

  func result() throws -> [State] {
    if let error = failure.withLock({ $0 }) { throw error }
    return states.withLock { $0 }
  }
}

/// A thread that does one piece of work and ends.
private final class Helper: Sendable {
  private let work: @Sendable () -> Void

  private init(_ work: @escaping @Sendable () -> Void) {
    self.work = work
  }

  /// The thread, which must be joined; nil if none could be started.
  static func start(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
    let helper = Unmanaged.passRetained(Helper(work))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<Helper>.fromOpaque(pointer).takeRetainedValue().work()
        return nil
      }, helper.toOpaque())
    if code == 0 { return thread }
    helper.release()
    return nil
  }
}
