internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif

/// Signals that call a closure instead of ending the process. A second SIGINT or SIGTERM ends the process.
///
/// The signal handler writes the number of the signal to a socket, from which a thread reads it. Dispatch sources
/// require that the signals are ignored, but Linux drops an ignored signal unless the receiving thread blocks it.
package enum Signals {
    /// The signals that can be watched.
    package enum Signal: Sendable {
        case hangup, interrupt, terminate
        /// The process wrote to a pipe that has no reader.
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

    /// The descriptor to which the signal handler writes. It is a global, because a signal handler can access only
    /// globals.
    private static let writing = Atomic<Int32>(-1)
    /// The file that owns this descriptor.
    private static let writingEnd = Mutex<OpenFile?>(nil)

    /// Calls a closure for each of these signals until the process ends. Call this only once.
    ///
    /// - Parameter take: A closure that is called on a separate thread.
    /// - Throws: `FileFault` if the system has no descriptor left; `SystemError` if the system can start no more
    ///   threads.
    package static func watch(_ signals: [Signal], _ take: @escaping @Sendable (Signal) -> Void) throws {
        let (reading, writing) = try OpenFile.connectedPair()
        writingEnd.withLock { $0 = writing }
        Self.writing.store(writing.descriptor, ordering: .sequentiallyConsistent)
        try WorkerThread {
            var number: UInt8 = 0
            // SAFETY: the byte belongs to this thread, and the file remains open until the process ends.
            while unsafe read(reading.descriptor, &number, 1) == 1 {
                if let signal = signals.first(where: { $0.number == Int32(number) }) { take(signal) }
            }
        }.detach()
        for one in signals { _ = signal(one.number, handler) }
    }

    /// Ignores a signal, which would otherwise end the process.
    package static func ignore(_ one: Signal) { _ = signal(one.number, SIG_IGN) }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        var byte = UInt8(truncatingIfNeeded: number)
        // SAFETY: the byte is a local variable. `write` and `signal` are async-signal-safe.
        unsafe _ = write(writing.load(ordering: .sequentiallyConsistent), &byte, 1)
        if number != SIGHUP { _ = signal(number, SIG_DFL) }
    }
}
