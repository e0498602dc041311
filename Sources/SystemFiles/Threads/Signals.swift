internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Signals that call a function instead of ending the process. A second SIGINT or SIGTERM ends it.
///
/// The handler writes the signal's number to a socket, which a thread reads. Dispatch sources would need ignored
/// signals, and Linux drops an ignored signal if the receiving thread does not block it.
package enum Signals {
    /// A signal of the system.
    package enum Signal: Sendable {
        case hangup, interrupt, terminate
        /// A write to a pipe that has no reader.
        case brokenPipe

        fileprivate var number: Int32 {
            switch self {
            case .hangup: SIGHUP
            case .interrupt: SIGINT
            case .terminate: SIGTERM
            case .brokenPipe: SIGPIPE
            }
        }
    }

    /// The descriptor that the handler writes to. A signal handler can access only globals.
    private static let writing = Atomic<Int32>(-1)
    /// Retains the writing end.
    private static let writingEnd = Mutex<OpenFile?>(nil)

    /// Calls a function for each of these signals until the process ends. Must be called only once.
    ///
    /// - Parameter take: Called on a separate thread.
    /// - Throws: `FileFault` if the system has no descriptor left, `SystemError` if it has no thread left.
    package static func watch(_ signals: [Signal], _ take: @escaping @Sendable (Signal) -> Void) throws {
        let (reading, writing) = try OpenFile.connectedPair()
        writingEnd.withLock { $0 = writing }
        Self.writing.store(writing.descriptor, ordering: .sequentiallyConsistent)
        try WorkerThread {
            var number: UInt8 = 0
            // SAFETY: One byte of this thread's own. The file is open as long as the process lives.
            while unsafe read(reading.descriptor, &number, 1) == 1 {
                if let signal = signals.first(where: { $0.number == Int32(number) }) { take(signal) }
            }
        }.detach()
        for one in signals { _ = signal(one.number, handler) }
    }

    /// Ignores a signal that would otherwise end the process.
    package static func ignore(_ one: Signal) { _ = signal(one.number, SIG_IGN) }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        var byte = UInt8(truncatingIfNeeded: number)
        // SAFETY: One local byte; `write` and `signal` are async-signal-safe.
        unsafe _ = write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        if number != SIGHUP { _ = signal(number, SIG_DFL) }
    }
}
