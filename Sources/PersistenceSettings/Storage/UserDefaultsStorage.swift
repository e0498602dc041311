public import Foundation
internal import Synchronization

/// A store in the user defaults: for Apple systems, where they are the place for settings.
///
/// Booleans, numbers, text and dates are kept as such where the user defaults keep them exactly, so that other readers of the same
/// defaults understand them; every other value is kept as the data of its JSON. What other programs have put there is read too:
/// text for an enumeration, a number for any type of number that can hold it, arrays, dictionaries, raw data.
///
/// On Linux, user defaults are a property list of the whole program, read once and written whole when they are synchronized: with
/// truncation and not atomically, and a damaged one reads as empty. Two processes that set different keys lose one another's.
/// This store synchronizes after each write and throws where the system says that it failed. It can't see what another process
/// overwrites: prefer `FileStorage` there.
public final class UserDefaultsStorage: StorageManager, @unchecked Sendable {
    // `UserDefaults` may be used from any thread; the reference never changes.
    private let defaults: UserDefaults

    /// The program's own defaults, or others.
    public init(_ defaults: UserDefaults = .standard) {
        FirstUse.wait(for: defaults)
        self.defaults = defaults
    }

    /// The defaults of a suite.
    ///
    /// - Throws: `StorageError` of kind `io` where the system has no such suite for this program.
    public init(suite: String) throws(StorageError) {
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw StorageError(.io, key: "", reason: "there are no user defaults of the suite “\(suite)”; name another")
        }
        FirstUse.wait(for: defaults)
        self.defaults = defaults
    }

    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where it can't be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        guard let found = defaults.object(forKey: key) else { throw StorageError.noValue(key) }
        return try PlainValue.decode(found, as: type, key: key)
    }

    /// Keeps a value under `key`, in place of what was there.
    ///
    /// - Throws: `StorageError`: `unencodable`, `io`; the value before is kept then.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try exclusively { try write(object, forKey: key) }
        tell(key)
    }

    /// Gives the user default of `key` another name, one of nine: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: where the value is now, for people; `nil` where there is none.
    /// - Throws: nothing.
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
    /// One for all: defaults read those of their suites too.
    static var place: ObjectIdentifier { ObjectIdentifier(UserDefaults.self) }

    package var place: ObjectIdentifier { Self.place }

    package func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let value = try PlainValue.encode(object, key: key)
        let before = defaults.object(forKey: key)
        defaults.set(value, forKey: key)
        try synchronize(key) {
            if let before { defaults.set(before, forKey: key) } else { defaults.removeObject(forKey: key) }
        }
    }

    /// The notification comes on the thread of the change, and perhaps within it, so it is passed on by a queue.
    package func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        DefaultsObserver(changed)
    }

    package func move(_ key: String, to other: String?) throws -> Bool {
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

    /// Brings what was set to the disk, where this is the system's own step.
    private func synchronize(_ key: String, orUndo undo: () -> Void) throws(StorageError) {
        guard !defaults.synchronize() else { return }
        undo()
        throw StorageError(
            .io, key: key,
            reason:
                "the system can't write the user defaults; check the space on the disk and the permissions of their folder"
        )
    }
}

/// The first use of some user defaults. On Linux, Foundation lists then where their values are, and holds no lock meanwhile: other
/// threads find nothing, though it was set. So one thread goes first.
private enum FirstUse {
    private static let turn = Mutex<Void>(())
    private static let standard: Void = use(.standard)

    private static func use(_ defaults: UserDefaults) { _ = defaults.object(forKey: "swift-ipf.first-use") }

    static func wait(for defaults: UserDefaults) {
        #if !canImport(Darwin)
            if defaults === UserDefaults.standard { return standard }
            // Objects of one suite share the list, and don't tell its name.
            turn.withLock { _ in use(defaults) }
        #endif
    }
}

/// Listening to all user defaults of the process, until it goes.
///
/// `@unchecked Sendable`: the token is set once; the notification center may be used from any thread.
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

/// User defaults as a store, as `UserDefaultsStorage` has it.
extension UserDefaults: StorageManager {
    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where it can't be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        try UserDefaultsStorage(self).getObject(forKey: key, castTo: type)
    }

    /// Keeps a value under `key`, in place of what was there.
    ///
    /// - Throws: `StorageError`: `unencodable`, `io`; the value before is kept then.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try UserDefaultsStorage(self).setObject(object, forKey: key)
    }

    /// Gives the user default of `key` another name, one of nine: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: where the value is now, for people; `nil` where there is none.
    /// - Throws: nothing.
    public func setAsideObject(forKey key: String) throws -> String? {
        try UserDefaultsStorage(self).setAsideObject(forKey: key)
    }
}

extension UserDefaults: SharedStorage {
    package var place: ObjectIdentifier { UserDefaultsStorage.place }

    package func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try UserDefaultsStorage(self).write(object, forKey: key)
    }

    package func watch(_ key: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
        UserDefaultsStorage(self).watch(key, changed)
    }

    package func move(_ key: String, to other: String?) throws -> Bool {
        try UserDefaultsStorage(self).move(key, to: other)
    }
}

/// The store that suits an application where it runs.
public enum ApplicationStorage {
    /// User defaults on Apple systems; elsewhere files, in the folder `name` of `XDG_CONFIG_HOME`, or of `.config` in the home
    /// folder: user defaults on Linux may lose what they were given (see `UserDefaultsStorage`).
    ///
    /// - Parameters:
    ///   - name: the application's, a folder name or the name of a suite: `org.example.charts`.
    ///   - environment: the process's own if left out.
    /// - Throws: `StorageError`: `io`, or `invalidKey` where `name` is no folder name.
    public static func standard(
        for name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(StorageError) -> any StorageManager & Sendable {
        guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else {
            throw StorageError(
                .invalidKey, key: name, reason: "found “\(name)” as an application's name, expected a folder name")
        }
        #if canImport(Darwin)
            return try UserDefaultsStorage(suite: name)
        #else
            // As the XDG specification has it, a relative path doesn't count.
            let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? URL(filePath: $0) : nil }
            let folder = named ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config")
            return try FileStorage(folder: folder.appending(path: name))
        #endif
    }
}
