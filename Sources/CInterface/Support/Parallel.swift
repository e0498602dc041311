internal import Dispatch
internal import Synchronization

/// Processes many elements of an array on all cores.
enum Parallel {
    /// The length of a range. If there are fewer elements, the calling thread processes them, because starting threads
    /// would take longer.
    private static let rangeLength = 8192

    /// Calls `body` with ranges that together are `0..<count`. Several threads may run `body` at the same time, each
    /// with another range.
    ///
    /// - Throws: The error of the first range in the array that failed, so the error does not depend on timing.
    static func forEachRange(of count: Int, _ body: (Range<Int>) throws -> Void) throws {
        if count <= rangeLength { return try body(0..<count) }
        // SAFETY: the caller guarantees that several threads can run `body`, which ends before this function returns.
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
