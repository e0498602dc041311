#pragma once
#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>

/* Swift sees no variadic functions, and the C library's headers hide `gettid` from it. */
static inline int ipf_thread_number(void) { return (int)syscall(SYS_gettid); }
#endif
