-- The same rules in a form that costs an insertion a fraction: SQLite builds a table in memory for every list of more
-- than two values, and does so again for each row. Only the schema's text changes, so that a table keeps the columns,
-- indexes and triggers that somebody else has given it; rows that kept the old rules keep the new ones.
PRAGMA writable_schema = ON;

UPDATE sqlite_schema SET sql = replace(
  sql,
  'CHECK (status IN (''to-read'', ''reading'', ''read'', ''did-not-finish'', ''paused''))',
  'CHECK (
    status = ''read'' OR status = ''to-read'' OR status = ''reading'' OR status = ''did-not-finish''
    OR status = ''paused'')')
WHERE type = 'table' AND name = 'book';

UPDATE sqlite_schema SET sql = replace(
  sql,
  '-*''
      AND substr(uuid, 20) GLOB ''',
  '-')
WHERE type = 'table' AND name = 'book';

UPDATE sqlite_schema SET sql = replace(
  sql,
  'length(date_added) IN (4, 7, 10) AND date_added >= ''0001''
      AND date(substr(date_added || ''-01-01'', 1, 10), ''+0 days'') IS substr(date_added || ''-01-01'', 1, 10)',
  'date_added >= ''0001'' AND CASE length(date_added)
        WHEN 10 THEN date(date_added, ''+0 days'') IS date_added
        WHEN 7 THEN date(date_added || ''-01'', ''+0 days'') IS date_added || ''-01''
        WHEN 4 THEN date(date_added || ''-01-01'', ''+0 days'') IS date_added || ''-01-01''
        ELSE 0 END')
WHERE type = 'table' AND name = 'book';

UPDATE sqlite_schema SET sql = replace(
  sql,
  'length(started) IN (4, 7, 10) AND started >= ''0001''
      AND date(substr(started || ''-01-01'', 1, 10), ''+0 days'') IS substr(started || ''-01-01'', 1, 10)',
  'started >= ''0001'' AND CASE length(started)
        WHEN 10 THEN date(started, ''+0 days'') IS started
        WHEN 7 THEN date(started || ''-01'', ''+0 days'') IS started || ''-01''
        WHEN 4 THEN date(started || ''-01-01'', ''+0 days'') IS started || ''-01-01''
        ELSE 0 END')
WHERE type = 'table' AND name = 'book_read';

UPDATE sqlite_schema SET sql = replace(
  sql,
  'length(finished) IN (4, 7, 10) AND finished >= ''0001''
      AND date(substr(finished || ''-01-01'', 1, 10), ''+0 days'') IS substr(finished || ''-01-01'', 1, 10)',
  'finished >= ''0001'' AND CASE length(finished)
        WHEN 10 THEN date(finished, ''+0 days'') IS finished
        WHEN 7 THEN date(finished || ''-01'', ''+0 days'') IS finished || ''-01''
        WHEN 4 THEN date(finished || ''-01-01'', ''+0 days'') IS finished || ''-01-01''
        ELSE 0 END')
WHERE type = 'table' AND name = 'book_read';

UPDATE sqlite_schema SET sql = replace(
  sql,
  'length(stopped) IN (4, 7, 10) AND stopped >= ''0001''
      AND date(substr(stopped || ''-01-01'', 1, 10), ''+0 days'') IS substr(stopped || ''-01-01'', 1, 10)',
  'stopped >= ''0001'' AND CASE length(stopped)
        WHEN 10 THEN date(stopped, ''+0 days'') IS stopped
        WHEN 7 THEN date(stopped || ''-01'', ''+0 days'') IS stopped || ''-01''
        WHEN 4 THEN date(stopped || ''-01-01'', ''+0 days'') IS stopped || ''-01-01''
        ELSE 0 END')
WHERE type = 'table' AND name = 'book_read';

-- This connection reads the schema anew now; the others do when they see that its number has changed.
PRAGMA writable_schema = RESET;
CREATE TABLE schema_change (id INTEGER);
DROP TABLE schema_change;
