// What the allocator has given out and not got back: malloc.h is not part of Swift's module of the C library.
#pragma once
#include <stddef.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
/// Bytes of the main thread's arena and of mapped blocks; 0 where the allocator does not tell.
static inline size_t allocated_bytes(void) {
    struct mallinfo2 told = mallinfo2();
    return told.uordblks + told.hblkhd;
}
#else
static inline size_t allocated_bytes(void) { return 0; }
#endif
