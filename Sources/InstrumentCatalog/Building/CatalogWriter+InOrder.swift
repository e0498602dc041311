internal import Dispatch
internal import Synchronization

extension CatalogWriter {
    /// Work on fewer rows is left to the calling thread: on a busy machine it would wait for another one longer than it works.
    static let rowsWorthThreads = 8192

    /// Makes results 0..<`count` from so many rows on all cores and hands them to `write` one after the other, in order, so that the file is
    /// the same however the threads run.
    static func inOrder<Result>(
        _ count: Int, rows: Int, make: (Int) throws(CatalogError) -> Result,
        write: (Result) throws(CatalogError) -> Void
    ) throws(CatalogError) {
        if rows < rowsWorthThreads {
            for index in 0..<count { try write(try make(index)) }
            return
        }
        // SAFETY: `make` is called for different numbers at once, which its callers provide for; `write` only under the lock.
        nonisolated(unsafe) let make = make
        nonisolated(unsafe) let write = write
        let state = SharedState<Result>()
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

    /// What the threads share: which number is next, and what waits to be written.
    private final class SharedState<Result>: @unchecked Sendable {  // all of it is reached under the lock
        private let lock = Mutex<Void>(())
        private var next = 0
        private var toWrite = 0
        private var waiting: [Int: Result] = [:]
        private(set) var failure: CatalogError?

        /// The next number in order; `nil` once something failed.
        func takeNext() -> Int? {
            lock.withLock { _ in
                defer { next += 1 }
                return failure == nil ? next : nil
            }
        }

        func fail(_ error: CatalogError) { lock.withLock { _ in failure = failure ?? error } }

        /// Writes what is ready in order, or keeps the result until those before it are.
        func finish(_ index: Int, _ result: Result, _ write: (Result) throws(CatalogError) -> Void) {
            lock.withLock { _ in
                waiting[index] = result
                while failure == nil, let ready = waiting.removeValue(forKey: toWrite) {
                    toWrite += 1
                    do throws(CatalogError) { try write(ready) } catch { failure = error }
                }
            }
        }
    }
}
