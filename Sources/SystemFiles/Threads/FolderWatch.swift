internal import Synchronization

/// Calls a function when names in a folder come to stand for other files: a file was written, replaced or removed.
///
/// Watching ends with the object. It costs one thread for the process, which waits for the system, and one number of the system
/// for each folder.
package final class FolderWatch: Sendable {
    private let number: Int32
    private let id: Int

    /// Watches the folder at `path`.
    ///
    /// - Parameter changed: called on the thread of all watches, soon after each change, with the name in the folder; with `nil`
    ///   where any of them may have changed.
    /// - Returns: `nil` where the system can't watch it, or has no watch left.
    package init?(_ path: String, _ changed: @escaping @Sendable (_ name: String?) -> Void) {
        guard let (number, id) = WatchedFolders.shared?.add(path, changed) else { return nil }
        (self.number, self.id) = (number, id)
    }

    deinit { WatchedFolders.shared?.remove(number, id) }
}

/// All folders that this process watches, and the thread that waits for them.
private final class WatchedFolders: Sendable {
    /// `nil` where the system can't watch folders.
    static let shared = WatchedFolders()

    private struct Callers {
        var nextID = 0
        /// By the folder's number and the caller's.
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
            // Under the lock, since the system gives the same number to the same folder.
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
                // Where the system has lost count, any folder may have changed.
                change.number.map { callers.byFolder[$0].map { Array($0.values) } ?? [] }
                    ?? callers.byFolder.values.flatMap { Array($0.values) }
            }
            for changed in called { changed(change.name) }
        }
    }
}
