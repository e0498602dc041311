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

/// A thread that must be joined or detached by its owner. Unless it is detached, it never outlives this value, so
/// borrowed state remains valid.
package struct WorkerThread: ~Copyable {
    private let handle: pthread_t

    /// Runs `work` on a new thread.
    ///
    /// - Throws: `SystemError` if the system can start no more threads.
    package init(_ work: @escaping @Sendable () -> Void) throws(SystemError) {
        // SAFETY: the object is released once: by the new thread, or below if no thread can be created.
        let box = unsafe Unmanaged.passRetained(Work(work))
        #if canImport(Darwin)
            var created: pthread_t?
        #else
            var created = pthread_t()
        #endif
        // SAFETY: the object is retained for the new thread, which releases it once, in `takeRetainedValue`.
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

    /// Waits until the work has ended.
    package consuming func join() {
        pthread_join(handle, nil)
        discard self
    }

    /// Runs `work` on several threads, each with an index, and `body` on the calling thread. Returns when all of them
    /// have ended.
    ///
    /// - Parameter body: A closure that receives the number of threads, which is less than `count` if the system can
    ///   start no more.
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

    /// Detaches the thread. Use this if the end of the work is signaled in another way.
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
        // SAFETY: `WorkerThread.init` has retained this object for this call.
        unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
#else
    private func startWork(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        // SAFETY: `WorkerThread.init` has retained this object for this call, so it is not null.
        unsafe Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().run()
        return nil
    }
#endif

/// The calling thread.
package enum CallingThread {
    /// Whether the calling thread is the main thread.
    package static var isMain: Bool {
        #if canImport(Darwin)
            pthread_main_np() != 0
        #else
            ipf_thread_number() == getpid()
        #endif
    }
}
