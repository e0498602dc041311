import Synchronization

/// One key of a store, written by one thread at a time.
final class ValueKeeper<Value: Codable & Equatable & Sendable>: Sendable {
    let fault = ReplayedValue<StorageError?>(nil)
    private let key: String
    private let storage: any StorageManager
    /// What is kept now can't be read.
    private let isCorrupt = Mutex(false)

    init(key: String, storage: any StorageManager) {
        self.key = key
        self.storage = storage
    }

    /// The kept value; `nil` where there is none that can be read.
    func read() -> Value? {
        var found: Value?
        let fault: StorageError? = isCorrupt.withLock { isCorrupt in
            isCorrupt = false
            do {
                found = try storage.object(forKey: key, castTo: Value.self)
                return nil
            } catch {
                let fault = StorageError(error, key: key)
                isCorrupt = fault.kind == .corrupt
                return fault
            }
        }
        self.fault.update(fault)
        return found
    }

    /// Keeps what `value` returns when it is this thread's turn.
    func keep(_ value: () -> Value) {
        let fault: StorageError? = isCorrupt.withLock { isCorrupt in
            do {
                if isCorrupt { _ = try storage.setAsideObject(forKey: key) }
                try storage.setObject(value(), forKey: key)
                isCorrupt = false
                return nil
            } catch {
                return StorageError(error, key: key)
            }
        }
        self.fault.update(fault)
    }
}

extension StorageError {
    /// What a store threw; a user's own store may throw any error.
    init(_ error: any Error, key: String) {
        self = error as? StorageError ?? StorageError(.io, key: key, reason: "\(error)")
    }
}
