internal import Dispatch
internal import Synchronization

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
