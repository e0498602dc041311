// SQLite's functions and types, and what of it is a macro.
#ifndef SWIFT_IPF_CSQLITE3_SHIM_H
#define SWIFT_IPF_CSQLITE3_SHIM_H
#include <sqlite3.h>

// Binds a text that stays where it is until another one is bound: SQLITE_STATIC.
static inline int csqlite3_bind_static_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_STATIC);
}

// Binds a copy of a text: SQLITE_TRANSIENT.
static inline int csqlite3_bind_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_TRANSIENT);
}

#endif
