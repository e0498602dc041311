/// A place that keeps values under keys, from one run of a program to the next.
///
/// ```swift
/// let storage = try FileStorage(folder: "/home/me/.config/charts")
/// try storage.setObject(["AAPL", "MSFT"], forKey: "watchlist")
/// let list = try storage.getObject(forKey: "watchlist", castTo: [String].self)
/// ```
///
/// Ready ones are `FileStorage`, `UserDefaultsStorage` and `InMemoryStorage`; `ApplicationStorage.standard(for:)` chooses for the
/// platform. A store of your own needs the first two functions only.
public protocol StorageManager: Sendable {
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
}
