internal import InstrumentCatalog
internal import Synchronization

/// A cache of computed values. When it is full, it discards all values.
final class BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let limit: Int
    private let known = Mutex<[Key: Value]>([:])

    /// - Parameter limit: The maximum number of values.
    init(limit: Int) { self.limit = limit }

    func value(_ key: Key, _ make: () throws -> Value) rethrows -> Value {
        if let value = known.withLock({ $0[key] }) { return value }
        let value = try make()
        // Don't cache the incomplete result of stopped work.
        if WorkLimit.isStopped { return value }
        known.withLock { known in
            if known.count >= limit { known.removeAll() }
            known[key] = value
        }
        return value
    }
}
