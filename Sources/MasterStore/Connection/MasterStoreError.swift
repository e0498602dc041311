/// Why a master store can't be reached, read or written: what was found, and how to go on. No credentials are in it.
public struct MasterStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of fault, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// The text isn't the address of a store.
        case invalidAddress
        /// A name or value that a store can't hold, given by a user or a source.
        case invalidValue
        /// No connection: nobody listens, no route, the name doesn't resolve, TLS can't be trusted, or the server is starting or full.
        case unreachable
        /// The connection broke; what was not committed is undone.
        case connectionLost
        /// User, password or certificate are missing or refused.
        case unauthorized
        /// The role may not do this.
        case permissionDenied
        /// The database has no master store, or one of an earlier schema.
        case notInitialised
        /// The database has a store of a later schema, or the server is too old.
        case unsupported
        /// The server only reads: it is a standby.
        case readOnly
        /// The server has no room, memory or connection left.
        case full
        /// Another program writes the same.
        case inUse
        /// A snapshot that would have removed too much, or was cut off: the store is as it was (`refusal`).
        case refused
        /// It was cancelled.
        case cancelled
        /// What is asked for is no longer known, or not yet.
        case outOfHistory
        /// A segment, or the folder of segments, can't be written or read, or isn't what was written.
        case segment
        /// Any other error of the server.
        case server
    }

    /// The kind of fault.
    public var kind: Kind
    /// The store, without credentials: `postgresql://ipf@db.example.org:5432/master`; `nil` where none is concerned.
    public var store: String?
    /// The server's code of five characters; `nil` where the fault isn't the server's.
    package var sqlState: String?
    /// What was found, what was expected, how to go on: one line, for people.
    public var reason: String
    /// What was refused, for kind `refused`; `nil` for every other kind.
    public var refusal: SnapshotRefusal?

    package init(_ kind: Kind, store: String? = nil, sqlState: String? = nil, _ reason: String) {
        self.kind = kind
        self.store = store
        self.sqlState = sqlState
        self.reason = reason
    }

    /// `master postgresql://ipf@db.example.org:5432/master: the server has no room left: …`
    public var description: String { store.map { "master \($0): \(reason)" } ?? "master: \(reason)" }
}
