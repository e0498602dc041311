import Synchronization
import SystemFiles

/// What this module's own stores can do beyond others: they change a value in one turn, and tell of changes.
package protocol SharedStorage: StorageManager {
    /// The same for all stores that keep the same values.
    var place: ObjectIdentifier { get }

    /// Runs `body` while nobody else who asks for a turn changes what is kept. It may be called within itself.
    ///
    /// - Throws: what `body` throws, and `StorageError` of kind `io` where there is no turn to be had.
    func exclusively<Result>(_ body: () throws -> Result) throws -> Result

    /// As `setObject(_:forKey:)`, without a call of `SettingListeners`.
    func write<Object: Encodable>(_ object: Object, forKey key: String) throws

    /// Calls `changed`, on any thread, after others have changed the value under `key`, until the result goes.
    ///
    /// - Returns: `nil` where that can't be noticed.
    func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)?

    /// Gives what is under `key` another key, or removes it where that is `nil`.
    ///
    /// - Returns: false where nothing was under `key`, or something is under the other one.
    func move(_ key: String, to other: String?) throws -> Bool
}

extension SharedStorage {
    package func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try ProcessTurn.take(body) }
    package func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
}

extension StorageManager {
    /// Tells all who listen that the value under `key` may have changed, but for one.
    package func tell(_ key: String, but own: SettingListeners.Ticket? = nil) {
        SettingListeners.shared.tell(key, at: sharedPlace, but: own)
    }

    /// `SharedStorage.place`; `nil` for stores that aren't this module's.
    var sharedPlace: ObjectIdentifier? { (self as? any SharedStorage)?.place }

    /// Runs `body` in a turn of its own, as far as the store can.
    func withExclusiveAccess<Result>(_ body: () throws -> Result) throws -> Result {
        if let shared = self as? any SharedStorage { return try shared.exclusively(body) }
        return try ProcessTurn.take(body)
    }

    /// Keeps a value, and tells nobody.
    func keep<Object: Encodable>(_ object: Object, forKey key: String) throws {
        if let shared = self as? any SharedStorage {
            try shared.write(object, forKey: key)
        } else {
            try setObject(object, forKey: key)
        }
    }
}

/// One turn at a time for all stores that have no lock of their own: two stores with a lock each could wait for one another.
enum ProcessTurn {
    private static let lock = RecursiveLock()

    static func take<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }
}

/// Turns of all who change the files of a folder: threads of this process, and other processes, by a lock on the folder itself,
/// which needs no file that people would find there.
///
/// `@unchecked Sendable`: all but the lock is touched under it.
final class FolderTurn: @unchecked Sendable {
    private static let all = Mutex<[String: FolderTurn]>([:])
    private let path: String
    private let lock = RecursiveLock()
    private var depth = 0
    private var folder: OpenFile?

    private init(_ path: String) { self.path = path }

    /// The turns of the folder at `path`.
    static func of(_ path: String) -> FolderTurn {
        all.withLock { all in
            if let known = all[path] { return known }
            let new = FolderTurn(path)
            all[path] = new
            return new
        }
    }

    /// Runs `body` in a turn of its own.
    ///
    /// - Parameter longestWait: how long another process is waited for.
    /// - Throws: what `body` throws; `StorageError` where another process keeps its turn.
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

    /// The locked folder; `nil` where it is not there, which the write will say, and where its file system has no locks.
    private func locked(_ longestWait: Duration) throws(StorageError) -> OpenFile? {
        guard let folder = try? OpenFile(path, for: .reading) else { return nil }
        let deadline = MonotonicTime.now + longestWait
        // Asking again and again ends at some time; waiting for a process that was stopped would not.
        while true {
            guard let isMine = try? folder.lock(.exclusive) else { return nil }
            if isMine { return folder }
            guard MonotonicTime.now < deadline else {
                throw StorageError(
                    .io, key: "",
                    reason:
                        "another program has kept the folder \(path) locked for \(longestWait); end it, and set the value anew"
                )
            }
            MonotonicTime.sleep(milliseconds: 1)
        }
    }
}
