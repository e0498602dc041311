/// An error of reaching, reading or writing a master store, with advice. It contains no credentials.
public struct MasterStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of error, for programs.
    public enum Kind: String, Hashable, Sendable {
        /// The text is not the address of a store.
        case invalidAddress
        /// The store cannot store a name or value of a user or source.
        case invalidValue
        /// The connection failed: no server listens, there is no route, the name does not resolve, the certificate is
        /// not trusted, or the server is starting or accepts no more connections.
        case unreachable
        /// The connection broke. Uncommitted changes are rolled back.
        case connectionLost
        /// The user name, password or certificate is missing or was rejected.
        case unauthorized
        /// The database role lacks the right for the operation.
        case permissionDenied
        /// The database has no master store, or one with an earlier schema.
        case notInitialised
        /// The database has a store with a later schema, or the server is too old.
        case unsupported
        /// The server is a standby, which is read-only.
        case readOnly
        /// The server has no disk space, memory or connection available.
        case full
        /// Another program is writing the same data.
        case inUse
        /// The rules refused a snapshot, because it would have removed too many instruments or was cut off (`refusal`).
        /// The store is unchanged.
        case refused
        /// The work was canceled.
        case cancelled
        /// The store no longer has the requested state, or does not have it yet.
        case outOfHistory
        /// A segment or its folder cannot be read or written, or the segment is damaged.
        case segment
        /// Any other error of the server.
        case server
    }

    /// The kind of error.
    public var kind: Kind
    /// The store, without credentials, such as `postgresql://ipf@db.example.org:5432/master`; `nil` if the error
    /// concerns no store.
    public var store: String?
    /// The server's five-character code; `nil` if the error did not come from the server.
    package var sqlState: String?
    /// The message for people, in one line: what was found, what was expected, and what to do.
    public var reason: String
    /// The refusal of a snapshot, for kind `refused`; `nil` for every other kind.
    public var refusal: SnapshotRefusal?

    package init(_ kind: Kind, store: String? = nil, sqlState: String? = nil, _ reason: String) {
        self.kind = kind
        self.store = store
        self.sqlState = sqlState
        self.reason = reason
    }

    /// The message with the store, such as `master postgresql://ipf@db.example.org:5432/master: could not connect`.
    public var description: String { store.map { "master \($0): \(reason)" } ?? "master: \(reason)" }
}

extension MasterStoreError {
    /// Creates the error for a server's message.
    ///
    /// - Parameters:
    ///   - state: The server's five-character code (PostgreSQL, appendix A).
    ///   - words: The server's message, with detail and hint.
    init(store: String, state: String, words: String) {
        let (kind, advice) = Self.meaning(of: state)
        self.init(kind, store: store, sqlState: state, "\(words) (SQLSTATE \(state))\(advice.map { "; \($0)" } ?? "")")
    }

    private static func meaning(of state: String) -> (Kind, advice: String?) {
        switch state {
        case "42501":
            return (
                .permissionDenied,
                "use a role with this right, or have the owner run `ipf master init --writer ROLE` or --reader, or "
                    + "`ipf master grant ROLE` with --source NAME or --overrides"
            )
        case "3F000", "42P01", "42883", "42703":
            return (.notInitialised, "have the owner run `ipf master init`")
        case "25006":
            return (
                .readOnly,
                "this server is a standby or read-only: name the primary, or set target_session_attrs=read-write"
            )
        case "53100":
            return (.full, "nothing was changed; free space on the server, then try again")
        case "22023": return (.invalidValue, nil)
        case "57014": return (.cancelled, "nothing was changed")
        case "55P03", "55006": return (.inUse, "try again when the other program has finished")
        case "57P01", "57P02", "57P05":
            return (.connectionLost, "the server ended the connection; try again")
        case "57P03": return (.unreachable, "the server is starting or stopping; try again soon")
        case "3D000": return (.notInitialised, "create the database: createdb NAME")
        default: break
        }
        switch state.prefix(2) {
        case "08": return (.connectionLost, "try again")
        case "28": return (.unauthorized, "check user and password: ~/.pgpass, PGPASSWORD or a service file")
        case "53": return (.full, "nothing was changed; try again when the server has free resources")
        default: return (.server, nil)
        }
    }
}
