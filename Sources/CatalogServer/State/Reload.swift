internal import Ingest
internal import Synchronization

/// Has everything that was read from files read again, whether the files look changed or not: what SIGHUP means to a service.
///
/// ```swift
/// let reload = Reload()
/// let watcher = CatalogWatcher(path: "all.ipfc", catalog, logger: logger, reload: reload)
/// reload.ask()                                    // the watcher opens the file again
/// ```
public final class Reload: Sendable {
    private let asked = Atomic<Int>(0)

    public init() {}

    /// Asks for it; it comes within a second.
    public func ask() { asked.wrappingAdd(1, ordering: .relaxed) }

    /// How often it was asked for so far.
    var count: Int { asked.load(ordering: .relaxed) }

    /// Looks after small files that are read whole, until the task is cancelled.
    ///
    /// - Parameters:
    ///   - read: called when a file has changed and is at rest, and when it is asked for.
    ///   - refused: called in its place, with the reason, where one of the files isn't one that can be read again, such as a pipe.
    public func watch(_ paths: [String], _ read: () -> Void, refused: (String) -> Void) async {
        // What was a pipe from the beginning was read, and says nothing more.
        let watched = paths.filter { FileStamp($0)?.isRegular ?? true }
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
            if let other = paths.first(where: { FileStamp($0)?.isRegular == false }) {
                refused("\(other) is not a file that can be read again")
            } else {
                read()
            }
        }
    }
}
