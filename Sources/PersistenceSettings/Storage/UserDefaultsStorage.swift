public import Foundation

/// A store in the user defaults: for Apple systems, where they are the place for settings.
///
/// Booleans, numbers and text are kept as such, so that other readers of the same defaults understand them; every other
/// value is kept as the data of its JSON.
///
/// On Linux, user defaults are a property list that is written only when they are synchronized, with truncation and not
/// atomically, and a damaged one reads as empty. This store synchronizes after each write and reports where that fails; the
/// rest it can't mend: prefer `FileStorage` there.
public final class UserDefaultsStorage: StorageManager, @unchecked Sendable {
    // `UserDefaults` may be used from any thread; the reference never changes.
    private let defaults: UserDefaults

    /// The program's own defaults, or others.
    public init(_ defaults: UserDefaults = .standard) { self.defaults = defaults }

    /// The defaults of a suite.
    ///
    /// - Throws: `StorageError` of kind `io` where the system has no such suite for this program.
    public init(suite: String) throws(StorageError) {
        guard let defaults = UserDefaults(suiteName: suite) else {
            throw StorageError(.io, key: "", reason: "there are no user defaults of the suite “\(suite)”; name another")
        }
        self.defaults = defaults
    }

    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where it can't be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        guard let found = defaults.object(forKey: key) else { throw StorageError.noValue(key) }
        if let data = found as? Data {
            return try StoredJSON.decode(type, data, key: key, place: "the user defaults' data")
        }
        if let value = Self.plain(found, as: type) { return value }
        throw StorageError(
            .corrupt, key: key, reason: "the user defaults hold \(found), no \(type); set the value anew")
    }

    /// Keeps a value under `key`, in place of what was there.
    ///
    /// - Throws: `StorageError`: `unencodable`, `io`; the value before is kept then.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let before = defaults.object(forKey: key)
        switch object {
        case let value as Bool: defaults.set(value, forKey: key)
        case let value as Int: defaults.set(value, forKey: key)
        case let value as Double where value.isFinite: defaults.set(value, forKey: key)
        case let value as String: defaults.set(value, forKey: key)
        default: defaults.set(try StoredJSON.encode(object, key: key), forKey: key)
        }
        guard defaults.synchronize() else {
            if let before { defaults.set(before, forKey: key) } else { defaults.removeObject(forKey: key) }
            throw StorageError(
                .io, key: key,
                reason:
                    "the system can't write the user defaults; check the space on the disk and the permissions of their folder"
            )
        }
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

    /// A value that isn't JSON data: what this store or another program kept as such.
    private static func plain<Object: Decodable>(_ found: Any, as type: Object.Type) -> Object? {
        // A number casts to a boolean and the other way round, so the types that are told apart come first.
        if let text = found as? String { return text as? Object }
        guard let number = found as? NSNumber else { return found as? Object }
        if type == Bool.self { return number.boolValue as? Object }
        if type == Int.self { return Int(exactly: number.doubleValue) as? Object ?? number.intValue as? Object }
        if type == Double.self { return number.doubleValue as? Object }
        // Whatever else decodes from a number: an enumeration of integers, a smaller integer, ….
        return try? JSONDecoder().decode(type, from: Data("\(number)".utf8))
    }
}
