package import Persistence

// A small world for processes that end badly: money that only moves, so that any half change shows.

package struct Account: PersistentModel {
  package var id: Int64 = 0
  package var name: String
  package var balance: Int64 = 0

  package static let schema = EntitySchema<Account>(
    "account", key: \.id, [Attribute("name", \.name), Attribute("balance", \.balance)])

  package init(_ name: String) {
    self.name = name
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    name = try row.text()
    balance = try row.integer()
  }
}

package struct Transfer: PersistentModel {
  package var id: Int64 = 0
  package var number: Int64
  package var slip: [UInt8]

  package static let schema = EntitySchema<Transfer>(
    "transfer", key: \.id, [Attribute("number", \.number), Attribute("slip", \.slip)])

  init(_ number: Int64, slip: [UInt8]) {
    self.number = number
    self.slip = slip
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    number = try row.integer()
    slip = try row.blob()
  }
}

package struct Entry: PersistentModel {
  package var id: Int64 = 0
  package var transferID: Int64
  package var accountID: Int64
  package var amount: Int64

  package static let schema = EntitySchema<Entry>(
    "entry", key: \.id,
    [
      .reference("transfer_id", \.transferID, to: Transfer.self, onDelete: .cascade),
      .reference("account_id", \.accountID, to: Account.self, onDelete: .deny),
      Attribute("amount", \.amount),
    ])

  init(_ amount: Int64, of transferID: Int64, to accountID: Int64) {
    self.amount = amount
    self.transferID = transferID
    self.accountID = accountID
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    transferID = try row.integer()
    accountID = try row.integer()
    amount = try row.integer()
  }
}

/// The one note on the last transfer; each transfer deletes it and writes another.
package struct Memo: PersistentModel {
  package var id: Int64 = 0
  package var number: Int64

  package static let schema = EntitySchema<Memo>("memo", key: \.id, [Attribute("number", \.number)])

  init(_ number: Int64) {
    self.number = number
  }

  package init(row: inout RowReader) throws {
    id = try row.integer()
    number = try row.integer()
  }
}

