-- Which rows of other programs' files a book holds already, so that an import passes over them with one look. A digest
-- stands as long as nothing is changed in the book or taken from it, by whomever.
CREATE TABLE book_source (
  id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL REFERENCES book (id) ON DELETE CASCADE,
  digest INTEGER NOT NULL
) STRICT;

CREATE INDEX book_source_book ON book_source (book_id);

CREATE TRIGGER book_source_book_updated AFTER UPDATE ON book BEGIN
  DELETE FROM book_source WHERE book_id = OLD.id;
END;

CREATE TRIGGER book_source_contributor_updated AFTER UPDATE ON book_contributor BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_contributor_deleted AFTER DELETE ON book_contributor BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_series_updated AFTER UPDATE ON book_series BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_series_deleted AFTER DELETE ON book_series BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_read_updated AFTER UPDATE ON book_read BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_read_deleted AFTER DELETE ON book_read BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_tag_updated AFTER UPDATE ON book_tag BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_tag_deleted AFTER DELETE ON book_tag BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_service_updated AFTER UPDATE ON book_service BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;

CREATE TRIGGER book_source_service_deleted AFTER DELETE ON book_service BEGIN
  DELETE FROM book_source WHERE book_id = OLD.book_id;
END;
