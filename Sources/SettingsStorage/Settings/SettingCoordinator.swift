import Synchronization

/// Keeps a setting's latest value consistent with one key of a store.
///
/// Other settings and processes may write the key. So a change first reads the stored value and then writes, under one
/// lock. If the stored value has changed since the last read, the change starts from it. Otherwise, it starts from the
/// setting's latest value, because the store may have failed to write that value.
final class SettingCoordinator<Value: Codable & Equatable & Sendable>: Sendable {
    /// A value with a sequence number, by which a thread detects that another thread has set a newer value.
    struct Numbered: Sendable {
        var value: Value
        var number = 0
    }

    private enum Found: Equatable {
        case nothing
        case value(Value)
        case unreadable(StorageError)

        /// Returns the reason that the value cannot be read completely; `nil` if it can.
        func fault(_ key: String) -> StorageError? {
            switch self {
            case .nothing: nil
            case .unreadable(let error): error
            case .value(let value):
                (value as? any PartlyReadable)?.unreadable.map { StorageError(.corrupt, key: key, reason: $0) }
            }
        }
    }

    private struct State {
        var latest: Numbered
        /// The stored contents when this object last read or wrote the key.
        var seen: Found?
        /// Whether the latest value is not stored.
        var isUnsaved = false

        /// - Returns: The value with its number; `nil` if it equals the latest value.
        mutating func take(_ value: Value) -> Numbered? {
            guard value != latest.value else { return nil }
            latest = Numbered(value: value, number: latest.number + 1)
            return latest
        }
    }

    let fault = ReplayedValue<StorageError?>(nil)
    private let key: String
    private let storage: any StorageManager & Sendable
    private let defaultValue: Value
    /// The state changes only under exclusive access to the store. So a thread with this access may read it repeatedly.
    private let state: Mutex<State>

    init(key: String, storage: any StorageManager & Sendable, defaultValue: Value) {
        self.key = key
        self.storage = storage
        self.defaultValue = defaultValue
        state = Mutex(State(latest: Numbered(value: defaultValue)))
    }

    var latest: Numbered { state.withLock { $0.latest } }

    // MARK: Reading

    /// Reads the stored value and limits it to the allowed values. Uses the default if there is no readable value.
    ///
    /// - Returns: The value if it differs from the latest; otherwise `nil`.
    func reload(_ limit: (Value) -> Value) -> Numbered? {
        do {
            let (found, taken) = try storage.withExclusiveAccess {
                let found = try find()
                let value = if case .value(let kept) = found { limit(kept) } else { limit(defaultValue) }
                let taken = state.withLock { state in
                    state.seen = found
                    state.isUnsaved = false
                    return state.take(value)
                }
                return (found, taken)
            }
            report(found)
            return taken
        } catch {
            fault.update(StorageError(error, key: key))
            return nil
        }
    }

    /// Reads the stored value if it was changed elsewhere. Ignores damaged values.
    ///
    /// - Returns: The value if it differs from the latest; otherwise `nil`.
    func notice(_ limit: (Value) -> Value) -> Numbered? {
        do {
            let (found, taken) = try storage.withExclusiveAccess {
                let found = try find()
                guard state.withLock({ $0.seen != found }) else { return (Found?.none, Numbered?.none) }
                return (found, see(found, limit))
            }
            if let found { report(found) }
            return taken
        } catch {
            fault.update(StorageError(error, key: key))
            return nil
        }
    }

    /// Moves the stored value to another key, and stores the result of `body` instead. `fault` remains unchanged.
    ///
    /// - Parameter body: Returns the replacement. If `nil`, no replacement is stored.
    /// - Returns: The new location of the old value, `nil` if there was no value or the store cannot move it. Also the
    ///   replacement if it differs from the latest value.
    func setAside(_ limit: (Value) -> Value, _ body: ((Value) -> Value)?) -> (place: String?, taken: Numbered?) {
        var taken: Numbered?
        let place: String?? = try? storage.withExclusiveAccess {
            guard let place = try storage.setAsideObject(forKey: key) else { return nil }
            if let body {
                let new = limit(body(latest.value))
                taken = state.withLock { $0.take(new) }
                try storage.keep(new, forKey: key)
            }
            let kept = try find()
            state.withLock { $0.seen = kept }
            return place
        }
        return (place ?? nil, taken)
    }

    private func report(_ found: Found) { fault.update(found.fault(key)) }

    private func find() throws -> Found {
        do {
            return try storage.object(forKey: key, castTo: Value.self).map { .value($0) } ?? .nothing
        } catch {
            let error = StorageError(error, key: key)
            guard error.kind == .corrupt else { throw error }
            return .unreadable(error)
        }
    }

    /// Accepts the stored contents if they have changed since the last read or write.
    ///
    /// - Returns: The value if it differs from the latest; otherwise `nil`.
    private func see(_ found: Found, _ limit: (Value) -> Value) -> Numbered? {
        guard state.withLock({ $0.seen != found }) else { return nil }
        let new: Value? =
            switch found {
            case .value(let kept): limit(kept)
            case .nothing: limit(defaultValue)
            case .unreadable: nil
            }
        return state.withLock { state in
            state.seen = found
            guard let new else { return nil }
            state.isUnsaved = false
            return state.take(new)
        }
    }

    // MARK: Changing

    /// Reads the current value, which may have been changed elsewhere, and replaces it by the result of `body`.
    ///
    /// - Returns: The value if it differs from the latest, and whether the store was written.
    func change(_ limit: (Value) -> Value, _ body: (Value) -> Value) -> (taken: Numbered?, isKept: Bool) {
        var taken: Numbered?
        var isMade = false
        func make() -> Bool {
            isMade = true
            let new = limit(body(latest.value))
            return state.withLock { state in
                let own = state.take(new)
                taken = own ?? taken
                return own != nil || state.isUnsaved
            }
        }
        do {
            let result = try storage.withExclusiveAccess {
                let found = try find()
                taken = see(found, limit)
                guard make() else { return (found, isKept: false) }
                if found.fault(key) != nil { _ = try storage.setAsideObject(forKey: key) }
                try storage.keep(latest.value, forKey: key)
                // Encoding may change a value, for example its precision. Read the result, so that it does not count as
                // a change made elsewhere.
                let kept = try find()
                state.withLock { state in
                    state.seen = kept
                    state.isUnsaved = false
                }
                return (kept, isKept: true)
            }
            report(result.0)
            return (taken, result.isKept)
        } catch {
            // If the store fails, the new value still applies until the program ends.
            if !isMade { _ = make() }
            state.withLock { $0.isUnsaved = true }
            fault.update(StorageError(error, key: key))
            return (taken, false)
        }
    }
}

/// A value whose text may be only partly readable, because another version or a person wrote it.
///
/// A setting reports the unreadable part as `storageFault`, and moves the text to another key before it writes a new
/// value.
package protocol PartlyReadable {
    /// The reason that a part is unreadable; `nil` if everything was read.
    var unreadable: String? { get }
}

extension StorageError {
    /// Converts an error of a store to an error for a key. A custom store may throw any error.
    init(_ error: any Error, key: String) {
        self = error as? StorageError ?? StorageError(.io, key: key, reason: "\(error)")
        // An error about the whole store also concerns this key.
        if self.key.isEmpty { self = StorageError(kind, key: key, reason: reason) }
    }
}
