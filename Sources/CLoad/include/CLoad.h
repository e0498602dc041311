// Loads a library when one of its functions is first called. Before including this file, define:
//   LIBRARY         the library's usual name, a string literal
//   names           an array of C strings: the candidate file names, of which the first that exists is loaded
//   FUNCTIONS(X)    X(type, name, parameters, arguments, result if the library is missing) for each function in use
//   OPTIONAL(X)     optional: X(type, name, parameters) for functions that older versions of the library lack; they are
//                   only called as `loaded_NAME`, which is NULL if the function is missing
//   VARIADIC(X)     optional: X(type, name, parameters) for functions that cannot be forwarded; they are only called
//                   as `loaded_NAME`
// This file defines the other functions so that they forward to the library. It also defines `is_loaded()`, and `why`,
// the reason if loading failed. The functions are hidden, so that they do not shadow the library's own symbols in the
// rest of the process.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef OPTIONAL
#define OPTIONAL(X)
#endif
#ifndef VARIADIC
#define VARIADIC(X)
#endif

// Opens the first of the files that can be loaded. If none can be loaded, returns null and sets `why` to the error for
// the first file.
void *cload_open(const char *const *files, size_t count, char *why, size_t size);

// Sets a function pointer to a function of the library. Returns false and sets `why` if the library lacks the function.
bool cload_find(void *opened, const char *library, const char *function, void *pointer, char *why, size_t size);

static char why[256];
static bool is_complete;

#define POINTER(type, name, parameters, ...) static type(*loaded_##name) parameters;
FUNCTIONS(POINTER)
VARIADIC(POINTER)
OPTIONAL(POINTER)

static void load(void) {
    void *opened = cload_open(names, sizeof names / sizeof names[0], why, sizeof why);
    if (!opened) return;
#define FIND(type, name, ...) \
    if (!cload_find(opened, LIBRARY, #name, &loaded_##name, why, sizeof why)) return;
    FUNCTIONS(FIND)
    VARIADIC(FIND)
#define FIND_OPTIONAL(type, name, ...) cload_find(opened, LIBRARY, #name, &loaded_##name, why, sizeof why);
    OPTIONAL(FIND_OPTIONAL)
    is_complete = true;
}

static bool is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete;
}

#define DEFINE(type, name, parameters, arguments, missing) \
    __attribute__((visibility("hidden"))) type name parameters { return is_loaded() ? loaded_##name arguments : missing; }
FUNCTIONS(DEFINE)
