internal import Synchronization

/// Calls a closure when a file in a folder is written, replaced or removed.
///
/// Watching ends when the object is deinitialized. All objects share one thread, and watching a folder several times
/// uses only one watch of the system.
package final class FolderWatch: Sendable {
    private let number: Int32
    private let id: Int

    /// Watches the folder at `path`.
    ///
    /// - Parameter changed: A closure that is called on the shared thread soon after each change. Its argument is the
    ///   name of the file; `nil` if any file in the folder may have changed.
    /// - Returns: `nil` if the system cannot watch the folder, or has no watch left.
    package init?(_ path: String, _ changed: @escaping @Sendable (_ name: String?) -> Void) {
        guard let (number, id) = WatchedFolders.shared?.add(path, changed) else { return nil }
        (self.number, self.id) = (number, id)
    }

    deinit { WatchedFolders.shared?.remove(number, id) }
}

/// All folders that this process watches, and the thread that waits for their changes.
private final class WatchedFolders: Sendable {
    /// The shared instance; `nil` if the system cannot watch folders.
    static let shared = WatchedFolders()

    private struct Callers {
        var nextID = 0
        /// The closures by number of the folder and ID of the caller.
        var byFolder: [Int32: [Int: @Sendable (String?) -> Void]] = [:]
    }

    private let events: FolderEvents
    private let callers = Mutex(Callers())

    private init?() {
        guard let events = FolderEvents() else { return nil }
        self.events = events
        let waiting = try? WorkerThread { [self] in
            while let changes = events.next() { call(changes) }
        }
        guard let waiting else { return nil }
        waiting.detach()
    }

    func add(_ path: String, _ changed: @escaping @Sendable (String?) -> Void) -> (number: Int32, id: Int)? {
        callers.withLock { callers in
            // Hold the lock during the call, because the system returns the same number for the same folder.
            guard let number = events.add(path) else { return nil }
            callers.nextID += 1
            callers.byFolder[number, default: [:]][callers.nextID] = changed
            return (number, callers.nextID)
        }
    }

    func remove(_ number: Int32, _ id: Int) {
        callers.withLock { callers in
            callers.byFolder[number]?[id] = nil
            guard callers.byFolder[number]?.isEmpty == true else { return }
            callers.byFolder[number] = nil
            events.remove(number)
        }
    }

    private func call(_ changes: [FolderEvents.Change]) {
        for change in changes {
            let called = callers.withLock { callers in
                // If the queue has overflowed, files in any folder may have changed.
                change.number.map { callers.byFolder[$0].map { Array($0.values) } ?? [] }
                    ?? callers.byFolder.values.flatMap { Array($0.values) }
            }
            for changed in called { changed(change.name) }
        }
    }
}
