import Synchronization

/// Who in this process wants to know that the value under a key may have changed.
///
/// Those are called whose store is the same. A store of one's own may stand over any other, so its keys are enough: who is
/// called looks at its own store, and finds nothing new where another one was meant.
package final class SettingListeners: Sendable {
    static let shared = SettingListeners()

    private struct Listeners {
        var nextID = 0
        var byKey: [String: [Int: Listener]] = [:]
    }

    private struct Listener {
        let place: ObjectIdentifier?
        let changed: @Sendable () -> Void
    }

    private let listeners = Mutex(Listeners())

    /// Listening, until it goes.
    package final class Ticket: Sendable {
        fileprivate let key: String
        fileprivate let id: Int

        fileprivate init(_ key: String, _ id: Int) { (self.key, self.id) = (key, id) }

        deinit {
            SettingListeners.shared.listeners.withLock { listeners in
                listeners.byKey[key]?[id] = nil
                if listeners.byKey[key]?.isEmpty == true { listeners.byKey[key] = nil }
            }
        }
    }

    /// Calls `changed` after each change of the value under `key`, on the thread that made it, until the ticket goes.
    ///
    /// - Parameter place: of the store (`SharedStorage.place`); `nil`: a store that has none.
    func listen(
        _ key: String, at place: ObjectIdentifier?, _ changed: @escaping @Sendable () -> Void
    ) -> Ticket {
        listeners.withLock { listeners in
            listeners.nextID += 1
            listeners.byKey[key, default: [:]][listeners.nextID] = Listener(place: place, changed: changed)
            return Ticket(key, listeners.nextID)
        }
    }

    /// Tells all others of a change. No lock is held meanwhile.
    func tell(_ key: String, at place: ObjectIdentifier?, but own: Ticket? = nil) {
        let called = listeners.withLock { listeners in
            (listeners.byKey[key] ?? [:]).sorted { $0.key < $1.key }.filter { id, listener in
                id != own?.id && (place == nil || listener.place == nil || listener.place == place)
            }
        }
        for (_, listener) in called { listener.changed() }
    }
}
