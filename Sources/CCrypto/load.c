// The functions of libcrypto that the product uses, each defined here and handed on to the library, which the first call loads.
// They are hidden, so that nothing else in the process sees them in libcrypto's place.
#include "CCrypto.h"

// Apple's systems have CryptoKit in its place.
#ifndef __APPLE__
#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

// The functions below are in both.
static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};

// X(type, name, parameters, arguments, what is returned without the library)
#define FUNCTIONS(X) \
    X(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL) \
    X(void, EVP_MD_CTX_free, (EVP_MD_CTX *context), (context), (void)0) \
    X(int, EVP_MD_CTX_copy_ex, (EVP_MD_CTX *out, const EVP_MD_CTX *in), (out, in), 0) \
    X(const EVP_MD *, EVP_sha256, (void), (), NULL) \
    X(const EVP_MD *, EVP_md5, (void), (), NULL) \
    X(int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine), (context, type, engine), 0) \
    X(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count), 0) \
    X(int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *count), (context, digest, count), 0)

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

bool ccrypto_is_there(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_complete;
}

#define DEFINE(type, name, parameters, arguments, missing) \
    __attribute__((visibility("hidden"))) type name parameters { \
        return ccrypto_is_there() ? loaded_##name arguments : missing; \
    }
FUNCTIONS(DEFINE)
#endif
