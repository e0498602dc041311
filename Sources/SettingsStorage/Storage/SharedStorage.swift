import Synchronization
import SystemFiles

/// A store that several programs share: it has transactions, and reports changes that others make.
///
/// Settings (`StoredSetting`) use both features if the store has them. A custom store, for example in a database,
/// implements `getObject(forKey:castTo:)`, `write(_:forKey:)`, `exclusively(_:)` and `watch(_:_:)`. The other
/// requirements have default implementations.
public protocol SharedStorage: StorageManager {
    /// The identity of the stored values: equal for all stores that share these values, `nil` if unknown.
    var place: ObjectIdentifier? { get }

    /// Runs `body` while all other changes wait. Calls may be nested. `body` stores values with `write(_:forKey:)`.
    ///
    /// - Throws: The errors of `body`; `StorageError` of kind `io` if exclusive access cannot be obtained.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result

    /// Stores a value like `setObject(_:forKey:)`, but without notifying the settings of this process. A store that
    /// wraps another store must call that store's `write`, because a notification within a transaction can block.
    ///
    /// - Throws: `StorageError`: `unencodable`, `invalidKey`, `io`. The previous value then remains.
    func write<Object: Encodable>(_ object: Object, forKey key: String) throws

    /// Calls `changed` on any thread after another program has changed the value under `key`, until the result is
    /// deinitialized.
    ///
    /// - Returns: An observation; `nil` if the store cannot observe changes.
    func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)?

    /// Moves the value under `key` to the key `other`, or removes the value if `other` is `nil`.
    ///
    /// - Returns: Whether the value was moved or removed. `false` if `key` has no value, or `other` already has one.
    /// - Throws: `StorageError`: `unsupported`, `invalidKey`, `io`.
    func move(_ key: String, to other: String?) throws -> Bool
}

extension SharedStorage {
    /// The default is `nil`: the identity is unknown.
    public var place: ObjectIdentifier? { nil }

    /// Runs `body` while changes by other threads of this process wait. This is the default.
    ///
    /// - Throws: The errors of `body`.
    public func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try ProcessTurn.take(body) }

    /// Stores a value under `key`, replacing a previous value, and notifies the settings of this process.
    ///
    /// - Throws: `StorageError`: `unencodable`, `invalidKey`, `io`. The previous value then remains.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try exclusively { try write(object, forKey: key) }
        tell(key)
    }

    /// Does not observe changes. This is the default.
    ///
    /// - Returns: `nil`.
    public func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }

    /// Throws an error, because by default a store cannot rename keys.
    ///
    /// - Throws: `StorageError` of kind `unsupported`.
    public func move(_ key: String, to other: String?) throws -> Bool {
        throw StorageError.cannotRename(Self.self, key)
    }
}

extension StorageManager {
    /// Notifies all listeners except `own` that the value under `key` may have changed.
    package func tell(_ key: String, but own: SettingListeners.Ticket? = nil) {
        SettingListeners.shared.tell(key, at: sharedPlace, but: own)
    }

    /// The value of `SharedStorage.place`; `nil` for other stores.
    var sharedPlace: ObjectIdentifier? { (self as? any SharedStorage)?.place }

    /// Runs `body` with as much exclusive access as the store supports.
    func withExclusiveAccess<Result>(_ body: () throws -> Result) throws -> Result {
        if let shared = self as? any SharedStorage { return try shared.exclusively(body) }
        return try ProcessTurn.take(body)
    }

    /// Stores a value without notifying listeners.
    func keep<Object: Encodable>(_ object: Object, forKey key: String) throws {
        if let shared = self as? any SharedStorage {
            try shared.write(object, forKey: key)
        } else {
            try setObject(object, forKey: key)
        }
    }
}

/// A lock of the process for all stores without their own lock. With one lock per store, two stores could deadlock.
enum ProcessTurn {
    private static let lock = RecursiveLock()

    static func take<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }
}

/// A lock on a folder of files, for threads of this process and for other processes. The folder itself is locked, so
/// that no lock file is visible.
///
/// `@unchecked Sendable`: `lock` guards all other state.
final class FolderTurn: @unchecked Sendable {
    private static let all = Mutex<[String: FolderTurn]>([:])
    private let path: String
    private let lock = RecursiveLock()
    private var depth = 0
    private var folder: OpenFile?

    private init(_ path: String) { self.path = path }

    /// Returns the lock of the folder at `path`.
    static func of(_ path: String) -> FolderTurn {
        all.withLock { all in
            if let known = all[path] { return known }
            let new = FolderTurn(path)
            all[path] = new
            return new
        }
    }

    /// Runs `body` under the lock.
    ///
    /// - Parameter longestWait: The maximum time for which to wait for another process.
    /// - Throws: The errors of `body`; `StorageError` if another process holds the lock for a longer time.
    func take<Result>(longestWait: Duration, _ body: () throws -> Result) throws -> Result {
        try lock.withLock {
            if depth == 0 { folder = try locked(longestWait) }
            depth += 1
            defer {
                depth -= 1
                if depth == 0 { folder = nil }
            }
            return try body()
        }
    }

    /// Returns the locked folder. Returns `nil` if its file system has no locks, or if the folder does not exist, which
    /// writing then reports.
    private func locked(_ longestWait: Duration) throws(StorageError) -> OpenFile? {
        guard let folder = try? OpenFile(path, for: .reading) else { return nil }
        let deadline = MonotonicTime.now + longestWait
        // Poll, because a blocking wait for a process that is stopped would never end.
        while true {
            guard let isMine = try? folder.lock(.exclusive) else { return nil }
            if isMine { return folder }
            guard MonotonicTime.now < deadline else {
                throw StorageError(
                    .io, key: "",
                    reason:
                        "another program has locked the folder \(path) for \(longestWait); end it, then set the value again"
                )
            }
            MonotonicTime.sleep(milliseconds: 1)
        }
    }
}
