/// Protects the readers of a mapped file from programs that overwrite or shorten the file.
///
/// A lease makes the writer wait until the mapping shows a copy of the bytes (`MappedFile.detach`). Readers see the
/// original bytes, and are not ended by SIGBUS. An object guards one pass over a file, and retains its mapping.
package final class MappingGuard: Sendable {
    /// The interval between two checks for a waiting writer.
    private static let period = Duration.milliseconds(20)

    /// The state that the guard's thread and its owner share.
    private final class State: @unchecked Sendable {
        private let monitor = Monitor()
        /// The monitor's lock protects these variables.
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

        /// Reports the result of the guard's thread; called last.
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

    /// Guards a mapping for the lifetime of the object.
    ///
    /// - Parameters:
    ///   - mapped: The mapping.
    ///   - file: The mapped file, through a descriptor that nothing else uses.
    /// - Returns: `nil` if the system grants no lease. This is the case on systems other than Linux, for files of other
    ///   users, and if a writer has the file open or changed its size before the lease.
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
                    // Without room for a copy, the writer waits until the pass over the file ends.
                    if (try? mapped.detach { state.isWanted }) == nil { while state.wait() {} }
                    // The system ends the lease after 45 s, even if the copy or the pass is incomplete.
                    changed = (try? file.status()).map { !$0.hasContent(of: before) } ?? true
                    break
                }
                state.leave(changed)
            })
        else { return nil }
        self.state = state
        self.thread = thread
    }

    /// Ends the guard.
    ///
    /// - Returns: `true` if the file was changed before all of its bytes were read or copied.
    package func end() -> Bool {
        state.end()
        return state.answer()
    }

    deinit { state.end() }
}
