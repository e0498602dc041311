// The functions of SQLite that the product uses. The first call of one of them loads the library.
#include "CSQLite3.h"

#ifdef __APPLE__
static const char *const names[] = {"libsqlite3.dylib"};
#else
static const char *const names[] = {"libsqlite3.so.0"};
#endif

// X(type, name, parameters, arguments, result if the library is missing)
#define FUNCTIONS(X) \
    X(int, sqlite3_open_v2, (const char *path, sqlite3 **file, int flags, const char *system), (path, file, flags, system), SQLITE_ERROR) \
    X(int, sqlite3_close, (sqlite3 *file), (file), SQLITE_ERROR) \
    X(int, sqlite3_close_v2, (sqlite3 *file), (file), SQLITE_ERROR) \
    X(const char *, sqlite3_errmsg, (sqlite3 *file), (file), why) \
    X(int, sqlite3_system_errno, (sqlite3 *file), (file), 0) \
    X(int, sqlite3_exec, \
      (sqlite3 *file, const char *text, int (*row)(void *, int, char **, char **), void *context, char **message), \
      (file, text, row, context, message), SQLITE_ERROR) \
    X(int, sqlite3_prepare_v2, (sqlite3 *file, const char *text, int size, sqlite3_stmt **statement, const char **rest), \
      (file, text, size, statement, rest), SQLITE_ERROR) \
    X(int, sqlite3_bind_null, (sqlite3_stmt *statement, int index), (statement, index), SQLITE_ERROR) \
    X(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int index, sqlite3_int64 value), (statement, index, value), SQLITE_ERROR) \
    X(int, sqlite3_bind_double, (sqlite3_stmt *statement, int index, double value), (statement, index, value), SQLITE_ERROR) \
    X(int, sqlite3_bind_text, (sqlite3_stmt *statement, int index, const char *text, int size, void (*release)(void *)), \
      (statement, index, text, size, release), SQLITE_ERROR) \
    X(int, sqlite3_step, (sqlite3_stmt *statement), (statement), SQLITE_ERROR) \
    X(int, sqlite3_reset, (sqlite3_stmt *statement), (statement), SQLITE_ERROR) \
    X(int, sqlite3_finalize, (sqlite3_stmt *statement), (statement), SQLITE_ERROR)

#define LIBRARY "libsqlite3"
#include "CLoad.h"

const char *csqlite3_missing(void) { return is_loaded() ? NULL : why; }
