internal import CPostgres
internal import Ingest

/// The address of a master store: a URL such as `postgresql://USER@HOST:PORT/DATABASE?sslmode=verify-full`, or a list
/// such as `host=… dbname=…`.
///
/// Values that the address does not set come from the same places as for PostgreSQL's programs: the environment
/// (`PGHOST`, `PGPORT`, `PGDATABASE`, `PGUSER`, `PGPASSWORD`, `PGSERVICE`, `PGSSLMODE` and others), the service file,
/// and `~/.pgpass`. No description contains a password.
public struct MasterAddress: Hashable, Sendable, CustomStringConvertible {
    /// The text for libpq, which may contain a password.
    let text: Redacted<String>
    /// The libpq parameters that the text sets, such as `password` and `connect_timeout`.
    let named: Set<String>
    /// The address without credentials, for messages; "of the environment" if the address is empty.
    public let description: String

    /// The store that the environment names.
    public static let environment = MasterAddress(text: Redacted(""), named: [], description: "of the environment")

    private init(text: Redacted<String>, named: Set<String>, description: String) {
        self.text = text
        self.named = named
        self.description = description
    }

    /// Parses an address. An empty text means `environment`.
    ///
    /// - Throws: `MasterStoreError` of kind `invalidAddress` if the text is not an address. The error does not repeat
    ///   the text, which may contain a password.
    /// - Complexity: O(`text`).
    public init(parsing text: String) throws(MasterStoreError) {
        if text.isEmpty {
            self = .environment
            return
        }
        // libpq would interpret a text that is neither a URL nor a list of parameters as the name of a database.
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
        // SAFETY: the list and the message belong to libpq, and are freed here once. The list ends with an option
        // without a name.
        guard let list = unsafe PQconninfoParse(text, &message) else {
            defer { unsafe PQfreemem(message) }
            if let error = MasterConnection.libraryIsMissing() { throw error }
            throw invalid(unsafe message.map { unsafe withoutQuotes(String(cString: $0)) } ?? "out of memory")
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
            "the address of the store is invalid: \(found); expected postgresql://USER@HOST:PORT/DATABASE, "
                + "or nothing to use PGHOST, PGDATABASE and so on")
    }

    /// Replaces quoted parts of libpq's messages, which may contain a part of a password.
    private static func withoutQuotes(_ message: String) -> String {
        message.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .map { $0.offset % 2 == 0 ? String($0.element) : "…" }.joined().filter { !$0.isNewline }
    }
}
