/// Protects the readers of a mapped file from programs that overwrite or shorten the file.
///
/// A lease makes the writer wait until the mapping is replaced by a mapping of a copy (`MappedFile.detach`). So readers
/// see the original bytes, and are not killed by SIGBUS. An object protects one pass over a file, and retains the
/// mapping.
package final class MappingGuard: Sendable {
    /// The time between two checks whether a writer is waiting.
    private static let period = Duration.milliseconds(20)

    /// The state that the thread of the guard and the guard's owner share.
    private final class State: @unchecked Sendable {
        private let monitor = Monitor()
        /// These variables are protected by the lock of the monitor.
        private var isEnding = false
        private var hasEnded = false
        private var wasChanged = false

        var isWanted: Bool { monitor.withLock { !isEnding } }

        /// Waits for one period. Returns `false` if the guard is ending.
        func wait() -> Bool {
            let deadline = MonotonicTime.now + period
            return monitor.withLock {
                while !isEnding, MonotonicTime.now < deadline { monitor.wait(until: deadline) }
                return !isEnding
            }
        }

        /// Reports the result of the guard's thread. This is the last call.
        func leave(_ changed: Bool) {
            monitor.withLock {
                (hasEnded, wasChanged) = (true, changed)
                monitor.signal()
            }
        }

        func end() {
            monitor.withLock {
                isEnding = true
                monitor.signal()
            }
        }

        func answer() -> Bool {
            monitor.withLock {
                while !hasEnded { monitor.wait() }
                return wasChanged
            }
        }
    }

    private let state: State
    private let thread: WorkerThread

    /// Protects a mapping until the object is deinitialized.
    ///
    /// - Parameters:
    ///   - mapped: The mapping.
    ///   - file: The file of the mapping, opened with a descriptor that nothing else uses.
    /// - Returns: `nil` if the system grants no lease. This is so on systems other than Linux, for files of other
    ///   users, and if a writer has the file open or has changed its size before the lease.
    package init?(_ mapped: MappedFile, of file: OpenFile) {
        guard case .taken(let lease) = FileLease.take(file), let before = try? file.status(),
            before.size == mapped.count
        else { return nil }
        let state = State()
        guard
            let thread = try? WorkerThread({
                var changed = false
                while state.wait() {
                    guard lease.isWantedBack else { continue }
                    // If there is no room for a copy, the writer waits until the pass over the file has ended.
                    if (try? mapped.detach { state.isWanted }) == nil { while state.wait() {} }
                    // After 45 s, the system ends the lease, even if the copy or the pass is not finished.
                    changed = (try? file.status()).map { !$0.hasContent(of: before) } ?? true
                    break
                }
                state.leave(changed)
            })
        else { return nil }
        self.state = state
        self.thread = thread
    }

    /// Ends the protection.
    ///
    /// - Returns: `true` if the file was changed before all of its bytes were read or copied.
    package func end() -> Bool {
        state.end()
        return state.answer()
    }

    deinit { state.end() }
}
