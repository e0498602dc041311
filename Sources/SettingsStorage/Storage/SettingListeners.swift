import Synchronization

/// The listeners of this process that are notified of changes of values, by key.
///
/// A change notifies only the listeners of its store. But a custom store may wrap any other store, so for custom stores
/// only the keys are compared. A listener that is notified because of another store reads its own store and finds no
/// change.
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

    /// A registration of a listener. It ends when the object is deinitialized.
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

    /// Calls `changed` after each change of the value under `key`, on the thread that makes the change, until the
    /// returned ticket is deinitialized.
    ///
    /// - Parameter place: The identity of the store (`SharedStorage.place`); `nil` for a custom store.
    func listen(
        _ key: String, at place: ObjectIdentifier?, _ changed: @escaping @Sendable () -> Void
    ) -> Ticket {
        listeners.withLock { listeners in
            listeners.nextID += 1
            listeners.byKey[key, default: [:]][listeners.nextID] = Listener(place: place, changed: changed)
            return Ticket(key, listeners.nextID)
        }
    }

    /// Notifies all listeners of a change except `own`, without holding a lock.
    func tell(_ key: String, at place: ObjectIdentifier?, but own: Ticket? = nil) {
        let called = listeners.withLock { listeners in
            (listeners.byKey[key] ?? [:]).sorted { $0.key < $1.key }.filter { id, listener in
                id != own?.id && (place == nil || listener.place == nil || listener.place == place)
            }
        }
        for (_, listener) in called { listener.changed() }
    }
}
