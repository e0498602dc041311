#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock that the thread that holds it can lock again.
///
/// `@unchecked Sendable`: The mutex is an object of the system, which is thread-safe.
@safe package final class RecursiveLock: @unchecked Sendable {
    // SAFETY: allocated once, at an address that never changes, and freed with the object.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        // SAFETY: the attributes outlive the calls, and the memory has room for one mutex.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        let status = unsafe pthread_mutex_init(mutex, &attributes)
        precondition(status == 0, "the system can't create a lock")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        // SAFETY: no thread holds the lock when the last reference is released.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while holding the lock, so that no other thread runs a body at the same time.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        // SAFETY: the mutex exists as long as the object.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }
}
