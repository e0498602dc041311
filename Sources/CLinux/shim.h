#pragma once
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

/* Functions of the system that Swift cannot call directly. */

/* The number of the calling thread. Swift cannot call the variadic `syscall`, and the headers hide `gettid`. */
static inline int ipf_thread_number(void) { return (int)syscall(SYS_gettid); }

/* Starts writing a range of a file to disk, without waiting. The headers declare `sync_file_range` only for GNU C. */
static inline void ipf_begin_storing(int file, long long offset, long long count) {
    (void)syscall(SYS_sync_file_range, file, offset, count, 2u /* SYNC_FILE_RANGE_WRITE */);
}

/* Limits the number of arenas, the allocator's pools of freed memory, which only glibc has. `mallopt` is declared here,
   because `malloc.h` includes headers that Swift imports from another module. */
static inline void ipf_limit_stores(int count) {
#ifdef __GLIBC__
    extern int mallopt(int parameter, int value);
    (void)mallopt(-8 /* M_ARENA_MAX */, count);
#else
    (void)count;
#endif
}
#endif
