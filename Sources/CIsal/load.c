// The functions of ISA-L that the product uses, each defined here and handed on to the library, which the first call loads.
// They are hidden, so that nothing else in the process sees them in ISA-L's place.
#include "CIsal.h"

#include <dlfcn.h>
#include <pthread.h>

#ifdef __APPLE__
static const char *const names[] = {"libisal.2.dylib", "/opt/homebrew/lib/libisal.2.dylib", "/usr/local/lib/libisal.2.dylib"};
#else
static const char *const names[] = {"libisal.so.2"};
#endif

// X(type, name, parameters, arguments, what is returned without the library)
#define FUNCTIONS(X) \
    X(void, isal_inflate_init, (struct inflate_state *state), (state), (void)0) \
    X(void, isal_inflate_reset, (struct inflate_state *state), (state), (void)0) \
    X(int, isal_inflate, (struct inflate_state *state), (state), ISAL_INVALID_BLOCK) \
    X(uint32_t, crc32_gzip_refl, (uint32_t sum, const unsigned char *bytes, uint64_t count), (sum, bytes, count), 0)

#define POINTER(type, name, parameters, arguments, missing) static type(*loaded_##name) parameters;
FUNCTIONS(POINTER)
static bool is_complete;

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof names / sizeof names[0]; index++)
        library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
#define FIND(type, name, parameters, arguments, missing) \
    if (!(*(void **)&loaded_##name = dlsym(library, #name))) return;
    FUNCTIONS(FIND)
    is_complete = true;
}

bool cisal_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete;
}

#define DEFINE(type, name, parameters, arguments, missing) \
    __attribute__((visibility("hidden"))) type name parameters { \
        return cisal_is_there() ? loaded_##name arguments : missing; \
    }
FUNCTIONS(DEFINE)
