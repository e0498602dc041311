#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// The system's promise that nobody writes over or shortens a file unknown to this process: a writer waits until the lease is given
/// back, at most 45 s. Linux has leases for files of one's own (or of anybody, for root); elsewhere there are none.
///
/// See fcntl(2), "Leases".
package final class FileLease: Sendable {
    /// What became of taking one.
    package enum Outcome: Sendable {
        case taken(FileLease)
        /// Somebody has the file open for writing.
        case busy
        /// There is no such file, or the system gives no lease.
        case none
    }

    private let file: OpenFile

    private init(_ file: OpenFile) { self.file = file }

    deinit {
        #if os(Linux)
            // Others may have the file open by the same descriptor, or by a copy of it.
            _ = fcntl(file.descriptor, Command.setLease, Int32(F_UNLCK))
        #endif
    }

    /// Takes a lease of the file at `path`; it is given back with the object.
    package static func take(_ path: String) -> Outcome {
        // A pipe isn't even opened: somebody might be waiting for its reader.
        guard (try? FileTarget(path))?.kind == .file, let file = try? OpenFile(path, for: .reading) else {
            return .none
        }
        return take(file)
    }

    /// The same of a file that is open for reading.
    package static func take(_ file: OpenFile) -> Outcome {
        #if os(Linux)
            // The system's signal is one that does nothing by default, instead of one that ends the process: `isWantedBack` asks.
            guard fcntl(file.descriptor, Command.setSignal, SIGURG) == 0,
                fcntl(file.descriptor, Command.setLease, Int32(F_RDLCK)) == 0
            else { return SystemError.current.wouldBlock ? .busy : .none }
            return .taken(FileLease(file))
        #else
            return .none
        #endif
    }

    /// Somebody waits to write to the file.
    package var isWantedBack: Bool {
        #if os(Linux)
            // While a writer waits, the system answers with what the lease is to become.
            fcntl(file.descriptor, Command.getLease) != Int32(F_RDLCK)
        #else
            false
        #endif
    }

    #if os(Linux)
        /// Of <linux/fcntl.h>; the C library shows them to GNU programs only.
        private enum Command {
            static let setSignal: Int32 = 10
            static let setLease: Int32 = 1024
            static let getLease: Int32 = 1025
        }
    #endif
}
