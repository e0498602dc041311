// zlib "functions" that are macros, as functions that Swift can call.
#ifndef SWIFT_IPF_CZLIB_SHIM_H
#define SWIFT_IPF_CZLIB_SHIM_H
#include <zlib.h>

static inline int czlib_inflateInit2(z_streamp stream, int windowBits) {
    return inflateInit2_(stream, windowBits, ZLIB_VERSION, (int)sizeof(z_stream));
}

static inline int czlib_deflateInit2(z_streamp stream, int level, int windowBits) {
    return deflateInit2_(stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                         (int)sizeof(z_stream));
}

#endif
