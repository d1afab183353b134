/// The tables that the history lives in; part of this module, not of a program's migrations.
enum HistorySchema {
  static let script = """
    -- One row per transaction that changed something.
    CREATE TABLE IF NOT EXISTS history_set (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at TEXT NOT NULL,
      name TEXT NOT NULL,
      undoes INTEGER REFERENCES history_set (id) ON DELETE CASCADE,
      is_undone INTEGER NOT NULL DEFAULT 0 CHECK (is_undone IN (0, 1))
    ) STRICT;
    CREATE INDEX IF NOT EXISTS history_set_undoes ON history_set (undoes);
    -- What it changed, in order; an insertion may stand for a whole run of rows.
    CREATE TABLE IF NOT EXISTS history_change (
      id INTEGER PRIMARY KEY,
      set_id INTEGER NOT NULL REFERENCES history_set (id) ON DELETE CASCADE,
      entity TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
      first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL CHECK (last_id >= first_id)
    ) STRICT;
    CREATE INDEX IF NOT EXISTS history_change_set ON history_change (set_id);
    -- The values of changed and deleted rows, with their own storage classes.
    CREATE TABLE IF NOT EXISTS history_value (
      change_id INTEGER NOT NULL REFERENCES history_change (id) ON DELETE CASCADE,
      "column" TEXT NOT NULL,
      "before" ANY,
      "after" ANY,
      PRIMARY KEY (change_id, "column")
    ) STRICT, WITHOUT ROWID;
    """
}
