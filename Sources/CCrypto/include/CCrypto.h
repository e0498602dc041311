// The functions of OpenSSL's libcrypto that the product uses, for checksums. The library is loaded when one of them is
// first called, because most runs compute no checksum and should start without dynamic linking.
#ifndef SWIFT_IPF_CCRYPTO_H
#define SWIFT_IPF_CCRYPTO_H
#include <openssl/evp.h>
#include <stdbool.h>

// Returns whether libcrypto is loaded or can be loaded. Without it, no context can be created.
bool ccrypto_is_there(void);

#endif
