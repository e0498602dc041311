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
