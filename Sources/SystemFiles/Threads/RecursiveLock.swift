#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock that its holder may lock again in a nested call.
///
/// `@unchecked Sendable`: The mutex is the system's and thread-safe.
@safe package final class RecursiveLock: @unchecked Sendable {
    // SAFETY: Allocated once, at an address that never changes, and freed with the object.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        // SAFETY: The attributes outlive the calls; the memory is that of one mutex.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        let status = unsafe pthread_mutex_init(mutex, &attributes)
        precondition(status == 0, "the system can't create a lock")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        // SAFETY: No thread holds the lock when the last reference is released.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread runs one under this lock.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        // SAFETY: The mutex lives as long as the object.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }
}
