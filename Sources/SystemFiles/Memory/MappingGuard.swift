/// Sees to it that a mapped file may be written over while it is read: a lease makes a writer wait until a copy of the bytes stands
/// under the mapping (`MappedFile.detach`). So who reads gets the file as it was, and isn't ended by the system where it is shortened.
///
/// For one reading of a file; the guard ends with the object, which holds the file's mapping until then.
package final class MappingGuard: Sendable {
    /// How often the guard looks whether somebody waits.
    private static let period = Duration.milliseconds(20)

    /// What the guard's thread and its owner share.
    private final class State: @unchecked Sendable {
        let monitor = Monitor()
        /// Read and written under the monitor's lock.
        var isOver = false
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
        guard case .taken(let lease) = FileLease.take(file), (try? file.status())?.size == mapped.count else {
            return nil
        }
        let state = State()
        guard
            let thread = try? WorkerThread({
                while !Self.waits(state) {
                    guard lease.isWantedBack else { continue }
                    // Without room for a copy the writer waits until the file was read, or the system loses patience.
                    if (try? mapped.detach()) == nil { while !Self.waits(state) {} }
                    return
                }
            })
        else { return nil }
        self.state = state
        self.thread = thread
    }

    deinit {
        state.monitor.withLock {
            state.isOver = true
            state.monitor.signal()
        }
    }

    /// Waits for a period; true where the reading is over.
    private static func waits(_ state: State) -> Bool {
        let deadline = MonotonicTime.now + period
        return state.monitor.withLock {
            while !state.isOver, MonotonicTime.now < deadline { state.monitor.wait(until: deadline) }
            return state.isOver
        }
    }
}