package enum Bank {
  package static let accounts = 12

  private static let script = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      balance INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE transfer (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      number INTEGER NOT NULL UNIQUE,
      slip BLOB NOT NULL
    ) STRICT;
    CREATE TABLE entry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      transfer_id INTEGER NOT NULL REFERENCES transfer (id),
      account_id INTEGER NOT NULL REFERENCES account (id),
      amount INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX entry_transfer ON entry (transfer_id);
    CREATE INDEX entry_account ON entry (account_id);
    CREATE TABLE memo (id INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE) STRICT;
    """

  /// The steps of a second version, many statements that leave their traces in every table.
  private static let renovation: String = {
    var script = "CREATE TABLE renovated (step INTEGER PRIMARY KEY, accounts INTEGER NOT NULL) STRICT;\n"
    for step in 1...steps {
      script += """
        CREATE TABLE part_\(step) AS SELECT number + \(step) AS number, slip FROM transfer;
        UPDATE account SET name = '\(step % 10)' || name;
        INSERT INTO renovated SELECT \(step), count(*) FROM account;\n
        """
    }
    return script + "ALTER TABLE account ADD COLUMN note TEXT;"
  }()

  package static let steps = 40

  package static let first = Migration(number: 1, name: "bank", script: script)
  package static let second = Migration(number: 2, name: "renovate", script: renovation)

  package static func open(
    _ path: String, _ migrations: [Migration] = [first], busyTimeout: Int32 = 30_000
  ) throws -> PersistentContainer {
    var options = StoreOptions()
    options.busyTimeout = busyTimeout
    let model = StoreModel(
      applicationID: 0x6261_6E6B, entities: [Account.self, Transfer.self, Entry.self, Memo.self],
      migrations: migrations)
    return try PersistentContainer(at: path, model: model, options: options)
  }

  /// A new bank whose accounts are empty.
  package static func found(at path: String) throws {
    let container = try open(path)
    try container.insert(contentsOf: (0..<accounts).map { Account("account \($0)") }, named: "found")
    try container.insert(contentsOf: [Memo(0)], named: "memo")
    container.close()
  }

  /// Makes transfers in a bank that nobody else uses.
  package static func makeTransfers(_ count: Int, in path: String) throws {
    let container = try open(path)
    var random = Numbers(state: UInt64(count))
    try container.transaction(named: "many") {
      for number in 1...Int64(count) {
        let slip = [UInt8](repeating: 1, count: 200)
        try transfer(number, in: container.makeContext(), slip: slip, using: &random)
      }
    }
    // One change of the history for all; the rules want one for each.
    try container.withConnection { connection in
      try connection.execute(
        script: """
          INSERT INTO history_set (at, name) SELECT '', 'transfer ' || number FROM transfer;
          """)
    }
    container.close()
  }

  /// Makes the transfer with this number in one save.
  static func transfer(
    _ number: Int64, in context: ManagedContext, slip: [UInt8], using random: inout some RandomNumberGenerator
  ) throws {
    let transfer = context.insert(Transfer(number, slip: slip))
    let accounts = try context.fetch(Account.self).shuffled(using: &random)
      .prefix(Int.random(in: 2...5, using: &random))
    var rest: Int64 = 0
    for account in accounts.dropLast() {
      let amount = Int64.random(in: -1000...1000, using: &random)
      account.balance += amount
      rest -= amount
      context.insert(Entry(amount, of: transfer.id, to: account.id))
    }
    if let last = accounts.last {
      last.balance += rest
      context.insert(Entry(rest, of: transfer.id, to: last.id))
    }
    for memo in try context.fetch(Memo.self) { context.delete(memo) }
    context.insert(Memo(number))
    try context.save(named: "transfer \(number)")
  }

  /// What is wrong with a bank's books, in words; nothing for a sound one.
  package static func problems(in container: PersistentContainer) throws -> [String] {
    try container.withConnection { connection in
      var problems: [String] = []
      if try connection.value("PRAGMA integrity_check") != .text("ok") { problems.append("integrity") }
      try connection.forEachRow("PRAGMA foreign_key_check") { _ in problems.append("foreign key") }
      let last = try connection.integer("SELECT ifnull(max(number), 0) FROM transfer")
      let checks: [(String, Int64, Int64)] = [
        ("sum", try connection.integer("SELECT sum(balance) FROM account"), 0),
        ("accounts", try connection.integer("SELECT count(*) FROM account"), Int64(accounts)),
        (
          "balances that are not the sum of their entries",
          try connection.integer(
            """
            SELECT count(*) FROM account WHERE balance <>
            (SELECT ifnull(sum(amount), 0) FROM entry WHERE account_id = account.id)
            """), 0
        ),
        (
          "transfers out of balance",
          try connection.integer(
            """
            SELECT count(*) FROM transfer WHERE 2 > (SELECT count(*) FROM entry WHERE transfer_id = transfer.id)
            OR 0 <> (SELECT sum(amount) FROM entry WHERE transfer_id = transfer.id)
            """), 0
        ),
        ("transfers", try connection.integer("SELECT count(*) FROM transfer"), last),
        ("memos", try connection.integer("SELECT count(*) FROM memo"), 1),
        ("memo", try connection.integer("SELECT number FROM memo"), last),
        (
          "history",
          try connection.integer("SELECT count(*) FROM history_set WHERE name LIKE 'transfer %'"), last
        ),
      ]
      for (what, found, wanted) in checks where found != wanted {
        problems.append("\(what): \(found) instead of \(wanted)")
      }
      return problems
    }
  }

  /// The number of the last transfer, 0 before the first.
  package static func lastNumber(in container: PersistentContainer) throws -> Int64 {
    try container.withConnection { try $0.integer("SELECT ifnull(max(number), 0) FROM transfer") }
  }
}

/// Numbers that depend on their seed alone.
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 31)
  }
}
