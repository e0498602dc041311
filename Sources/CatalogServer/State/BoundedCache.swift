internal import InstrumentCatalog
internal import Synchronization

/// Values that are made once for each key. All are forgotten when there are too many.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let known = Mutex<[Key: Value]>([:])

    /// - Parameter limit: the most values.
    init(limit: Int) { self.limit = limit }

    func value(_ key: Key, _ make: () throws -> Value) rethrows -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let value = try make()
        // Stopped work is incomplete.
        if WorkLimit.isStopped { return value }
        known.withLock { known in
            if known.count >= limit { known.removeAll() }
            known[key] = value
        }
        return value
    }
}
