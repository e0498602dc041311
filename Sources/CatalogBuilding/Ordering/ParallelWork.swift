internal import Dispatch
internal import Synchronization

/// Work on several threads whose results are delivered in order.
enum ParallelWork {
    /// The number of rows below which work stays on the calling thread, because starting threads would take longer than
    /// the work.
    static let rowsWorthThreads = 8192

    /// Runs two closures concurrently if there are enough rows, and returns the result of the first.
    static func sideBySide<Result>(_ rows: Int, _ first: () -> Result, and second: () -> Void) -> Result {
        if rows < rowsWorthThreads {
            second()
            return first()
        }
        // SAFETY: each closure is called once, and only the first one sets the result. Callers guarantee that both can
        // run concurrently.
        nonisolated(unsafe) let first = first
        nonisolated(unsafe) let second = second
        nonisolated(unsafe) var result: Result?
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            if number == 0 { unsafe result = first() } else { unsafe second() }
        }
        return unsafe result!
    }

    /// Computes results 0..<`count` on all cores, and passes them to `write` one at a time, in order. So the file does
    /// not depend on thread timing.
    ///
    /// - Parameters:
    ///   - count: The number of results.
    ///   - rows: The number of rows to process, which decides whether threads are used.
    ///   - order: A permutation of the numbers below `count` in which to start them; `nil` for ascending order.
    ///   - waiting: A number that starts only after another one has finished, unless no other work is left.
    static func inOrder<Result>(
        _ count: Int, rows: Int, started order: [Int]? = nil, waiting: (number: Int, other: Int)? = nil,
        make: (Int) throws(CatalogError) -> Result, write: (Result) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        if rows < rowsWorthThreads {
            for index in 0..<count { try write(try make(index)) }
            return
        }
        // SAFETY: callers guarantee that `make` can run concurrently for different numbers. `write` runs in order, on
        // one thread at a time.
        nonisolated(unsafe) let make = make
        nonisolated(unsafe) let write = write
        let state = SharedState<Result>(order ?? Array(0..<count), waiting)
        DispatchQueue.concurrentPerform(iterations: count) { _ in
            guard let index = state.takeNext() else { return }
            do throws(CatalogError) {
                unsafe state.finish(index, try make(index), write)
            } catch {
                state.fail(error)
            }
        }
        if let failure = state.failure { throw failure }
    }

    /// The state shared by the threads: the numbers to start, and the results to write.
    private final class SharedState<Result>: @unchecked Sendable {  // all state is accessed under the lock
        private let lock = Mutex<Void>(())
        /// The numbers that have not started, as a stack.
        private var left: [Int]
        /// The number to delay; `nil` after the number that it waits for has finished.
        private var waiting: (number: Int, other: Int)?
        private var toWrite = 0
        private var isWriting = false
        private var made: [Int: Result] = [:]
        private(set) var failure: CatalogError?

        init(_ order: [Int], _ waiting: (number: Int, other: Int)?) {
            left = order.reversed()
            self.waiting = waiting
        }

        /// Returns the next number to start; `nil` if none is left or an error occurred.
        func takeNext() -> Int? {
            lock.withLock { _ in
                if failure != nil { return nil }
                if left.count > 1, left.last == waiting?.number { return left.remove(at: left.count - 2) }
                return left.popLast()
            }
        }

        func fail(_ error: CatalogError) { lock.withLock { _ in failure = failure ?? error } }

        /// Stores a result, then writes all results that are next in order. If another thread is writing, that thread
        /// writes this result as well. Writing happens outside the lock, so other threads can continue.
        func finish(_ index: Int, _ result: Result, _ write: (Result) throws(CatalogError) -> Void) {
            var ready = lock.withLock { _ in
                if index == waiting?.other { waiting = nil }
                made[index] = result
                return isWriting ? nil : takeReady()
            }
            while let next = ready {
                var failed: CatalogError?
                do throws(CatalogError) { try write(next) } catch { failed = error }
                ready = lock.withLock { _ in
                    failure = failure ?? failed
                    return takeReady()
                }
            }
        }

        /// Removes and returns the next result to write if it is ready, and records whether a thread is writing.
        private func takeReady() -> Result? {
            let ready = failure == nil ? made.removeValue(forKey: toWrite) : nil
            isWriting = ready != nil
            if isWriting { toWrite += 1 }
            return ready
        }
    }
}
