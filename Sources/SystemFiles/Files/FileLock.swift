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
        /// No other process may lock the file.
        case exclusive
        /// Other processes may hold shared locks too.
        case shared

        fileprivate var operation: Int32 {
            switch self {
            case .exclusive: LOCK_EX
            case .shared: LOCK_SH
            }
        }
    }

    /// Locks the file against all other opens of it, in this and other processes.
    ///
    /// The system releases the lock when the file is closed, however the process ends.
    ///
    /// - Parameter waits: Whether to wait until other holders release the lock.
    /// - Returns: `false` if the file is locked by another holder.
    /// - Throws: `FileFault` if the system refuses, for example on file systems without locks.
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
    /// Closing alone is not enough: a program that another thread spawns briefly shares the descriptor and its lock.
    func unlock() {
        if isLocked.load(ordering: .relaxed) { _ = flock(descriptor, LOCK_UN) }
    }
}
