#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock with a condition variable.
///
/// It exists because `Synchronization.Mutex` has no condition variable, and this module does not link Foundation.
///
/// `@unchecked Sendable`: Both pointers are set once, and the objects to which they point are thread-safe.
@safe
package final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        // SAFETY: Both objects are on the heap, because their addresses must not change. They are initialized once,
        // here, and destroyed once, in `deinit`, when no thread can use them.
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        #if canImport(Darwin)
            unsafe pthread_cond_init(condition, nil)
        #else
            var attributes = pthread_condattr_t()
            unsafe pthread_condattr_init(&attributes)
            unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            unsafe pthread_cond_init(condition, &attributes)
            unsafe pthread_condattr_destroy(&attributes)
        #endif
    }

    deinit {
        // SAFETY: see `init`.
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` while holding the lock.
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // SAFETY: the mutex was initialized in `init`, and exists as long as `self`.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Releases the lock, waits for `signal`, and locks again. The caller must hold the lock.
    ///
    /// The wait may also end without a signal, so call this in a loop that checks the state.
    package func wait() {
        // SAFETY: both were initialized in `init`, and the caller holds the lock.
        unsafe pthread_cond_wait(condition, mutex)
    }

    /// Waits for `signal` as `wait()` does, but at most until `deadline`.
    package func wait(until deadline: MonotonicTime) {
        #if canImport(Darwin)
            let left = max(deadline.nanoseconds - MonotonicTime.now.nanoseconds, 0)
            var time = timespec(tv_sec: left / 1_000_000_000, tv_nsec: left % 1_000_000_000)
            // SAFETY: as in `wait()`.
            unsafe pthread_cond_timedwait_relative_np(condition, mutex, &time)
        #else
            var time = timespec(
                tv_sec: deadline.nanoseconds / 1_000_000_000, tv_nsec: deadline.nanoseconds % 1_000_000_000)
            // SAFETY: as in `wait()`.
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        #endif
    }

    /// Wakes all threads that are waiting.
    package func signal() {
        // SAFETY: the condition was initialized in `init`, and exists as long as `self`.
        unsafe pthread_cond_broadcast(condition)
    }
}
