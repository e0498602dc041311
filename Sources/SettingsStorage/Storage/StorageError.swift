/// The reason that a store cannot store or read a value.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault.
    public enum Kind: Hashable, Sendable {
        /// The key has no value.
        case noValue
        /// The value cannot be read as the requested type.
        case corrupt
        /// The value cannot be encoded as JSON, for example a number that is not finite.
        case unencodable
        /// The key is not valid for the store.
        case invalidKey
        /// The store does not support the operation.
        case unsupported
        /// A system call failed.
        case io
    }

    /// The kind of fault.
    public var kind: Kind
    /// The key; empty if the fault concerns the whole store.
    public var key: String
    /// A one-line message with what was found, what was expected and a suggestion.
    public var reason: String

    /// Creates an error.
    public init(_ kind: Kind, key: String, reason: String) {
        self.kind = kind
        self.key = key
        self.reason = reason
    }

    /// The message, for example `stored value “theme”: found no value; …`.
    public var description: String { key.isEmpty ? "store: \(reason)" : "stored value “\(key)”: \(reason)" }

    package static func noValue(_ key: String) -> StorageError {
        StorageError(.noValue, key: key, reason: "found no value; set a value first, or use a default")
    }
}

extension StorageError {
    static func cannotRename(_ store: any StorageManager.Type, _ key: String) -> StorageError {
        StorageError(
            .unsupported, key: key, reason: "\(store) can't rename keys; read the value, then set it under the new key")
    }
}
