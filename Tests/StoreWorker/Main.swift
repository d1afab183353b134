import Glibc
import Persistence

/// A process that works on a store until it is done or killed; tests start it and watch its lines.
///
/// The first argument names the work, the second the store.
@main
struct Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { exit(64) }
    let path = arguments[2]
    let last = arguments.count > 3 ? arguments[3] : ""
    switch arguments[1] {
    case "transfer": try transfer(path, seed: UInt64(last) ?? 0)
    case "migrate": try migrate(path)
    case "backup": try backUp(path, to: last)
    case "undo": try undo(path)
    case "increment": try increment(path, count: Int(last) ?? 0)
    default: exit(64)
    }
  }

  /// Tells the test something at once, so that it knows even if this process dies with the next instruction.
  private static func say(_ line: String) {
    let bytes = Array((line + "\n").utf8)
    // Nobody listens any more: nobody would kill this process either.
    if write(1, bytes, bytes.count) != bytes.count { exit(1) }
  }

  /// Commits transfers with ascending numbers and says each number once it is committed.
  private static func transfer(_ path: String, seed: UInt64) throws {
    say("opening")
    let container = try Bank.open(path)
    var random = Numbers(state: seed)
    if seed % 2 == 1 {
      // So few pages that a transaction has to write to the file long before its commit.
      _ = try container.withConnection { try $0.value("PRAGMA cache_size = 4") }
    }
    var number = try Bank.lastNumber(in: container)
    say("ready")
    var context = container.makeContext()
    while true {
      number += 1
      if Int.random(in: 0..<4, using: &random) == 0 { context = container.makeContext() }
      let slip = [UInt8](
        repeating: UInt8(truncatingIfNeeded: number),
        count: seed % 2 == 1 ? Int.random(in: 0...60_000, using: &random) : 20)
      try Bank.transfer(number, in: context, slip: slip, using: &random)
      say("\(number)")
    }
  }

  private static func migrate(_ path: String) throws {
    say("ready")
    _ = try Bank.open(path, [Bank.first, Bank.second])
    say("done")
  }

  private static func backUp(_ path: String, to target: String) throws {
    let container = try Bank.open(path)
    say("ready")
    try container.backup(to: target)
    say("done")
  }

  private static func undo(_ path: String) throws {
    let container = try Bank.open(path)
    say("ready")
    try container.undoLastChange()
    say("done")
  }

  /// Adds 1 to each account's balance so many times, one save each, and tries again where another process was first.
  private static func increment(_ path: String, count: Int) throws {
    let container = try Bank.open(path)
    try container.insert(contentsOf: [Memo(Int64(getpid()))], named: "meet")
    // Both start when both are there.
    while try container.count(FetchRequest<Memo>()) < 3 {}
    say("ready")
    var conflicts = 0
    var longestWait = ContinuousClock.Duration.zero
    for round in 0..<count {
      var isSaved = false
      while !isSaved {
        let context = container.makeContext()
        for account in try context.fetch(Account.self) { account.balance += 1 }
        context.insert(Memo(Int64(getpid()) << 20 | Int64(round)))
        longestWait = max(
          longestWait,
          try ContinuousClock().measure {
            do {
              try context.save(named: "increment")
              isSaved = true
            } catch StoreError.conflict {
              conflicts += 1
            }
          })
      }
    }
    say("conflicts \(conflicts)")
    say("wait \(longestWait.components.seconds)")
  }
}
