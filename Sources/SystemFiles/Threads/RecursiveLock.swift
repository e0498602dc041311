#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lock that the thread that holds it may take again, as in a call from within.
///
/// `@unchecked Sendable`: the mutex is the system's, made for many threads.
@safe package final class RecursiveLock: @unchecked Sendable {
    // SAFETY: allocated once, at an address that never changes, and freed with the object.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    package init() {
        // SAFETY: the attributes live for the calls; the memory is one mutex's.
        var attributes = pthread_mutexattr_t()
        unsafe pthread_mutexattr_init(&attributes)
        unsafe pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
        let status = unsafe pthread_mutex_init(mutex, &attributes)
        precondition(status == 0, "the system makes locks")
        unsafe pthread_mutexattr_destroy(&attributes)
    }

    deinit {
        // SAFETY: who goes holds no lock.
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Runs `body` while no other thread runs one under this lock.
    package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        // SAFETY: the mutex lives as long as the object.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body()
    }
}
