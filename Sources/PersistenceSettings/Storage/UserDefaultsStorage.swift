public import Foundation
internal import Synchronization

/// A store in the user defaults, the standard place for settings on Apple systems.
///
/// Booleans, numbers, texts and dates are stored natively if user defaults preserve them exactly, so that other
/// programs can read them. Other values are stored as JSON data. The store also reads values that other programs write:
/// text for an enumeration, a number for any numeric type that can represent it, arrays, dictionaries and raw data.
///
/// On Linux, user defaults are one property list per program. The list is read once, and rewritten when it is
/// synchronized, in place and not atomically. A damaged list reads as empty, and two processes that set different keys
/// overwrite each other's changes. This store synchronizes after each write and throws if that fails, but it cannot
/// detect such lost changes. `reload()` of a setting does not read values that another process wrote. Prefer
/// `FileStorage` on Linux.
public final class UserDefaultsStorage: StorageManager, @unchecked Sendable {
    // `UserDefaults` is thread-safe, and the reference never changes.
    private let defaults: UserDefaults

    /// Creates a store in user defaults.
    public init(_ defaults: UserDefaults = .standard) {
        FirstUse.wait(for: defaults)
        self.defaults = defaults
    }

    /// Creates a store in the user defaults of a suite.
    ///
    /// - Throws: `StorageError` of kind `io` if the system offers no such suite to the program.
    public init(suite: String) throws(StorageError) {
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw StorageError(
                .io, key: "", reason: "the system has no user defaults suite “\(suite)”; use another name")
        }
        FirstUse.wait(for: defaults)
        self.defaults = defaults
    }

    /// Returns the value stored under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` if the key has no value, `corrupt` if it cannot be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        guard let found = defaults.object(forKey: key) else { throw StorageError.noValue(key) }
        return try PlainValue.decode(found, as: type, key: key)
    }

    /// Renames the user default of `key` to the first unused of nine names: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: The new location; `nil` if there is no value.
    /// - Throws: No errors.
    public func setAsideObject(forKey key: String) throws -> String? {
        guard let found = defaults.object(forKey: key) else { return nil }
        let aside = AsideNames.names(key).first { defaults.object(forKey: $0) == nil } ?? AsideNames.last(key)
        defaults.set(found, forKey: aside)
        defaults.removeObject(forKey: key)
        defaults.synchronize()
        return "user default \(aside)"
    }
}

extension UserDefaultsStorage: SharedStorage {
    /// All user defaults share one identity, because user defaults also read the values of their suites.
    static var place: ObjectIdentifier { ObjectIdentifier(UserDefaults.self) }

    public var place: ObjectIdentifier? { Self.place }

    public func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let value = try PlainValue.encode(object, key: key)
        let before = defaults.object(forKey: key)
        defaults.set(value, forKey: key)
        try synchronize(key) {
            if let before { defaults.set(before, forKey: key) } else { defaults.removeObject(forKey: key) }
        }
    }

    // The notification arrives on the thread that makes a change, possibly during the change. Therefore, a queue
    // forwards it.
    public func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        DefaultsObserver(changed)
    }

    public func move(_ key: String, to other: String?) throws -> Bool {
        guard let found = defaults.object(forKey: key) else { return false }
        if let other {
            guard defaults.object(forKey: other) == nil else { return false }
            defaults.set(found, forKey: other)
        }
        defaults.removeObject(forKey: key)
        try synchronize(key) {
            defaults.set(found, forKey: key)
            if let other { defaults.removeObject(forKey: other) }
        }
        return true
    }

    /// Writes the changes to disk, on systems that require an explicit call.
    private func synchronize(_ key: String, orUndo undo: () -> Void) throws(StorageError) {
        guard !defaults.synchronize() else { return }
        undo()
        throw StorageError(
            .io, key: key,
            reason:
                "the system can't write the user defaults; check the disk space and the permissions of their folder"
        )
    }
}

/// The first use of user defaults. On Linux, Foundation builds a list of domains during that use without a lock, and
/// other threads do not find values meanwhile. Therefore, one thread completes the first use before others continue.
private enum FirstUse {
    private static let turn = Mutex<Void>(())
    private static let standard: Void = use(.standard)

    private static func use(_ defaults: UserDefaults) { _ = defaults.object(forKey: "swift-ipf.first-use") }

    static func wait(for defaults: UserDefaults) {
        #if !canImport(Darwin)
            if defaults === UserDefaults.standard { return standard }
            // `UserDefaults` objects of one suite share a list of domains, but do not expose the suite's name. So each
            // object completes its first use here.
            turn.withLock { _ in use(defaults) }
        #endif
    }
}

/// Observes changes of all user defaults of the process, until the object is deinitialized.
///
/// `@unchecked Sendable`: The token never changes, and the notification center is thread-safe.
private final class DefaultsObserver: @unchecked Sendable {
    private static let queue = DispatchQueue(label: "swift-ipf.user-defaults")
    private let token: any NSObjectProtocol

    init(_ changed: @escaping @Sendable () -> Void) {
        token = NotificationCenter.default.addObserver(
            forName: UserDefaults.didChangeNotification, object: nil, queue: nil
        ) { _ in Self.queue.async(execute: changed) }
    }

    deinit { NotificationCenter.default.removeObserver(token) }
}

/// User defaults as a store that behaves like `UserDefaultsStorage`.
extension UserDefaults: StorageManager {
    /// Returns the value stored under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` if the key has no value, `corrupt` if it cannot be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        try UserDefaultsStorage(self).getObject(forKey: key, castTo: type)
    }

    /// Renames the user default of `key` to the first unused of nine names: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: The new location; `nil` if there is no value.
    /// - Throws: No errors.
    public func setAsideObject(forKey key: String) throws -> String? {
        try UserDefaultsStorage(self).setAsideObject(forKey: key)
    }
}

extension UserDefaults: SharedStorage {
    public var place: ObjectIdentifier? { UserDefaultsStorage.place }

    public func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try UserDefaultsStorage(self).write(object, forKey: key)
    }

    public func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        UserDefaultsStorage(self).watch(key, changed)
    }

    public func move(_ key: String, to other: String?) throws -> Bool {
        try UserDefaultsStorage(self).move(key, to: other)
    }
}

/// The recommended store for applications on each platform.
public enum ApplicationStorage {
    /// Returns user defaults on Apple systems. On other systems, returns files in the folder `name` of the
    /// configuration folder.
    ///
    /// The configuration folder is `XDG_CONFIG_HOME`, or else `.config` in the home folder. User defaults are not used
    /// on Linux, because they may lose changes; see `UserDefaultsStorage`.
    ///
    /// - Parameters:
    ///   - name: The name of the application, such as `org.example.charts`. It becomes the name of the folder or the
    ///     suite.
    ///   - environment: The environment variables; defaults to those of the process.
    /// - Throws: `StorageError`: `io`, or `invalidKey` if `name` is not a valid folder name.
    public static func standard(
        for name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StorageError) -> any StorageManager & Sendable {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
            throw StorageError(
                .invalidKey, key: name,
                reason: "found the application name “\(name)”, expected a name that is valid for a folder")
        }
        #if canImport(Darwin)
            return try UserDefaultsStorage(suite: name)
        #else
            // The XDG specification requires that relative paths are ignored.
            let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            let folder = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config")
            return try FileStorage(folder: folder.appending(path: name))
        #endif
    }
}
