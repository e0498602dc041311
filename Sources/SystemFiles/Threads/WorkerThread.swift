#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#else
    internal import Darwin
#endif
#if canImport(CLinux)
    internal import CLinux
#endif

/// A thread that its owner joins. Unless detached, it never outlives the value, so borrowed state stays valid.
package struct WorkerThread: ~Copyable {
    private let handle: pthread_t

    /// Runs `work` on a new thread.
    ///
    /// - Throws: `SystemError` if the system has no thread left.
    package init(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
        // SAFETY: Released once: by the new thread, or below if it can't be created.
        let box = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        // SAFETY: Retained for the new thread, which releases it exactly once in `takeRetainedValue`.
        let status = unsafe pthread_create(&created, nil, startWork, box.toOpaque())
        guard status == 0 else {
            unsafe box.release()
            throw SystemError(rawValue: status)
        }
        #if canImport(Darwin)
            handle = created!
        #else
            handle = created
        #endif
    }

    /// Waits until the work is done.
    package consuming func join() {
        pthread_join(handle, nil)
        discard self
    }

    /// Runs `work` on several threads, by index, and `body` on the calling one. All have ended when the call returns.
    ///
    /// - Parameter body: Called with the number of threads: fewer than `count` if the system has none left.
    package static func run<Result>(
        _ count: Int, _ work: @escaping @Sendable (Int) -> Void, beside body: (Int) throws -> Result
    ) rethrows -> Result {
        try run(0..<count, work, beside: body)
    }

    private static func run<Result>(
        _ numbers: Range<Int>, _ work: @escaping @Sendable (Int) -> Void, beside body: (Int) throws -> Result
    ) rethrows -> Result {
        let number = numbers.lowerBound
        guard !numbers.isEmpty, let thread = try? WorkerThread({ work(number) }) else { return try body(number) }
        do {
            let result = try run(numbers.dropFirst(), work, beside: body)
            thread.join()
            return result
        } catch {
            thread.join()
            throw error
        }
    }

    /// Detaches the thread, for work that signals its end by other means.
    package consuming func detach() {
        pthread_detach(handle)
        discard self
    }

    deinit { pthread_join(handle, nil) }
}

private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

#if canImport(Darwin)
    private func startWork(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        // SAFETY: `WorkerThread.init` retained this object for this call.
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#else
    private func startWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        // SAFETY: `WorkerThread.init` retained this object for this call, so it is not null.
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
        return nil
    }
#endif

/// The calling thread.
package enum CallingThread {
    /// Whether this is the main thread.
    package static var isMain: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            ipf_thread_number() == getpid()
        #endif
    }
}
