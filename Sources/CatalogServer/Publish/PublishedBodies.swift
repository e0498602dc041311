internal import Logging
internal import Synchronization

/// The bodies that are published, each made when it is first asked for.
final class PublishedBodies: Sendable {
    private let kept = Mutex<SnapshotBody?>(nil)
    private let logger: Logger

    init(_ logger: Logger) { self.logger = logger }

    /// The body of exactly this state.
    func exactBody(of snapshot: ServedSnapshot) -> SnapshotBody {
        body(of: snapshot) { $0.isSame(as: snapshot.view) }
    }

    /// The body of a state, or of one shortly before.
    func body(of snapshot: ServedSnapshot) -> SnapshotBody {
        body(of: snapshot) { !$0.hasFailed && ($0.tag == snapshot.tag || $0.isYoung) }
    }

    private func body(of snapshot: ServedSnapshot, _ isGood: (SnapshotBody) -> Bool) -> SnapshotBody {
        kept.withLock { kept in
            if let known = kept, isGood(known) { return known }
            let body = SnapshotBody(snapshot, logger)
            kept = body
            return body
        }
    }
}
