// What is used of OpenSSL's libcrypto: checksums and base 64.
#ifndef SWIFT_IPF_CCRYPTO_SHIM_H
#define SWIFT_IPF_CCRYPTO_SHIM_H
#include <openssl/evp.h>
#endif
