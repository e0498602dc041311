// Loads a library with the first call of one of its functions. A file includes this after it has defined
//   LIBRARY         what people call it, in quotes
//   names           the files it may be in, an array of C strings: the first that is there is taken
//   FUNCTIONS(X)    X(type, name, parameters, arguments, what is returned without the library) for each function that the product uses
//   VARIADIC(X)     X(type, name, parameters) for those that can't be handed on, if there are any: only `loaded_NAME` is made
// and has then each function, handed on to the library; `is_loaded()`; and `why`, what is wrong without it. The functions are hidden, so
// that nothing else in the process sees them in the library's place.
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef VARIADIC
#define VARIADIC(X)
#endif

// The first of these files that can be loaded; null and the words for the first of them in `why` if there is none.
void *cload_open(const char *const *files, size_t count, char *why, size_t size);

// Sets a pointer to a function; false, and the words in `why`, if the library doesn't have it.
bool cload_find(void *opened, const char *library, const char *function, void *pointer, char *why, size_t size);

static char why[256];
static bool is_complete;

#define POINTER(type, name, parameters, ...) static type(*loaded_##name) parameters;
FUNCTIONS(POINTER)
VARIADIC(POINTER)

static void load(void) {
    void *opened = cload_open(names, sizeof names / sizeof names[0], why, sizeof why);
    if (!opened) return;
#define FIND(type, name, ...) \
    if (!cload_find(opened, LIBRARY, #name, &loaded_##name, why, sizeof why)) return;
    FUNCTIONS(FIND)
    VARIADIC(FIND)
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
