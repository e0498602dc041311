#pragma once
#include <sqlite3.h>

/// The text stays as it is until the statement has run, so SQLite needs no copy. (The macros are casts that Swift can't import.)
static inline int bench_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    return sqlite3_bind_text(statement, index, text, count, SQLITE_STATIC);
}

/// The text is copied within the call.
static inline int bench_bind_copy(sqlite3_stmt *statement, int index, const char *text) {
    return sqlite3_bind_text(statement, index, text, -1, SQLITE_TRANSIENT);
}
