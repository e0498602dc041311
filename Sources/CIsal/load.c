// The functions of ISA-L that the product uses. The first call of one of them loads the library.
#include "CIsal.h"

#ifdef __APPLE__
static const char *const names[] = {"libisal.2.dylib", "/opt/homebrew/lib/libisal.2.dylib", "/usr/local/lib/libisal.2.dylib"};
#else
static const char *const names[] = {"libisal.so.2"};
#endif

// X(type, name, parameters, arguments, result if the library is missing)
#define FUNCTIONS(X) \
    X(void, isal_inflate_init, (struct inflate_state *state), (state), (void)0) \
    X(void, isal_inflate_reset, (struct inflate_state *state), (state), (void)0) \
    X(int, isal_inflate, (struct inflate_state *state), (state), ISAL_INVALID_BLOCK) \
    X(uint32_t, crc32_gzip_refl, (uint32_t sum, const unsigned char *bytes, uint64_t count), (sum, bytes, count), 0)

#define LIBRARY "ISA-L"
#include "CLoad.h"

bool cisal_is_there(void) { return is_loaded(); }
