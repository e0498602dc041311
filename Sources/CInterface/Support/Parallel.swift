internal import Dispatch
internal import Synchronization

/// Work on many values of an array, on all cores.
enum Parallel {
    /// The length of a range. Fewer values stay on the calling thread, because starting threads would take longer.
    private static let rangeLength = 8192

    /// Calls `body` with ranges that together are `0..<count`. `body` must be able to run concurrently for different
    /// ranges.
    ///
    /// - Throws: The error of the first range that failed, so that it does not depend on the threads.
    static func forEachRange(of count: Int, _ body: (Range<Int>) throws -> Void) throws {
        if count <= rangeLength { return try body(0..<count) }
        // SAFETY: callers guarantee that `body` can run concurrently, and it ends before this function returns.
        nonisolated(unsafe) let body = body
        let failure = Mutex<(first: Int, error: any Error)?>(nil)
        DispatchQueue.concurrentPerform(iterations: (count + rangeLength - 1) / rangeLength) { number in
            let first = number * rangeLength
            do {
                try unsafe body(first..<min(first + rangeLength, count))
            } catch {
                failure.withLock { if $0.map({ first < $0.first }) ?? true { $0 = (first, error) } }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure.error }
    }
}
