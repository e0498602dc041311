// The functions of libcrypto that the product uses. The first call of one of them loads the library.
#include "CCrypto.h"

// Apple systems use CryptoKit instead.
#ifndef __APPLE__

// Both versions contain the functions below.
static const char *const names[] = {"libcrypto.so.3", "libcrypto.so.1.1"};

// X(type, name, parameters, arguments, result if the library is missing)
#define FUNCTIONS(X) \
    X(EVP_MD_CTX *, EVP_MD_CTX_new, (void), (), NULL) \
    X(void, EVP_MD_CTX_free, (EVP_MD_CTX *context), (context), (void)0) \
    X(int, EVP_MD_CTX_copy_ex, (EVP_MD_CTX *out, const EVP_MD_CTX *in), (out, in), 0) \
    X(const EVP_MD *, EVP_sha256, (void), (), NULL) \
    X(const EVP_MD *, EVP_md5, (void), (), NULL) \
    X(int, EVP_DigestInit_ex, (EVP_MD_CTX *context, const EVP_MD *type, ENGINE *engine), (context, type, engine), 0) \
    X(int, EVP_DigestUpdate, (EVP_MD_CTX *context, const void *bytes, size_t count), (context, bytes, count), 0) \
    X(int, EVP_DigestFinal_ex, (EVP_MD_CTX *context, unsigned char *digest, unsigned int *count), (context, digest, count), 0)

#define LIBRARY "libcrypto"
#include "CLoad.h"

bool ccrypto_is_there(void) { return is_loaded(); }
#endif
