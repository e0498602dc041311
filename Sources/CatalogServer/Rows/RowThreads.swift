internal import Dispatch
internal import HTTPTypes
internal import Synchronization
internal import SystemFiles

/// The threads that write answers of any number of rows, and the limit of such answers at a time. Each piece takes some milliseconds
/// and some memory, which look-ups must not notice.
final class RowThreads: Sendable {
    private let limit: Int
    private let open = Atomic(0)
    private let queues: [DispatchQueue]
    private let next = Atomic<UInt>(0)

    /// - Parameter limit: answers at a time.
    init(limit: Int) {
        self.limit = limit
        // Half of the processors, so that the other half is left for everything else.
        queues = (0..<max(1, Processors.count / 2)).map {
            DispatchQueue(label: "rows \($0)")
        }
    }

    /// A place among the answers, free again when it is released.
    final class Place: Sendable {
        private let threads: RowThreads

        fileprivate init(_ threads: RowThreads) { self.threads = threads }

        deinit { threads.open.subtract(1, ordering: .relaxed) }
    }

    /// A place for one more answer.
    ///
    /// - Throws: `Problem` with status 503 where there are too many already.
    func admit() throws(Problem) -> Place {
        if open.add(1, ordering: .relaxed).newValue > limit {
            open.subtract(1, ordering: .relaxed)
            throw Problem(
                .serviceUnavailable, "\(limit) answers of this kind are being written already; try again in 2 s.",
                retryAfter: 2)
        }
        return Place(self)
    }

    /// A thread for an answer: its pieces are made one after the other, between those of others.
    func queue() -> DispatchQueue {
        queues[Int(next.wrappingAdd(1, ordering: .relaxed).newValue % UInt(queues.count))]
    }
}
