-- One row per book. Any SQLite tool may read and write the file, so the rules stand in the schema itself. Days are
-- YYYY, YYYY-MM or YYYY-MM-DD, and must be on the calendar.
CREATE TABLE book (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  uuid TEXT NOT NULL UNIQUE
    CHECK (
      uuid GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-*'
      AND substr(uuid, 20) GLOB '[0-9a-f][0-9a-f][0-9a-f][0-9a-f]-[0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f][0-9a-f]'),
  title TEXT,
  author TEXT,
  genre TEXT,
  rating REAL CHECK (rating BETWEEN 0.25 AND 5 AND rating * 4 = CAST(rating * 4 AS INTEGER)),
  review TEXT,
  status TEXT CHECK (status IN ('to-read', 'reading', 'read', 'did-not-finish', 'paused')),
  date_added TEXT CHECK (
    date_added IS NULL OR (
      length(date_added) IN (4, 7, 10) AND date_added >= '0001'
      AND date(substr(date_added || '-01-01', 1, 10), '+0 days') IS substr(date_added || '-01-01', 1, 10))),
  read_count INTEGER CHECK (read_count >= 0),
  isbn13 TEXT CHECK (length(isbn13) = 13 AND isbn13 NOT GLOB '*[^0-9]*'),
  publisher TEXT,
  year INTEGER,
  original_year INTEGER,
  pages INTEGER CHECK (pages > 0),
  private_notes TEXT
) STRICT;

CREATE INDEX book_isbn13 ON book (isbn13) WHERE isbn13 IS NOT NULL;

-- Authors after the first (no role) and everybody else who had a part (with a role).
CREATE TABLE book_contributor (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  name TEXT NOT NULL,
  role TEXT
) STRICT;

CREATE INDEX book_contributor_book ON book_contributor (book_id, position);

CREATE TABLE book_series (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  name TEXT NOT NULL,
  number TEXT
) STRICT;

CREATE INDEX book_series_book ON book_series (book_id, position);

-- Every reading of a book; a reread is another row.
CREATE TABLE book_read (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  started TEXT CHECK (
    started IS NULL OR (
      length(started) IN (4, 7, 10) AND started >= '0001'
      AND date(substr(started || '-01-01', 1, 10), '+0 days') IS substr(started || '-01-01', 1, 10))),
  finished TEXT CHECK (
    finished IS NULL OR (
      length(finished) IN (4, 7, 10) AND finished >= '0001'
      AND date(substr(finished || '-01-01', 1, 10), '+0 days') IS substr(finished || '-01-01', 1, 10))),
  stopped TEXT CHECK (
    stopped IS NULL OR (
      length(stopped) IN (4, 7, 10) AND stopped >= '0001'
      AND date(substr(stopped || '-01-01', 1, 10), '+0 days') IS substr(stopped || '-01-01', 1, 10))),
  rating REAL CHECK (rating BETWEEN 0.25 AND 5 AND rating * 4 = CAST(rating * 4 AS INTEGER)),
  review TEXT
) STRICT;

CREATE INDEX book_read_book ON book_read (book_id, position);

CREATE TABLE book_tag (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  name TEXT NOT NULL
) STRICT;

CREATE INDEX book_tag_book ON book_tag (book_id, position);

-- What another service knows the book by, and those of its columns that the tables above don't model:
-- a JSON object of header names and cells, as they came. (json_valid may not stand in a distrusted schema.)
CREATE TABLE book_service (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CHECK (position >= 0),
  service TEXT NOT NULL,
  service_id TEXT,
  other TEXT CHECK (other GLOB '{*}')
) STRICT;

CREATE INDEX book_service_book ON book_service (book_id, position);
CREATE INDEX book_service_service ON book_service (service, service_id) WHERE service_id IS NOT NULL;
