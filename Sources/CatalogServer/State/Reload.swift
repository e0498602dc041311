internal import Synchronization
internal import SystemFiles

/// Has everything that was read from files read again, whether the files look changed or not: what SIGHUP means to a service.
///
/// ```swift
/// let reload = Reload()
/// let watcher = CatalogWatcher(path: "all.ipfc", catalog, logger: logger, reload: reload)
/// reload.ask()                                    // the watcher opens the file again
/// ```
package final class Reload: Sendable {
    private let asked = Atomic<Int>(0)

    package init() {}

    /// Asks for it; it comes within a second.
    package func ask() { asked.wrappingAdd(1, ordering: .relaxed) }

    /// How often it was asked for.
    var count: Int { asked.load(ordering: .relaxed) }

    /// Watches small files that are read whole, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - read: called when a file has changed and didn't change since the last look, and when `ask` was called.
    ///   - refused: called instead, with the reason, where one of the files can't be read again, such as a pipe.
    package func watch(_ paths: [String], _ read: () -> Void, refused: (String) -> Void) async {
        // A pipe that was read at the start has nothing more to read.
        let watched = paths.filter { (FileStamp($0)?.kind ?? .file) == .file }
        var known = watched.map(FileStamp.init)
        var seen = known
        var asked = count
        while !Task.isCancelled {
            try? await Task.sleep(for: CatalogWatcher.period)
            let states = watched.map(FileStamp.init)
            let isAtRest = states == seen
            seen = states
            guard count != asked || (isAtRest && states != known) else { continue }
            known = states
            asked = count
            if let other = paths.first(where: { (FileStamp($0)?.kind ?? .file) != .file }) {
                refused("\(other) is not a file that can be read again")
            } else {
                read()
            }
        }
    }
}
