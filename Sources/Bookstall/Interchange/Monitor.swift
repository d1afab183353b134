internal import Glibc

/// A lock with something to wait for, shared by the two threads of one piece of work.
final class Monitor {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let changed: UnsafeMutablePointer<pthread_cond_t>

  init() {
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

  /// Begins to hold the lock.
  func enter() { pthread_mutex_lock(lock) }

  /// Lets go of the lock.
  func leave() { pthread_mutex_unlock(lock) }

  /// Lets go of the lock until the other thread has told of a change; only between `enter` and `leave`.
  func wait() { pthread_cond_wait(changed, lock) }

  /// Tells the other thread of a change.
  func tell() { pthread_cond_broadcast(changed) }

  /// Starts a thread.
  ///
  /// - Parameter work: What it does; nothing guards what the closure uses but what it does itself.
  /// - Returns: The thread, to be joined; nil where there is none to be had.
  static func thread(_ work: @escaping () -> Void) -> pthread_t? {
    let box = Unmanaged.passRetained(Work(work))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if status != 0 { box.release() }
    return status == 0 ? thread : nil
  }

  /// Carries a closure through a pointer.
  private final class Work {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }
}
