internal import Dispatch
internal import NIOCore
internal import Synchronization
internal import SystemFiles

/// Runs the task of a connection on the connection's own event loop. On the language's pool, which is the framework's choice, two threads
/// wake for each request, and a look-up on a single connection takes half as much processor time again.
///
/// Work that takes longer than a look-up leaves the loop by `Pool`, since the other connections of the loop wait meanwhile.
final class ConnectionExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) { self.loop = loop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute {
            // SAFETY: the job was handed over, and is run once.
            unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
        }
    }
}

/// The threads for work that would hold an event loop up.
enum Pool {
    private static let threads = AnswerThreads(count: Processors.count)
    /// Half of the processors, so that heavy answers leave the other half to everything else.
    private static let heavyThreads = AnswerThreads(count: Processors.count / 2)

    /// Does `work` there; what is called after it runs where it ran before.
    ///
    /// - Parameter isHeavy: the work takes many milliseconds of processor time.
    /// - Throws: what `work` throws.
    static func run<Value>(isHeavy: Bool = false, _ work: () async throws -> Value) async throws -> Value {
        try await withTaskExecutorPreference(isHeavy ? heavyThreads : threads, operation: work)
    }
}

/// A bounded number of threads that run tasks, apart from those that accept connections.
///
/// The threads of the language's pool accept connections and answer the watchdog. Answers that occupied them all would stop both.
final class AnswerThreads: TaskExecutor {
    private struct State {
        var idle: [DispatchQueue]
        var waiting: ArraySlice<UnownedJob> = []
    }

    private let state: Mutex<State>

    /// - Parameter count: the number of threads, at least 1.
    init(count: Int) {
        // Serial queues of their own: those of the system share their threads with the language's pool.
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

    /// Runs a job, and then those that wait.
    private func runJobs(_ first: UnownedJob, on queue: DispatchQueue) {
        var next: UnownedJob? = first
        while let job = next {
            // SAFETY: the job was handed over, and is run once.
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
            next = state.withLock { state in
                let job = state.waiting.popFirst()
                if job == nil { state.idle.append(queue) }
                return job
            }
        }
    }
}
