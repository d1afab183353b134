internal import Glibc
internal import Synchronization

/// A thread that runs a container's background tasks, so that waiting for the disk never holds up other tasks.
///
/// The thread starts with the first task and ends with the executor.
final class BackgroundExecutor: TaskExecutor {
  private let queue = JobQueue()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    if queue.put({ job.runSynchronously(on: executor) }) { queue.startThread() }
  }

  deinit {
    queue.close()
  }
}

/// The jobs that wait for the thread; it outlives the executor by the thread's last moments.
private final class JobQueue: Sendable {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var next = 0
    var isStarted = false
    var isClosed = false
  }

  private let state = Mutex(State())
  private let semaphore = Semaphore()

  /// Appends a job; true for the first one.
  func put(_ job: @escaping @Sendable () -> Void) -> Bool {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isStarted = true }
      return !state.isStarted
    }
    semaphore.signal()
    return isFirst
  }

  func close() {
    state.withLock { $0.isClosed = true }
    semaphore.signal()
  }

  func startThread() {
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { pointer in
        guard let pointer else { return nil }
        Unmanaged<JobQueue>.fromOpaque(pointer).takeRetainedValue().run()
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    if code == 0 {
      pthread_detach(thread)
    } else {
      // Without a thread to be had, the caller's own must do; the alternative would be to wait for ever.
      Unmanaged.passUnretained(self).release()
      state.withLock { $0.isStarted = false }
      while let job = take() { job() }
    }
  }

  private func run() {
    while true {
      semaphore.wait()
      if let job = take() {
        job()
      } else if state.withLock({ $0.isClosed }) {
        return
      }
    }
  }

  private func take() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard state.next < state.jobs.count else { return nil }
      defer {
        state.next += 1
        if state.next == state.jobs.count {
          state.jobs.removeAll()
          state.next = 0
        }
      }
      return state.jobs[state.next]
    }
  }
}

/// A counting semaphore of the system's.
private final class Semaphore: @unchecked Sendable {
  // Unchecked for this reason: the system's semaphore is made for use by several threads, and its address never changes.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    semaphore = .allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
  }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func signal() {
    sem_post(semaphore)
  }

  func wait() {
    while sem_wait(semaphore) != 0, errno == EINTR {}
  }
}
