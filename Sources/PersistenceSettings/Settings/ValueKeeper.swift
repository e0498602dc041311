import Synchronization

/// One key of a store, and the latest value that a setting has of it.
///
/// Others write the same key: other settings of this process, other processes. So a change reads what is kept first, and does
/// both in one turn. What is kept counts where it isn't what was seen there last; else the latest value does, which the store may
/// have refused to keep.
final class ValueKeeper<Value: Codable & Equatable & Sendable>: Sendable {
    /// A value, and how many came before it: so that a thread notices that another one was quicker.
    struct Numbered: Sendable {
        var value: Value
        var number = 0
    }

    private enum Found: Equatable {
        case nothing
        case value(Value)
        case unreadable(StorageError)
    }

    private struct State {
        var latest: Numbered
        /// What was under the key when this setting last read or wrote it.
        var seen: Found?
        /// The store has not kept the latest value.
        var isUnsaved = false

        mutating func take(_ value: Value) {
            guard value != latest.value else { return }
            latest = Numbered(value: value, number: latest.number + 1)
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
    func reload(_ limit: (Value) -> Value) {
        do {
            let found = try storage.inTurn {
                let found = try find()
                let value = if case .value(let kept) = found { limit(kept) } else { limit(defaultValue) }
                state.withLock { state in
                    state.seen = found
                    state.isUnsaved = false
                    state.take(value)
                }
                return found
            }
            report(found)
        } catch {
            fault.update(StorageError(error, key: key))
        }
    }

    /// Takes what is kept where others have changed it; nothing that they damaged.
    func notice(_ limit: (Value) -> Value) {
        do {
            let found = try storage.inTurn {
                let found = try find()
                guard state.withLock({ $0.seen != found }) else { return Found?.none }
                see(found, limit)
                return found
            }
            if let found { report(found) }
        } catch {
            fault.update(StorageError(error, key: key))
        }
    }

    /// Sets aside what is kept, and keeps what `body` makes of the value in its place. What was wrong stays `fault`.
    ///
    /// - Parameter body: `nil`: nothing takes its place.
    /// - Returns: where it is now, for people; `nil` where there is nothing, or it can't be set aside.
    func setAside(_ limit: (Value) -> Value, _ body: ((Value) -> Value)?) -> String? {
        try? storage.inTurn {
            guard let place = try storage.setAsideObject(forKey: key) else { return nil }
            if let body {
                let new = limit(body(latest.value))
                state.withLock { $0.take(new) }
                try storage.keep(new, forKey: key)
            }
            let kept = try find()
            state.withLock { $0.seen = kept }
            return place
        }
    }

    private func report(_ found: Found) {
        if case .unreadable(let error) = found { fault.update(error) } else { fault.update(nil) }
    }

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
    private func see(_ found: Found, _ limit: (Value) -> Value) {
        guard state.withLock({ $0.seen != found }) else { return }
        let new: Value? =
            switch found {
            case .value(let kept): limit(kept)
            case .nothing: limit(defaultValue)
            case .unreadable: nil
            }
        state.withLock { state in
            state.seen = found
            guard let new else { return }
            state.isUnsaved = false
            state.take(new)
        }
    }

    // MARK: Changing

    /// Replaces the value, as others may have changed it meanwhile, by what `body` makes of it.
    ///
    /// - Returns: whether something new is kept.
    func change(_ limit: (Value) -> Value, _ body: (Value) -> Value) -> Bool {
        var isMade = false
        func make() -> Bool {
            isMade = true
            let old = latest.value
            let new = limit(body(old))
            return state.withLock { state in
                state.take(new)
                return new != old || state.isUnsaved
            }
        }
        do {
            let result = try storage.inTurn {
                let found = try find()
                see(found, limit)
                guard make() else { return (found, isKept: false) }
                if case .unreadable = found { _ = try storage.setAsideObject(forKey: key) }
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
            return result.isKept
        } catch {
            // Without a store the value counts until the program ends.
            if !isMade { _ = make() }
            state.withLock { $0.isUnsaved = true }
            fault.update(StorageError(error, key: key))
            return false
        }
    }
}

extension StorageError {
    /// What a store threw; a user's own store may throw any error.
    init(_ error: any Error, key: String) {
        self = error as? StorageError ?? StorageError(.io, key: key, reason: "\(error)")
    }
}
