internal import CPostgres
internal import Ingest

/// Where a master store is: a URL `postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full`, or `host=… dbname=…`.
///
/// What it doesn't say comes from where every program of PostgreSQL takes it: `PGHOST`, `PGPORT`, `PGDATABASE`, `PGUSER`,
/// `PGPASSWORD`, `PGSERVICE`, `PGSSLMODE` and others, the service file, `~/.pgpass`. No description shows a password.
public struct MasterAddress: Hashable, Sendable, CustomStringConvertible {
    /// What libpq gets; may hold a password.
    let text: Redacted<String>
    /// Whether a password, time to wait and so on are set in the text itself, by libpq's names.
    let named: Set<String>
    /// The address without credentials; `the environment's` where it says nothing.
    public let description: String

    /// The store that the environment names.
    public static let environment = MasterAddress(text: Redacted(""), named: [], description: "of the environment")

    private init(text: Redacted<String>, named: Set<String>, description: String) {
        self.text = text
        self.named = named
        self.description = description
    }

    /// The address that a text is.
    ///
    /// - Throws: `MasterStoreError` of kind `invalidAddress` where it is none; the text isn't repeated, since it may hold a password.
    /// - Complexity: O(`text`).
    public init(parsing text: String) throws(MasterStoreError) {
        if text.isEmpty {
            self = .environment
            return
        }
        // Anything else without an equal sign would be taken for the name of a database.
        guard text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.contains("=") else {
            throw Self.invalid("it begins with neither postgresql:// nor NAME=VALUE")
        }
        let options = try Self.options(text)
        let host = options["host"] ?? options["hostaddr"] ?? ""
        let user = options["user"].map { "\($0)@" } ?? ""
        let port = options["port"].map { ":\($0)" } ?? ""
        let database = options["dbname"].map { "/\($0)" } ?? ""
        self.init(
            text: Redacted(text), named: Set(options.keys),
            description: options["service"].map { "of service \($0)" }
                ?? "postgresql://\(user)\(host)\(port)\(database)")
    }

    private static func options(_ text: String) throws(MasterStoreError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        // SAFETY: the list and the message are libpq's, and freed here once. The list ends with an option without a name.
        guard let list = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            if let error = MasterConnection.libraryIsMissing() { throw error }
            throw invalid(unsafe message.map { unsafe withoutQuotes(String(cString: $0)) } ?? "no memory is left")
        }
        defer { unsafe PQconninfoFree(list) }
        var options: [String: String] = [:]
        var next = unsafe list
        while let keyword = unsafe next.pointee.keyword {
            if let value = unsafe next.pointee.val {
                unsafe options[String(cString: keyword)] = String(cString: value)
            }
            unsafe next += 1
        }
        return options
    }

    private static func invalid(_ found: String) -> MasterStoreError {
        MasterStoreError(
            .invalidAddress,
            "the address of the store can't be read: \(found); expected postgresql://USER@HOST:PORT/DATABASE, or nothing for "
                + "PGHOST, PGDATABASE and so on")
    }

    /// libpq quotes what it can't read, which may be a part of a password.
    private static func withoutQuotes(_ message: String) -> String {
        message.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset % 2 == 0 ? String($0.element) : "…" }.joined().filter { !$0.isNewline }
    }
}
