internal import CatalogHistory
internal import Dispatch
internal import HTTPTypes
internal import Synchronization

/// Reads pages of a master's changes, one at a time, and caches the last pages. Streams that are up to date all need
/// the same page of a new batch, so they share it.
final class ChangePages: Sendable {
    private struct Key: Hashable {
        var position: ChangePosition
        var last: SnapshotIdentity
        var limit: Int
    }

    private let catalog: ServedCatalog
    private let kept = Mutex<[(key: Key, page: ChangePage)]>([])
    /// The queue on which pages are read. Reading blocks until the store answers, so it must not use a thread that
    /// answers requests.
    private let queue = DispatchQueue(label: "ChangePages", qos: .utility)

    /// The maximum number of cached pages. It is more than one, because pages of streams that are behind are cached,
    /// too.
    private static let mostKept = 8

    init(_ catalog: ServedCatalog) { self.catalog = catalog }

    /// Returns the changes after a position, up to the served batch `last`.
    ///
    /// - Throws: `Problem`.
    func page(after position: ChangePosition, upTo last: SnapshotIdentity, limit: Int) async throws -> ChangePage {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { [self] in
                let key = Key(position: position, last: last, limit: limit)
                if let page = kept.withLock({ $0.first { $0.key == key }?.page }) {
                    return continuation.resume(returning: page)
                }
                do {
                    let page = try catalog.past.changes(after: position, upTo: last, limit: limit)
                    kept.withLock { kept in
                        kept.append((key, page))
                        if kept.count > Self.mostKept { kept.removeFirst() }
                    }
                    continuation.resume(returning: page)
                } catch {
                    continuation.resume(throwing: Self.problem(error, position))
                }
            }
        }
    }

    private static func problem(_ error: any Error, _ position: ChangePosition) -> any Error {
        switch error as? ChangeFault {
        case .gone(let reason, let batch): return Problem.changesGone(reason, replayFrom: "\(batch)")
        case .ahead(let latest): return Problem.notServedYet("\(position.batch)", latest: "\(latest)")
        case nil: return PastSnapshots.problem(error)
        }
    }
}
