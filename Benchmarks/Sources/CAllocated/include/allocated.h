// Reads the number of allocated bytes in C, because Swift's module of the C library does not contain malloc.h.
#pragma once
#include <stddef.h>
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
/// Returns the bytes in the main thread's arena and in mapped blocks, or 0 if the allocator does not report them.
static inline size_t allocated_bytes(void) {
    struct mallinfo2 told = mallinfo2();
    return told.uordblks + told.hblkhd;
}
#else
static inline size_t allocated_bytes(void) { return 0; }
#endif
