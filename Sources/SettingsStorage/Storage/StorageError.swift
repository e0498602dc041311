/// Why a store can't keep or read a value.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: Hashable, Sendable {
        /// Nothing is kept under the key.
        case noValue
        /// What is kept under the key can't be read as a value of the requested type.
        case corrupt
        /// The value can't be written as JSON: a number that isn't finite, for example.
        case unencodable
        /// No value can be kept under such a key.
        case invalidKey
        /// The store has no such operation.
        case unsupported
        /// The system refused.
        case io
    }

    /// The kind of fault.
    public var kind: Kind
    /// The key; empty where the whole store is concerned.
    public var key: String
    /// What was found, what was expected, how to go on: one line, for people.
    public var reason: String

    /// An error of a store.
    public init(_ kind: Kind, key: String, reason: String) {
        self.kind = kind
        self.key = key
        self.reason = reason
    }

    /// `stored value “theme”: found nothing, …`
    public var description: String { key.isEmpty ? "store: \(reason)" : "stored value “\(key)”: \(reason)" }

    package static func noValue(_ key: String) -> StorageError {
        StorageError(.noValue, key: key, reason: "found nothing; set a value first, or take a default")
    }
}
