// The functions of SQLite that the product uses, each defined here and handed on to the library, which the first call loads.
// They are hidden, so that nothing else in the process sees them in SQLite's place.
#include "CSQLite3.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __APPLE__
static const char name[] = "libsqlite3.dylib";
#else
static const char name[] = "libsqlite3.so.0";
#endif

// X(type, name, parameters, arguments, what is returned without the library)
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

#define POINTER(type, name, parameters, arguments, missing) static type(*loaded_##name) parameters;
FUNCTIONS(POINTER)

static char why[256];
static int is_complete;

static int find(void *library, const char *function, void *pointer) {
    *(void **)pointer = dlsym(library, function);
    if (!*(void **)pointer) snprintf(why, sizeof why, "%s lacks %s", name, function);
    return *(void **)pointer != NULL;
}

static void load(void) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    const char *error = library ? NULL : dlerror();
    if (error) snprintf(why, sizeof why, "%s", error);
    if (!library) return;
#define FIND(type, name, parameters, arguments, missing) if (!find(library, #name, &loaded_##name)) return;
    FUNCTIONS(FIND)
    is_complete = 1;
}

static int is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete;
}

const char *csqlite3_missing(void) { return is_loaded() ? NULL : why; }

#define DEFINE(type, name, parameters, arguments, missing) \
    __attribute__((visibility("hidden"))) type name parameters { return is_loaded() ? loaded_##name arguments : missing; }
FUNCTIONS(DEFINE)
