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

extension MasterStoreError {
    /// The error of what a server says.
    ///
    /// - Parameters:
    ///   - state: the server's code of five characters (PostgreSQL, appendix A).
    ///   - words: the server's message, with detail and hint.
    init(store: String, state: String, words: String) {
        let (kind, advice) = Self.meaning(of: state)
        self.init(kind, store: store, sqlState: state, "\(words) (SQLSTATE \(state))\(advice.map { "; \($0)" } ?? "")")
    }

    private static func meaning(of state: String) -> (Kind, advice: String?) {
        switch state {
        case "42501":
            return (
                .permissionDenied,
                "use a role that may, or have the owner run `ipf master init --writer ROLE` or --reader, or "
                    + "`ipf master grant ROLE --source NAME`"
            )
        case "3F000", "42P01", "42883", "42703":
            return (.notInitialised, "have the owner run `ipf master init`")
        case "25006":
            return (
                .readOnly,
                "this server is a standby or reads only: name the primary, or target_session_attrs=read-write"
            )
        case "53100":
            return (.full, "nothing was changed; give the server room, then do it again")
        case "57014": return (.cancelled, "nothing was changed")
        case "55P03", "55006": return (.inUse, "do it again when the other program is done")
        case "57P01", "57P02", "57P05":
            return (.connectionLost, "the server ended the connection; do it again")
        case "57P03": return (.unreachable, "the server is starting or stopping; try again soon")
        case "3D000": return (.notInitialised, "make the database: createdb NAME")
        default: break
        }
        switch state.prefix(2) {
        case "08": return (.connectionLost, "do it again")
        case "28": return (.unauthorized, "check user and password: ~/.pgpass, PGPASSWORD or a service file")
        case "53": return (.full, "nothing was changed; do it again when the server has resources")
        default: return (.server, nil)
        }
    }
}
