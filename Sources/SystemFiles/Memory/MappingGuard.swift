/// Sees to it that a mapped file may be written over while it is read: a lease makes a writer wait until a copy of the bytes stands
/// under the mapping (`MappedFile.detach`). So who reads gets the file as it was, and isn't ended by the system where it is shortened.
///
/// For one reading of a file; the guard ends with the object, which holds the file's mapping until then.
package final class MappingGuard: Sendable {
    /// How often the guard looks whether somebody waits.
    private static let period = Duration.milliseconds(20)

    /// What the guard's thread and its owner share.
    private final class State: @unchecked Sendable {
        private let monitor = Monitor()
        /// These are read and written under the monitor's lock.
        private var isEnding = false
        private var hasEnded = false
        private var wasChanged = false

        var isWanted: Bool { monitor.withLock { !isEnding } }

        /// Waits for a period; false where the reading is over.
        func wait() -> Bool {
            let deadline = MonotonicTime.now + period
            return monitor.withLock {
                while !isEnding, MonotonicTime.now < deadline { monitor.wait(until: deadline) }
                return !isEnding
            }
        }

        /// The thread's last word.
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

    /// Guards a mapping for as long as the object lives.
    ///
    /// - Parameters:
    ///   - mapped: the mapping.
    ///   - file: what was mapped, opened by nobody else.
    /// - Returns: `nil` where the system gives no lease: to files of others, on other systems than Linux, and where somebody has the
    ///   file open for writing, or had until now and has changed its size.
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
                    // Without room for a copy the writer waits until the file was read.
                    if (try? mapped.detach { state.isWanted }) == nil { while state.wait() {} }
                    // The system lets a writer wait for 45 s at most, whatever is read or copied by then.
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
    /// - Returns: false where the mapping has shown the bytes that the file had when it was mapped; true where somebody wrote to it before
    ///   all of them were read or copied.
    package func end() -> Bool {
        state.end()
        return state.answer()
    }

    deinit { state.end() }
}
