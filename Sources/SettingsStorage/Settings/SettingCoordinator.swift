import Synchronization

/// One key of a store, and the latest value that a setting has of it.
///
/// Others write the same key: other settings of this process, other processes. So a change reads what is kept first, and does
/// both in one turn. What is kept counts where it isn't what was seen there last; else the latest value does, which the store may
/// have refused to keep.
final class SettingCoordinator<Value: Codable & Equatable & Sendable>: Sendable {
    /// A value, and how many came before it: so that a thread notices that another one was quicker.
    struct Numbered: Sendable {
        var value: Value
        var number = 0
    }

    private enum Found: Equatable {
        case nothing
        case value(Value)
        case unreadable(StorageError)

        /// Why the whole or a part of it can't be read; `nil` if all can.
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
        /// What was under the key when this setting last read or wrote it.
        var seen: Found?
        /// The store has not kept the latest value.
        var isUnsaved = false

        /// - Returns: the value with its number; `nil` where it is the latest already.
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
    /// Changed in turns only, so a turn may look at it twice.
    private let state: Mutex<State>

    init(key: String, storage: any StorageManager & Sendable, defaultValue: Value) {
        self.key = key
        self.storage = storage
        self.defaultValue = defaultValue
        state = Mutex(State(latest: Numbered(value: defaultValue)))
    }

    var latest: Numbered { state.withLock { $0.latest } }

    // MARK: Reading

    /// Takes what is kept, limited to what is allowed, or the default where there is none that can be read.
    ///
    /// - Returns: the value where it is a new one.
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

    /// Takes what is kept where others have changed it; nothing that they damaged.
    ///
    /// - Returns: the value where it is a new one.
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

    /// Sets aside what is kept, and keeps what `body` makes of the value in its place. What was wrong stays `fault`.
    ///
    /// - Parameter body: `nil`: nothing takes its place.
    /// - Returns: where it is now, for people, `nil` where there is nothing, or it can't be set aside; and the value where it is a
    ///   new one.
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

    /// Takes what was found where it is new.
    ///
    /// - Returns: the value where it is a new one.
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

    /// Replaces the value, as others may have changed it meanwhile, by what `body` makes of it.
    ///
    /// - Returns: the value where it is a new one, and whether something new is kept.
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
                // Coded and decoded, a value may be another one: that isn't a change by others.
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
            // Without a store the value counts until the program ends.
            if !isMade { _ = make() }
            state.withLock { $0.isUnsaved = true }
            fault.update(StorageError(error, key: key))
            return (taken, false)
        }
    }
}

/// A value that is read as far as possible, from a text that another version or a person has written.
///
/// A setting reports the rest as `storageFault`, and sets the text aside before it writes a new value.
package protocol PartlyReadable {
    /// The reason why a part could not be read; `nil` if all of it was.
    var unreadable: String? { get }
}

extension StorageError {
    /// What a store threw for a key; a user's own store may throw any error.
    init(_ error: any Error, key: String) {
        self = error as? StorageError ?? StorageError(.io, key: key, reason: "\(error)")
        // What concerns a store as a whole concerns the value too.
        if self.key.isEmpty { self = StorageError(kind, key: key, reason: reason) }
    }
}
