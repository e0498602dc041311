internal import Dispatch
internal import NIOCore
internal import Synchronization
internal import SystemFiles

/// Runs the task of a connection on the connection's own event loop.
///
/// Swift's default executor, which the framework would use, wakes two threads for each request and therefore needs more
/// processor time. Work that takes longer than a look-up runs in `Pool`, because it would block the other connections
/// of the event loop.
final class ConnectionExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute {
            // SAFETY: the job was handed to this executor, which runs it once.
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

/// The threads for work that would block an event loop.
enum Pool {
    private static let threads = AnswerThreads(count: Processors.count)
    /// The number of threads is half of the number of processors, so that heavy answers leave the other half for other
    /// work.
    private static let heavyThreads = AnswerThreads(count: Processors.count / 2)

    /// Runs `work` on the pool; the caller then continues on its own executor.
    ///
    /// - Parameter isHeavy: Whether the work takes many milliseconds of processor time.
    /// - Throws: The errors of `work`.
    static func run<Value>(isHeavy: Bool = false, _ work: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(isHeavy ? heavyThreads : threads, operation: work)
    }
}

/// A bounded number of threads that run tasks, separate from the threads that accept connections.
///
/// Swift's default executor also runs the tasks that accept connections and that answer the watchdog. Answers that
/// occupied all threads of that executor would block both.
final class AnswerThreads: TaskExecutor {
    private struct State {
        var idle: [DispatchQueue]
        var waiting: ArraySlice<UnownedJob> = []
    }

    private let state: Mutex<State>

    /// - Parameter count: The number of threads, at least 1.
    init(count: Int) {
        // The executor has its own serial queues, because the system's global queues share their threads with Swift's
        // default executor.
        state = Mutex(State(idle: (0..<max(1, count)).map { DispatchQueue(label: "answers \($0)") }))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = state.withLock { state in
            let queue = state.idle.popLast()
            if queue == nil { state.waiting.append(job) }
            return queue
        }
        guard let queue else { return }
        queue.async { self.runJobs(job, on: queue) }
    }

    /// Runs a job, and then the waiting jobs.
    private func runJobs(_ first: UnownedJob, on queue: DispatchQueue) {
        var next: UnownedJob? = first
        while let job = next {
            // SAFETY: the job was handed to this executor, which runs it once.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            next = state.withLock { state in
                let job = state.waiting.popFirst()
                if job == nil { state.idle.append(queue) }
                return job
            }
        }
    }
}
