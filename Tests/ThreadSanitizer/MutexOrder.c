// Reports the synchronization by `Mutex` to the thread sanitizer when threads wait for each other.
//
// Swift inlines the fast path of a mutex, which the sanitizer sees. The slow path, on which a thread waits or wakes
// another one, is in a library that is built without the sanitizer. So the sanitizer would report a race for all data
// that such a lock protects. The functions below are loaded before that library (`make tsan`). They call its functions
// and report the calls.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define HANDLE __attribute__((swift_context)) void *handle

// Nothing is reported if the sanitizer is not loaded, as in the programs that start the tests.
extern void __tsan_acquire(void *) __attribute__((weak));
extern void __tsan_release(void *) __attribute__((weak));

SWIFT void lockSlow(uint32_t thread, HANDLE) __asm__(LOCK);
SWIFT _Bool tryLockSlow(HANDLE) __asm__(TRY_LOCK);
SWIFT void unlockSlow(HANDLE) __asm__(UNLOCK);

SWIFT void lockSlow(uint32_t thread, HANDLE) {
    SWIFT void (*next)(uint32_t, HANDLE) = (SWIFT void (*)(uint32_t, HANDLE))dlsym(RTLD_NEXT, LOCK);
    next(thread, handle);
    if (__tsan_acquire) __tsan_acquire(handle);
}

SWIFT _Bool tryLockSlow(HANDLE) {
    SWIFT _Bool (*next)(HANDLE) = (SWIFT _Bool (*)(HANDLE))dlsym(RTLD_NEXT, TRY_LOCK);
    _Bool locked = next(handle);
    if (locked && __tsan_acquire) __tsan_acquire(handle);
    return locked;
}

SWIFT void unlockSlow(HANDLE) {
    SWIFT void (*next)(HANDLE) = (SWIFT void (*)(HANDLE))dlsym(RTLD_NEXT, UNLOCK);
    if (__tsan_release) __tsan_release(handle);
    next(handle);
}
