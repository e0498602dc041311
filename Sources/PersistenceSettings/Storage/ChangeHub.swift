import Synchronization

/// Who in this process wants to know that the value under a key may have changed.
///
/// Keys are enough: who is called looks at its own store, and finds nothing new where another store was meant.
final class ChangeHub: Sendable {
    static let shared = ChangeHub()

    private struct Listeners {
        var nextID = 0
        var byKey: [String: [Int: @Sendable () -> Void]] = [:]
    }

    private let listeners = Mutex(Listeners())

    /// Listening, until it goes.
    final class Ticket: Sendable {
        fileprivate let key: String
        fileprivate let id: Int

        fileprivate init(_ key: String, _ id: Int) { (self.key, self.id) = (key, id) }

        deinit {
            ChangeHub.shared.listeners.withLock { listeners in
                listeners.byKey[key]?[id] = nil
                if listeners.byKey[key]?.isEmpty == true { listeners.byKey[key] = nil }
            }
        }
    }

    /// Calls `changed` after each change of the value under `key`, on the thread that made it, until the ticket goes.
    func listen(_ key: String, _ changed: @escaping @Sendable () -> Void) -> Ticket {
        listeners.withLock { listeners in
            listeners.nextID += 1
            listeners.byKey[key, default: [:]][listeners.nextID] = changed
            return Ticket(key, listeners.nextID)
        }
    }

    /// Tells all others of a change. No lock is held meanwhile.
    func tell(_ key: String, but own: Ticket? = nil) {
        let called = listeners.withLock { listeners in
            (listeners.byKey[key] ?? [:]).filter { $0.key != own?.id }.sorted { $0.key < $1.key }.map(\.value)
        }
        for changed in called { changed() }
    }
}
