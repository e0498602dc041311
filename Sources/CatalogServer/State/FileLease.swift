internal import SystemFiles

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The system's word that nobody writes over or shortens a file unknown to this process: who wants to waits until the lease is
/// given back, at most 45 s. Linux has that for files of one's own (or of anybody, for root); elsewhere there is none.
///
/// See fcntl(2), "Leases".
final class FileLease: Sendable {
    /// What became of taking one.
    enum Outcome: Sendable {
        case taken(FileLease)
        /// Somebody has the file open for writing.
        case busy
        /// There is no such file, or the system gives none.
        case none
    }

    private let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { _ = close(descriptor) }

    static func take(_ path: String) -> Outcome {
        #if os(Linux)
            // A pipe isn't even opened: somebody might be waiting for its reader.
            guard (try? FileTarget(path))?.kind == .file else { return .none }
            // SAFETY: the call reads the zero-terminated path.
            let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard descriptor >= 0 else { return .none }
            // Told by a signal that does nothing by default, instead of one that ends the process: it is asked for here.
            guard fcntl(descriptor, Command.setSignal, SIGURG) == 0,
                fcntl(descriptor, Command.setLease, Int32(F_RDLCK)) == 0
            else {
                let isBusy = errno == EAGAIN
                _ = close(descriptor)
                return isBusy ? .busy : .none
            }
            return .taken(FileLease(descriptor))
        #else
            return .none
        #endif
    }

    /// Somebody waits to write to the file.
    var isWantedBack: Bool {
        #if os(Linux)
            // While it is being asked for, the system tells what the lease is to become.
            fcntl(descriptor, Command.getLease) != Int32(F_RDLCK)
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
