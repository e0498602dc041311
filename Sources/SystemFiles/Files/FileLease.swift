#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lease on a file: the system notifies this process before another process overwrites or shortens the file.
///
/// The writer blocks until the lease is released, but at most for 45 s. Only Linux has leases. A process can have
/// leases only on files of its own user (root: on all files). See fcntl(2), "Leases".
package final class FileLease: Sendable {
    /// The result of requesting a lease.
    package enum Outcome: Sendable {
        case taken(FileLease)
        /// Another process has the file open for writing.
        case busy
        /// The file does not exist, or the system grants no lease.
        case none
    }

    private let file: OpenFile

    private init(_ file: OpenFile) { self.file = file }

    deinit {
        #if os(Linux)
            // Release the lease explicitly, because other descriptors may share this open file description.
            _ = fcntl(file.descriptor, Command.setLease, Int32(F_UNLCK))
        #endif
    }

    /// Requests a lease on the file at `path`. It is released when the object is deinitialized.
    package static func take(_ path: String) -> Outcome {
        // Never open a pipe, because a writer that waits for a reader would continue.
        guard (try? FileTarget(path))?.kind == .file, let file = try? OpenFile(path, for: .reading) else {
            return .none
        }
        return take(file)
    }

    /// Requests a lease on a file that is open for reading.
    package static func take(_ file: OpenFile) -> Outcome {
        #if os(Linux)
            // SIGIO would end the process, but SIGURG is ignored by default. Instead of handling a signal, callers poll
            // `isWantedBack`.
            guard fcntl(file.descriptor, Command.setSignal, SIGURG) == 0,
                fcntl(file.descriptor, Command.setLease, Int32(F_RDLCK)) == 0
            else { return SystemError.current.wouldBlock ? .busy : .none }
            return .taken(FileLease(file))
        #else
            return .none
        #endif
    }

    /// Whether another process is waiting to write to the file.
    package var isWantedBack: Bool {
        #if os(Linux)
            // While a writer waits, the system returns the type to which the lease must be changed.
            fcntl(file.descriptor, Command.getLease) != Int32(F_RDLCK)
        #else
            false
        #endif
    }

    #if os(Linux)
        /// Constants of <linux/fcntl.h>, which glibc declares only with `_GNU_SOURCE`.
        private enum Command {
            static let setSignal: Int32 = 10
            static let setLease: Int32 = 1024
            static let getLease: Int32 = 1025
        }
    #endif
}
