#ifndef BOOKSTALL_CSQLITE_SHIM_H
#define BOOKSTALL_CSQLITE_SHIM_H

#include <sqlite3.h>

// Swift can't call C functions with variable arguments, so the one that is needed is wrapped here.

// Sets a boolean option of one connection, such as SQLITE_DBCONFIG_DQS_DML; returns a result code.
static inline int bookstall_db_config_bool(sqlite3 *connection, int option, int value) {
  return sqlite3_db_config(connection, option, value, (int *)0);
}

// SQLITE_TRANSIENT is a cast that the importer can't see: SQLite copies the bytes before the call returns.
static inline int bookstall_bind_text(sqlite3_stmt *statement, int index, const char *bytes, int count) {
  return sqlite3_bind_text(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Binds a copy of the bytes; a null pointer would bind NULL, so an empty blob must pass a real one.
static inline int bookstall_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
  return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// The result of a custom function as a copied text.
static inline void bookstall_result_text(sqlite3_context *context, const char *bytes, int count) {
  sqlite3_result_text(context, bytes, count, SQLITE_TRANSIENT);
}

// The result of a custom function as a copy of bytes; an empty blob must pass a real pointer, as above.
static inline void bookstall_result_blob(sqlite3_context *context, const void *bytes, int count) {
  sqlite3_result_blob(context, bytes, count, SQLITE_TRANSIENT);
}

#endif
