/// A persistent store of values by key.
///
/// ```swift
/// let storage = try FileStorage(folder: "/home/me/.config/charts")
/// try storage.setObject(["AAPL", "MSFT"], forKey: "watchlist")
/// let list = try storage.getObject(forKey: "watchlist", castTo: [String].self)
/// ```
///
/// The implementations are `FileStorage`, `UserDefaultsStorage`, `UserDefaults` itself and `InMemoryStorage`.
/// `ApplicationStorage.standard(for:)` chooses one for the platform. A custom store only has to implement the first two
/// methods. For settings (`StoredSetting`), the store must also be `Sendable`. Conform to `SharedStorage` if other
/// processes change the values.
public protocol StorageManager {
    /// Returns the value stored under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` if the key has no value, `corrupt` if it cannot be read as `type`, `io`.
    func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object

    /// Stores a value under `key`, replacing a previous value. When the method returns, the value is persistent.
    ///
    /// - Throws: `StorageError`: `unencodable`, `io`. The previous value then remains.
    func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws

    /// Moves an unreadable value under `key` elsewhere, so that a new value does not destroy it.
    ///
    /// - Returns: A description of the new location; `nil` if there is no value, or the store does not support this.
    /// - Throws: `StorageError` of kind `io` if the store fails.
    func setAsideObject(forKey key: String) throws -> String?
}

extension StorageManager {
    /// Does nothing. This is the default, for stores that cannot move values.
    ///
    /// - Returns: `nil`.
    /// - Throws: No errors.
    public func setAsideObject(forKey key: String) throws -> String? { nil }

    /// Returns the value stored under `key`, or `nil` if the key has no value.
    ///
    /// - Throws: `StorageError` as for `getObject(forKey:castTo:)`, except `noValue`.
    public func object<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object? {
        do {
            return try getObject(forKey: key, castTo: type)
        } catch let error as StorageError where error.kind == .noValue {
            return nil
        }
    }

    /// Renames the key of a value without reading the value, or removes the value. This is useful if a new version of a
    /// program renames settings.
    ///
    /// ```swift
    /// try storage.migrate(from: "smaLength", to: "sma.length")
    /// try storage.migrate(from: "tips", to: nil)
    /// ```
    ///
    /// It is safe to call this at every launch. If the new key already has a value, both values remain unchanged.
    ///
    /// - Parameter newKey: The new key; `nil` to remove the value.
    /// - Returns: Whether a value was moved or removed.
    /// - Throws: `StorageError`: `unsupported` for custom stores, `invalidKey`, `io`.
    @discardableResult
    public func migrate(from oldKey: String, to newKey: String?) throws -> Bool {
        guard let shared = self as? any SharedStorage else { throw StorageError.cannotRename(Self.self, oldKey) }
        guard try shared.exclusively({ try shared.move(oldKey, to: newKey) }) else { return false }
        for key in [oldKey, newKey].compactMap(\.self) { tell(key) }
        return true
    }
}
