import Essentials
import Synchronization

/// A store in memory, for tests and previews. As in the other stores, values are encoded as JSON.
public final class InMemoryStorage: StorageManager, Sendable {
    private let texts: Mutex<[String: Data]>

    /// Creates a store that contains JSON texts by key. The texts may be invalid.
    public init(texts: [String: String] = [:]) { self.texts = Mutex(texts.mapValues { Data($0.utf8) }) }

    /// The JSON texts by key.
    package var allTexts: [String: String] {
        texts.withLock { $0.mapValues { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns the value stored under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` if the key has no value, `corrupt` if it cannot be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        guard let data = texts.withLock({ $0[key] }) else { throw StorageError.noValue(key) }
        return try StoredJSON.decode(type, data, key: key, place: "the store")
    }

    /// Renames the entry of `key` to the first unused of nine names: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: The new location; `nil` if there is no value.
    /// - Throws: No errors.
    public func setAsideObject(forKey key: String) throws -> String? {
        texts.withLock { texts in
            guard let data = texts.removeValue(forKey: key) else { return nil }
            let aside = AsideNames.names(key).first { texts[$0] == nil || texts[$0] == data } ?? AsideNames.last(key)
            texts[aside] = data
            return "key \(aside)"
        }
    }
}

extension InMemoryStorage: SharedStorage {
    public var place: ObjectIdentifier? { ObjectIdentifier(self) }

    public func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let data = try StoredJSON.encode(object, key: key)
        texts.withLock { $0[key] = data }
    }

    public func move(_ key: String, to other: String?) throws -> Bool {
        texts.withLock { texts in
            guard let data = texts[key], other.map({ texts[$0] == nil }) ?? true else { return false }
            texts[key] = nil
            if let other { texts[other] = data }
            return true
        }
    }
}

/// The keys to which unreadable values are moved. Their number is limited, so that a repeating fault does not fill the
/// store.
package enum AsideNames {
    private static let most = 9

    /// Returns `name.corrupt`, `name.corrupt-2`, ….
    package static func names(_ name: String) -> [String] {
        (1...most).map { $0 == 1 ? "\(name).corrupt" : "\(name).corrupt-\($0)" }
    }

    /// Returns the name that is overwritten if all names are in use.
    package static func last(_ name: String) -> String { names(name)[most - 1] }
}
