import Essentials
import Synchronization

/// A store that lasts as long as the value: for tests and previews. Values pass through JSON as in the other stores.
public final class InMemoryStorage: StorageManager, Sendable {
    private let texts: Mutex<[String: Data]>

    /// A store that begins with JSON texts by their keys; they need not be valid.
    public init(texts: [String: String] = [:]) { self.texts = Mutex(texts.mapValues { Data($0.utf8) }) }

    /// The JSON texts by their keys.
    package var allTexts: [String: String] {
        texts.withLock { $0.mapValues { String(decoding: $0, as: UTF8.self) } }
    }

    /// The value kept under `key`.
    ///
    /// - Throws: `StorageError`: `noValue` where there is none, `corrupt` where it can't be read as `type`.
    public func getObject<Object: Decodable>(forKey key: String, castTo type: Object.Type) throws -> Object {
        guard let data = texts.withLock({ $0[key] }) else { throw StorageError.noValue(key) }
        return try StoredJSON.decode(type, data, key: key, place: "the store")
    }

    /// Keeps a value under `key`, in place of what was there.
    ///
    /// - Throws: `StorageError`: `unencodable`; the value before is kept then.
    public func setObject<Object: Encodable>(_ object: Object, forKey key: String) throws {
        try write(object, forKey: key)
        tell(key)
    }

    /// Gives the entry of `key` another name, one of nine: `KEY.corrupt`, `KEY.corrupt-2`, ….
    ///
    /// - Returns: where the value is now, for people; `nil` where there is none.
    /// - Throws: nothing.
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
    package var place: ObjectIdentifier { ObjectIdentifier(self) }

    package func write<Object: Encodable>(_ object: Object, forKey key: String) throws {
        let data = try StoredJSON.encode(object, key: key)
        texts.withLock { $0[key] = data }
    }

    package func move(_ key: String, to other: String?) throws -> Bool {
        texts.withLock { texts in
            guard let data = texts[key], other.map({ texts[$0] == nil }) ?? true else { return false }
            texts[key] = nil
            if let other { texts[other] = data }
            return true
        }
    }
}

/// The names under which values are set aside: some of them, so that a fault that repeats doesn't fill the store.
package enum AsideNames {
    private static let most = 9

    /// `name.corrupt`, `name.corrupt-2`, …
    package static func names(_ name: String) -> [String] {
        (1...most).map { $0 == 1 ? "\(name).corrupt" : "\(name).corrupt-\($0)" }
    }

    /// The one that is written over when all are taken.
    package static func last(_ name: String) -> String { names(name)[most - 1] }
}
