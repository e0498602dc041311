/// A place that keeps values under keys, from one run of a program to the next.
///
/// ```swift
/// let storage = try FileStorage(folder: "/home/me/.config/charts")
/// try storage.setObject(["AAPL", "MSFT"], forKey: "watchlist")
/// let list = try storage.getObject(forKey: "watchlist", castTo: [String].self)
/// ```
///
/// Ready ones are `FileStorage`, `UserDefaultsStorage`, `UserDefaults` itself and `InMemoryStorage`;
/// `ApplicationStorage.standard(for:)` chooses for the platform. A store of your own needs the first two functions only. Settings
/// (`StoredSetting`) need one that is `Sendable` too.
public protocol StorageManager {
    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where what is there can't be read as `type`, `io`.
    func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object

    /// Keeps a value under `key`, in place of what was there. Once this returns, the next run of the program finds it.
    ///
    /// - Throws: `StorageError`: `unencodable`, `io`; the value before is kept then.
    func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws

    /// Moves what is under `key`, and can't be read, to another place, so that a new value doesn't destroy it.
    ///
    /// - Returns: where it is now, for people; `nil` where there is nothing, or the store can't do that.
    /// - Throws: `StorageError` of kind `io` where the store fails.
    func setAsideObject(forKey key: String) throws -> String?
}

extension StorageManager {
    /// Leaves everything as it is, for stores that can't set values aside.
    ///
    /// - Returns: `nil`.
    /// - Throws: nothing.
    public func setAsideObject(forKey key: String) throws -> String? { nil }

    /// The value kept under `key`, or `nil` where there is none.
    ///
    /// - Throws: `StorageError` as `getObject(forKey:castTo:)`, but for `noValue`.
    public func object<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object? {
        do {
            return try getObject(forKey: key, castTo: type)
        } catch let error as StorageError where error.kind == .noValue {
            return nil
        }
    }

    /// Gives what is kept under a key another key, unread, or removes it: for versions of a program that name their settings anew.
    ///
    /// ```swift
    /// try storage.migrate(from: "smaLength", to: "sma.length")
    /// try storage.migrate(from: "tips", to: nil)
    /// ```
    ///
    /// It may be called with each start. A value that is there under the new key counts; the old one stays then.
    ///
    /// - Parameter newKey: `nil`: the value is removed.
    /// - Returns: whether something was kept under the old key, and was moved or removed.
    /// - Throws: `StorageError`: `unsupported` for stores other than this module's, `invalidKey`, `io`.
    @discardableResult
    public func migrate(from oldKey: String, to newKey: String?) throws -> Bool {
        guard let shared = self as? any SharedStorage else {
            throw StorageError(
                .unsupported, key: oldKey,
                reason: "\(Self.self) can't give values other keys; read the value, and set it under the new key")
        }
        guard try shared.exclusively({ try shared.move(oldKey, to: newKey) }) else { return false }
        for key in [oldKey, newKey].compactMap(\.self) { tell(key) }
        return true
    }
}
