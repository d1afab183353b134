/// The tables that the history lives in; part of this module, not of a program's migrations.
enum HistorySchema {
  static let setTable = "history_set"
  /// How the insertion of a set begins.
  static let insertionOfSet = "INSERT INTO history_set"
  /// The tables that this module makes beside those of the models, with their columns.
  static let tables = [
    setTable: ["id", "at", "name", "undoes", "is_undone"],
    "history_change": ["id", "set_id", "entity", "kind", "first_id", "last_id", "rows"],
    "schema_migration": ["number", "name", "checksum", "applied_at"],
  ]

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
    \(changes)
    """

  static let changes = """
    -- What it changed, in order: a run of insertions, or a block of updated or deleted rows of one table.
    CREATE TABLE IF NOT EXISTS history_change (
      id INTEGER PRIMARY KEY,
      set_id INTEGER NOT NULL REFERENCES history_set (id) ON DELETE CASCADE,
      entity TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('insert', 'update', 'delete')),
      first_id INTEGER NOT NULL,
      last_id INTEGER NOT NULL CHECK (last_id >= first_id),
      -- The rows with the names of their columns, packed: updated ones with the values before and after.
      rows BLOB CHECK ((rows IS NULL) = (kind = 'insert'))
    ) STRICT;
    CREATE INDEX IF NOT EXISTS history_change_set ON history_change (set_id);
    """

  /// The columns that the history's tables have in the file, such as `history_set.id`, with commas between.
  static let presentColumns = """
    SELECT group_concat(name) FROM (SELECT 'history_set.' || name AS name FROM pragma_table_info('history_set')
    UNION ALL SELECT 'history_change.' || name FROM pragma_table_info('history_change'))
    """

  /// The first byte of the rows packed last, which is the version of their form; looks at a few changes only, however
  /// long the history is.
  static let lastPackedVersion = """
    SELECT substr(rows, 1, 1) FROM history_change WHERE id = (SELECT max(id) FROM (
      SELECT id, rows FROM history_change ORDER BY id DESC LIMIT 20) WHERE rows IS NOT NULL)
    """

  /// 1 in a store whose history is kept as the first versions did: one row per column.
  static let hasOldForm = "SELECT count(*) FROM sqlite_schema WHERE name = 'history_value'"
}
