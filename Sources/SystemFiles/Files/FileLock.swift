internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension OpenFile {
    /// The kinds of locks.
    package enum Lock {
        /// No other process may have a lock on the file.
        case exclusive
        /// Other processes may also have shared locks on the file.
        case shared

        fileprivate var operation: Int32 {
            switch self {
            case .exclusive: LOCK_EX
            case .shared: LOCK_SH
            }
        }
    }

    /// Locks the file. The lock is effective against all other open file descriptions, in this process and in others.
    ///
    /// The system releases the lock when the file is closed, even if the process is killed.
    ///
    /// - Parameter waits: Whether to wait until other holders release the lock.
    /// - Returns: `false` if another holder has locked the file.
    /// - Throws: `FileFault` if the system refuses, for example on a file system that has no locks.
    package func lock(_ kind: Lock, waits: Bool = false) throws(FileFault) -> Bool {
        if retrying({ flock(descriptor, kind.operation | (waits ? 0 : LOCK_NB)) }) == 0 {
            isLocked.store(true, ordering: .relaxed)
            return true
        }
        if SystemError.current.wouldBlock { return false }
        throw .current("lock")
    }

    /// Releases the lock, if there is one.
    ///
    /// Closing the file is not enough: if another thread starts a program, that program shares the descriptor and its
    /// lock for a short time.
    func unlock() {
        if isLocked.load(ordering: .relaxed) { _ = flock(descriptor, LOCK_UN) }
    }
}
