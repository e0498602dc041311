#pragma once
#include <sqlite3.h>

/// The text does not change until the statement has run, so SQLite needs no copy. Swift cannot import the macros, which
/// are casts.
static inline int bench_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}

/// SQLite copies the text during the call.
static inline int bench_bind_copy(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
