internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

extension OpenFile {
    /// Who else may hold a lock on the same file.
    package enum Lock {
        /// Nobody.
        case exclusive
        /// Others that share it.
        case shared

        fileprivate var operation: Int32 {
            switch self {
            case .exclusive: LOCK_EX
            case .shared: LOCK_SH
            }
        }
    }

    /// Locks the file, for all processes and all other times that it is opened; the system releases the lock when the file is
    /// closed, however the process ends.
    ///
    /// - Parameter waits: until those that hold it release it.
    /// - Returns: false where another holds it.
    /// - Throws: `FileFault` where the system refuses, as file systems without locks do.
    package func lock(_ kind: Lock, waits: Bool = false) throws(FileFault) -> Bool {
        if retrying({ flock(descriptor, kind.operation | (waits ? 0 : LOCK_NB)) }) == 0 {
            isLocked.store(true, ordering: .relaxed)
            return true
        }
        if SystemError.current.wouldBlock { return false }
        throw .current("lock")
    }

    /// Releases the lock, if there is one. Closing alone isn't enough: a program that another thread starts has a copy of the
    /// descriptor for a moment, and with it the lock.
    func unlock() {
        if isLocked.load(ordering: .relaxed) { _ = flock(descriptor, LOCK_UN) }
    }
}
