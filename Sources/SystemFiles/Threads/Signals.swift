internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Signals that call a function rather than ending the process; a second one that would end it does.
///
/// A handler that writes the signal's number into a socket, and a thread that reads it: unlike Dispatch's sources it needs no
/// ignored signals, which Linux drops where the thread that they reach doesn't block them.
package enum Signals {
    /// A signal of the system.
    package enum Signal: Sendable {
        case hangup, interrupt, terminate
        /// Nobody reads any more what is written into a pipe.
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

    /// The descriptor of the socket for the handler, which can reach nothing else.
    private static let writing = Atomic<Int32>(-1)
    /// Keeps that end open.
    private static let writingEnd = Mutex<OpenFile?>(nil)

    /// Calls a function for each of these signals until the process ends. Called once.
    ///
    /// - Parameter take: called on a thread of its own.
    /// - Throws: `FileFault` where the system has no descriptor left, `SystemError` where it has no thread left.
    package static func watch(_ signals: [Signal], _ take: @escaping @Sendable (Signal) -> Void) throws {
        let (reading, writing) = try OpenFile.connectedPair()
        writingEnd.withLock { $0 = writing }
        Self.writing.store(writing.descriptor, ordering: .sequentiallyConsistent)
        try WorkerThread {
            var number: UInt8 = 0
            // SAFETY: one byte of this thread's own. It reads as long as the process lives.
            while unsafe read(reading.descriptor, &number, 1) == 1 {
                if let signal = signals.first(where: { $0.number == Int32(number) }) { take(signal) }
            }
        }.detach()
        for one in signals { _ = signal(one.number, handler) }
    }

    /// Has the process go on where a signal would end it.
    package static func ignore(_ one: Signal) { _ = signal(one.number, SIG_IGN) }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        var byte = UInt8(truncatingIfNeeded: number)
        // SAFETY: one byte of this function's own; `write` and `signal` are among the calls that a handler may make.
        unsafe _ = write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        if number != SIGHUP { _ = signal(number, SIG_DFL) }
    }
}
