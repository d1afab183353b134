internal import CSQLite

extension Connection {
  /// Calls the closure with the text of each statement that starts; nil ends it.
  ///
  /// - Parameters:
  ///   - includingValues: Whether bound values stand in the text in place of each `?`.
  ///   - body: What is done with the text.
  package func onStatement(includingValues: Bool = false, _ body: ((String) -> Void)?) {
    guard let handle else { return }
    hooks.trace = body.map { StatementHook(includesValues: includingValues, body: $0) }
    guard let trace = hooks.trace else {
      sqlite3_trace_v2(handle, 0, nil, nil)
      return
    }
    sqlite3_trace_v2(
      handle, UInt32(SQLITE_TRACE_STMT),
      { _, context, statement, text in
        guard let context, let statement, let text else { return 0 }
        let told = String(cString: text.assumingMemoryBound(to: CChar.self))
        let own = sqlite3_sql(OpaquePointer(statement)).map { String(cString: $0) } ?? ""
        // What a trigger runs is told as a comment beside the statement that fired it.
        if told.hasPrefix("--"), !own.hasPrefix("--") { return 0 }
        let hook = Unmanaged<StatementHook>.fromOpaque(context).takeUnretainedValue()
        guard hook.includesValues, let expanded = sqlite3_expanded_sql(OpaquePointer(statement)) else {
          hook.body(own)
          return 0
        }
        hook.body(String(cString: expanded))
        sqlite3_free(expanded)
        return 0
      }, Unmanaged.passUnretained(trace).toOpaque())
  }

  /// Calls the closure every few steps of SQLite's machine; true from it interrupts the statement, and nil ends it.
  package func onProgress(every steps: Int32 = 1, _ body: (() -> Bool)?) {
    guard let handle else { return }
    hooks.progress = body.map { ProgressHook(connection: self, body: $0) }
    guard let progress = hooks.progress else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, steps,
      { context in
        guard let context else { return 0 }
        let hook = Unmanaged<ProgressHook>.fromOpaque(context).takeUnretainedValue()
        // A commit that has happened must not look as if it had failed, and a rollback must not be kept from it.
        if hook.connection?.isFramingTransaction ?? true { return 0 }
        return hook.body() ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
  }

  /// Waits for other connections' locks up to a time, in milliseconds, unless the closure says that waiting is in vain.
  package func waitWhenBusy(upTo milliseconds: Int32, unless isInVain: @escaping () -> Bool) {
    guard let handle else { return }
    let busy = BusyHook(limit: max(0, milliseconds), isInVain: isInVain)
    hooks.busy = busy
    sqlite3_busy_handler(
      handle,
      { context, attempt in
        guard let context else { return 0 }
        return Unmanaged<BusyHook>.fromOpaque(context).takeUnretainedValue().wait(attempt) ? 1 : 0
      }, Unmanaged.passUnretained(busy).toOpaque())
  }

  func removeHooks() {
    onStatement(nil)
    onProgress(nil)
    sqlite3_busy_handler(handle, nil, nil)
    hooks.busy = nil
  }

  /// Makes SQLite refuse to prepare statements that begin or end transactions or savepoints.
  func denyTransactions(_ denies: Bool) {
    guard let handle else { return }
    guard denies else {
      sqlite3_set_authorizer(handle, nil, nil)
      return
    }
    sqlite3_set_authorizer(
      handle,
      { _, action, _, _, _, _ in
        action == SQLITE_TRANSACTION || action == SQLITE_SAVEPOINT ? SQLITE_DENY : SQLITE_OK
      }, nil)
  }
}

/// The closures that SQLite calls back, kept alive with their connection.
struct ConnectionHooks {
  fileprivate var trace: StatementHook?
  fileprivate var progress: ProgressHook?
  fileprivate var busy: BusyHook?
}

private final class StatementHook {
  let includesValues: Bool
  let body: (String) -> Void

  init(includesValues: Bool, body: @escaping (String) -> Void) {
    self.includesValues = includesValues
    self.body = body
  }
}

private final class ProgressHook {
  weak var connection: Connection?
  let body: () -> Bool

  init(connection: Connection, body: @escaping () -> Bool) {
    self.connection = connection
    self.body = body
  }
}

private final class BusyHook {
  private let limit: Int32
  private let isInVain: () -> Bool
  private var waited: Int32 = 0

  init(limit: Int32, isInVain: @escaping () -> Bool) {
    self.limit = limit
    self.isInVain = isInVain
  }

  /// Sleeps a little, longer with each attempt; false when there was waiting enough.
  func wait(_ attempt: Int32) -> Bool {
    if attempt == 0 { waited = 0 }
    guard waited < limit, !isInVain() else { return false }
    let pauses: [Int32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]
    let pause = min(pauses[min(Int(attempt), pauses.count - 1)], limit - waited)
    sqlite3_sleep(pause)
    waited += pause
    return true
  }
}
