// The functions, types and macros of SQLite that the product uses. The library is loaded when one of its functions is
// first called: only the export to a database needs it.
#ifndef SWIFT_IPF_CSQLITE3_H
#define SWIFT_IPF_CSQLITE3_H
#include <sqlite3.h>

// Returns the reason that SQLite cannot be loaded, a constant; NULL if it is loaded. Without SQLite, no database is
// opened.
const char *csqlite3_missing(void);

// Binds a text that the caller keeps valid until another one is bound (SQLITE_STATIC).
static inline int csqlite3_bind_static_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_STATIC);
}

// Binds a copy of a text (SQLITE_TRANSIENT).
static inline int csqlite3_bind_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_TRANSIENT);
}

#endif
