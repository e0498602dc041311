// SQLite's functions and types, and what of it is a macro. The library is loaded when the first of its functions is called: only an
// export as a database needs it.
#ifndef SWIFT_IPF_CSQLITE3_H
#define SWIFT_IPF_CSQLITE3_H
#include <sqlite3.h>

// Why the library can't be loaded, a constant; NULL if it is there. Without it no database is opened.
const char *csqlite3_missing(void);

// Binds a text that stays where it is until another one is bound: SQLITE_STATIC.
static inline int csqlite3_bind_static_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_STATIC);
}

// Binds a copy of a text: SQLITE_TRANSIENT.
static inline int csqlite3_bind_text(sqlite3_stmt *statement, int index, const void *text, int size) {
    return sqlite3_bind_text(statement, index, (const char *)text, size, SQLITE_TRANSIENT);
}

#endif
