internal import Dispatch
internal import Synchronization

/// Pieces of work on several threads, whose results come in order.
enum ParallelWork {
    /// Work on fewer rows is left to the calling thread: on a busy machine it would wait for another one longer than it works.
    static let rowsWorthThreads = 8192

    /// Two pieces of work on so many rows, at once. Returns what the first one makes.
    static func sideBySide<Result>(_ rows: Int, _ first: () -> Result, and second: () -> Void) -> Result {
        if rows < rowsWorthThreads {
            second()
            return first()
        }
        // SAFETY: each is called once, and only the first one sets the result; its callers provide for both to be called at once.
        nonisolated(unsafe) let first = first
        nonisolated(unsafe) let second = second
        nonisolated(unsafe) var result: Result?
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            if number == 0 { unsafe result = first() } else { unsafe second() }
        }
        return unsafe result!
    }

    /// Makes results 0..<`count` from so many rows on all cores and hands them to `write` one after the other, in order, so that the file is
    /// the same however the threads run.
    ///
    /// - Parameters:
    ///   - order: all numbers below `count`, in the order in which they are begun; `nil` for that of the numbers.
    ///   - waiting: a number that is begun no earlier than another one is made, unless only it is left.
    static func inOrder<Result>(
        _ count: Int, rows: Int, started order: [Int]? = nil, waiting: (number: Int, other: Int)? = nil,
        make: (Int) throws(CatalogError) -> Result, write: (Result) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        if rows < rowsWorthThreads {
            for index in 0..<count { try write(try make(index)) }
            return
        }
        // SAFETY: `make` is called for different numbers at once, which its callers provide for; `write` only under the lock.
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

    /// What the threads share: which numbers are to be begun, and what is to be written.
    private final class SharedState<Result>: @unchecked Sendable {  // all of it is reached under the lock
        private let lock = Mutex<Void>(())
        /// What isn't begun, the next one last.
        private var left: [Int]
        /// `nil` once the other one is made.
        private var waiting: (number: Int, other: Int)?
        private var toWrite = 0
        private var isWriting = false
        private var made: [Int: Result] = [:]
        private(set) var failure: CatalogError?

        init(_ order: [Int], _ waiting: (number: Int, other: Int)?) {
            left = order.reversed()
            self.waiting = waiting
        }

        /// The next number that may be begun; `nil` once something failed.
        func takeNext() -> Int? {
            lock.withLock { _ in
                if failure != nil { return nil }
                if left.count > 1, left.last == waiting?.number { return left.remove(at: left.count - 2) }
                return left.popLast()
            }
        }

        func fail(_ error: CatalogError) { lock.withLock { _ in failure = failure ?? error } }

        /// Writes what is ready in order, or keeps the result until those before it are, or for the thread that is writing: who writes holds
        /// no lock, so that the others go on.
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

        /// The next result to be written, if it is there; notes whether one is.
        private func takeReady() -> Result? {
            let ready = failure == nil ? made.removeValue(forKey: toWrite) : nil
            isWriting = ready != nil
            if isWriting { toWrite += 1 }
            return ready
        }
    }
}
