#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// A lease: the system warns this process before another process overwrites or shortens the file.
///
/// The writer blocks until the lease is released, for at most 45 s. Only Linux has leases, for files of the
/// process's own user (root: for all files). See fcntl(2), "Leases".
package final class FileLease: Sendable {
    /// The result of requesting a lease.
    package enum Outcome: Sendable {
        case taken(FileLease)
        /// Another process has the file open for writing.
        case busy
        /// There is no such file, or the system grants no lease.
        case none
    }

    private let file: OpenFile

    private init(_ file: OpenFile) { self.file = file }

    deinit {
        #if os(Linux)
            // Required because other descriptors may share this open file description.
            _ = fcntl(file.descriptor, Command.setLease, Int32(F_UNLCK))
        #endif
    }

    /// Requests a lease on the file at `path`. Deinitialization releases it.
    package static func take(_ path: String) -> Outcome {
        // Never open a pipe: that could unblock a writer that waits for its reader.
        guard (try? FileTarget(path))?.kind == .file, let file = try? OpenFile(path, for: .reading) else {
            return .none
        }
        return take(file)
    }

    /// Requests a lease on a file that is open for reading.
    package static func take(_ file: OpenFile) -> Outcome {
        #if os(Linux)
            // SIGURG is ignored by default, unlike SIGIO, which ends the process. `isWantedBack` polls instead.
            guard fcntl(file.descriptor, Command.setSignal, SIGURG) == 0,
                fcntl(file.descriptor, Command.setLease, Int32(F_RDLCK)) == 0
            else { return SystemError.current.wouldBlock ? .busy : .none }
            return .taken(FileLease(file))
        #else
            return .none
        #endif
    }

    /// Whether another process waits to write to the file.
    package var isWantedBack: Bool {
        #if os(Linux)
            // While a writer waits, the system returns the target type of the lease.
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
