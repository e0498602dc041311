internal import Dispatch
internal import HTTPTypes
internal import Synchronization
internal import SystemFiles

/// The threads that write answers of unbounded length, and the limit of such answers at the same time. They are
/// separate threads, so that their work does not slow down look-ups.
final class RowThreads: Sendable {
    private let limit: Int
    private let open = Atomic(0)
    private let queues: [DispatchQueue]
    private let next = Atomic<UInt>(0)

    /// - Parameter limit: The maximum number of answers at the same time.
    init(limit: Int) {
        self.limit = limit
        // Use half of the processors, so that the other half remains for other work.
        queues = (0..<max(1, Processors.count / 2)).map {
            DispatchQueue(label: "rows \($0)")
        }
    }

    /// A place in the limit, which is free again when this object is deinitialized.
    final class Place: Sendable {
        private let threads: RowThreads

        fileprivate init(_ threads: RowThreads) { self.threads = threads }

        deinit { threads.open.subtract(1, ordering: .relaxed) }
    }

    /// Reserves a place for one more answer.
    ///
    /// - Throws: `Problem` with status 503 if the limit is reached.
    func admit() throws(Problem) -> Place {
        if open.add(1, ordering: .relaxed).newValue > limit {
            open.subtract(1, ordering: .relaxed)
            throw Problem.busy(limit, "answers of this kind")
        }
        return Place(self)
    }

    /// Returns the queue for an answer. Its pieces are written in order, interleaved with those of other answers.
    func queue() -> DispatchQueue {
        queues[Int(next.wrappingAdd(1, ordering: .relaxed).newValue % UInt(queues.count))]
    }
}
