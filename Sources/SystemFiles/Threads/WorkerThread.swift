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

/// A thread that is waited for: unless it is detached, it never outlives the value, so nothing that it uses can be gone too early.
package struct WorkerThread: ~Copyable {
    private let handle: pthread_t

    /// Runs `work` on a new thread.
    ///
    /// - Throws: `SystemError` where the system has no thread left.
    package init(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
        // SAFETY: released once: by the new thread, or below where there is none.
        let box = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        // SAFETY: the box was retained for the new thread, which releases it exactly once in `takeRetainedValue`.
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

    /// Runs `work` on several threads, by number, and `body` on this one; all have ended when it returns.
    ///
    /// - Parameter body: gets the number of threads: fewer than `count` where the system has none left.
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

    /// Lets the work go on by itself: for work that signals its end in its own way.
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
        // SAFETY: `WorkerThread.init` retained this object for this call, so it is there.
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
        return nil
    }
#endif

/// The thread that asks.
package enum CallingThread {
    /// Whether it is the one that the process began with.
    package static var isMain: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            ipf_thread_number() == getpid()
        #endif
    }
}
