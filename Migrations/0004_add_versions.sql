-- How often a row was changed, so that two programs that change the same one notice. A tool that doesn't know of it may
-- leave it alone: the columns themselves are compared as well.
ALTER TABLE book ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
ALTER TABLE snack_bar ADD COLUMN version INTEGER NOT NULL DEFAULT 1;
