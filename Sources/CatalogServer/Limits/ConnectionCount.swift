internal import HummingbirdCore
internal import Logging
internal import Synchronization
internal import SystemFiles

/// Counts connections. At the limit, further connections wait in the system's queue (the backlog).
final class ConnectionCount: AvailableConnectionsDelegate {
    /// File descriptors reserved for catalogs, downloads and other files of the service.
    private static let reserve = 64

    private let limit: Int
    private let logger: Logger
    private let count = Atomic<Int>(0)
    private let taken = Atomic<Int>(0)
    private let ready = Atomic<Int>(0)
    private let hasTold = Atomic<Bool>(false)

    /// - Parameter wanted: The wanted limit. If the system's limit of open files is too low for it, a lower limit
    ///   applies and is logged.
    init(atMost wanted: Int, _ logger: Logger) {
        limit = max(1, min(wanted, OpenFileLimit.current - OpenFileLimit.open - Self.reserve))
        self.logger = logger
        if limit < wanted {
            logger.warning(
                "at most \(limit) connections at a time: the system allows this process \(OpenFileLimit.current) open files (ulimit -n)",
                metadata: ["wanted": "\(wanted)"])
        }
    }

    /// The number of open connections.
    var open: Int { count.load(ordering: .relaxed) }

    /// The number of further connections that are allowed.
    var room: Int { limit - open }

    /// The number of accepted connections that aren't set up yet.
    var unready: Int { taken.load(ordering: .relaxed) - ready.load(ordering: .relaxed) }

    func connectionOpened() {
        count.wrappingAdd(1, ordering: .relaxed)
        taken.wrappingAdd(1, ordering: .relaxed)
    }

    /// Counts a connection that is ready, or that failed during its setup.
    func connectionSetUp() { ready.wrappingAdd(1, ordering: .relaxed) }

    func connectionClosed() { count.wrappingSubtract(1, ordering: .relaxed) }

    func isAcceptingNewConnections() -> Bool {
        if open < limit { return true }
        if !hasTold.exchange(true, ordering: .relaxed) {
            logger.warning(
                "reached the limit of connections; others wait", metadata: ["limit": "\(limit)"])
        }
        return false
    }
}
