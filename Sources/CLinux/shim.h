#pragma once
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

/* What the C library hides from Swift. */

/* Swift sees no variadic functions, and the C library's headers hide `gettid` from it. */
static inline int ipf_thread_number(void) { return (int)syscall(SYS_gettid); }

/* `sync_file_range` that only starts writing: a name that the headers show to GNU's C alone. */
static inline void ipf_begin_storing(int file, long long offset, long long count) {
    (void)syscall(SYS_sync_file_range, file, offset, count, 2u /* SYNC_FILE_RANGE_WRITE */);
}

/* So many stores of freed memory ("arenas") at most, which GNU's C library alone has. Its `malloc.h` brings headers that Swift takes from
   another module: declared here, as there. */
static inline void ipf_limit_stores(int count) {
#ifdef __GLIBC__
    extern int mallopt(int parameter, int value);
    (void)mallopt(-8 /* M_ARENA_MAX */, count);
#else
    (void)count;
#endif
}
#endif
