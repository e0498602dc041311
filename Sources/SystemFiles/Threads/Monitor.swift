#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock and a condition that threads wait for under it.
///
/// `Synchronization.Mutex` has no condition to wait for, and Foundation's would be the only reason to link it here.
///
/// `@unchecked Sendable`: both pointers are set once, and what they point to is made for threads.
@safe
package final class Monitor: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        // SAFETY: both are heap-allocated, since their addresses must not change, initialised once here, by the system's calls,
        // and destroyed once in `deinit`, when nobody can hold or wait for them.
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

    /// Runs `body` with the lock held.
    package func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        // SAFETY: initialised in `init`, alive as long as `self`.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Waits for `signal`, or a while without one: look at the state again in any case. Call it with the lock held,
    /// which is given up for the time of the wait.
    package func wait() {
        // SAFETY: initialised in `init`; the lock is held by the contract above.
        unsafe pthread_cond_wait(condition, mutex)
    }

    /// The same, but no longer than to `deadline`.
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

    /// Wakes all that wait.
    package func signal() {
        // SAFETY: initialised in `init`, alive as long as `self`.
        unsafe pthread_cond_broadcast(condition)
    }
}
