internal import Synchronization
package import SystemFiles

/// A request to read all files again, even if they look unchanged. SIGHUP triggers it.
///
/// ```swift
/// let reload = Reload()
/// let watcher = CatalogWatcher(path: "all.ipfc", catalog, logger: logger, reload: reload)
/// reload.ask()                                    // the watcher opens the file again
/// ```
package final class Reload: Sendable {
    private let asked = Atomic<Int>(0)

    package init() {}

    /// Requests a reload, which begins within a second.
    package func ask() { asked.wrappingAdd(1, ordering: .relaxed) }

    /// The number of requests so far.
    var count: Int { asked.load(ordering: .relaxed) }

    /// Watches small files that are read whole, until the task is canceled.
    ///
    /// - Parameters:
    ///   - paths: The paths of the files.
    ///   - known: The stamps of the files before they were last read; `nil` for the present ones.
    ///   - read: A closure that is called after `ask`, or when a file has changed and has then remained unchanged for
    ///     one period.
    ///   - refused: A closure that is called with the reason, instead of `read`, if one of the files can't be read
    ///     again, such as a pipe.
    package func watch(
        _ paths: [String], known: [FileStamp?]? = nil, _ read: () -> Void, refused: (String) -> Void
    ) async {
        // A pipe was read to its end at the start, and can't be watched.
        let all = zip(paths, known ?? paths.map(FileStamp.init)).filter { (FileStamp($0.0)?.kind ?? .file) == .file }
        let watched = all.map(\.0)
        var known = all.map(\.1)
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
                refused("\(other) cannot be read again; expected a regular file")
            } else {
                read()
            }
        }
    }
}
