#pragma once
#include <sqlite3.h>

/// Binds a text without a copy: it must not change until the statement has run. Swift cannot import the macros for the
/// last argument, because they are casts.
static inline int bench_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}

/// Binds a text that SQLite copies during the call.
static inline int bench_bind_copy(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
