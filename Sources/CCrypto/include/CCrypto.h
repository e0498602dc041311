// The functions of OpenSSL's libcrypto that the product uses: checksums. The library is loaded when the first of them
// is called, because most runs compute no checksum and would otherwise pay for dynamic linking at start.
#ifndef SWIFT_IPF_CCRYPTO_H
#define SWIFT_IPF_CCRYPTO_H
#include <openssl/evp.h>
#include <stdbool.h>

// Returns whether libcrypto can be loaded. If not, no context can be created.
bool ccrypto_is_there(void);

#endif
