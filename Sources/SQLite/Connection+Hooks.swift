internal import CSQLite

extension Connection {
  /// Calls the closure with the text of each statement that starts, without its bound values; nil ends it.
  package func onStatement(_ body: ((String) -> Void)?) {
    guard let handle else { return }
    hooks.trace = body.map(StatementHook.init)
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
        Unmanaged<StatementHook>.fromOpaque(context).takeUnretainedValue().body(own)
        return 0
      }, Unmanaged.passUnretained(trace).toOpaque())
  }

  /// Calls the closure every few steps of SQLite's machine; true from it interrupts the statement, and nil ends it.
  package func onProgress(every steps: Int32 = 1, _ body: (() -> Bool)?) {
    guard let handle else { return }
    hooks.progress = body.map(ProgressHook.init)
    guard let progress = hooks.progress else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, steps,
      { context in
        guard let context else { return 0 }
        let hook = Unmanaged<ProgressHook>.fromOpaque(context).takeUnretainedValue()
        return !hook.isHeld && hook.body() ? 1 : 0
      }, Unmanaged.passUnretained(progress).toOpaque())
  }

  /// Runs a statement that begins or ends a transaction, which must not be interrupted.
  ///
  /// SQLite asks once more after its last step: a statement would count as failed that has done its work.
  func runBoundary(_ sql: SQL) throws {
    hooks.progress?.isHeld = true
    defer { hooks.progress?.isHeld = false }
    try run(sql)
  }

  func removeHooks() {
    onStatement(nil)
    onProgress(nil)
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
}

private final class StatementHook {
  let body: (String) -> Void

  init(body: @escaping (String) -> Void) {
    self.body = body
  }
}

private final class ProgressHook {
  let body: () -> Bool
  /// Whether nobody is asked for now.
  var isHeld = false

  init(body: @escaping () -> Bool) {
    self.body = body
  }
}
