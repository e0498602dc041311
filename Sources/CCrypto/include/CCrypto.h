// What is used of OpenSSL's libcrypto: checksums. It is loaded when the first of its functions is called: few uses of the product
// compute any, and the dynamic linker needs a millisecond for it.
#ifndef SWIFT_IPF_CCRYPTO_H
#define SWIFT_IPF_CCRYPTO_H
#include <openssl/evp.h>
#include <stdbool.h>

// Without it no context is made.
bool ccrypto_is_there(void);

#endif
