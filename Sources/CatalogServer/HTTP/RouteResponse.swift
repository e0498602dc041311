internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Scanning

/// The answer of a route, which the responder turns into a response.
struct RouteResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// A body whose writer compresses it itself. The argument is whether the client accepts compression.
        case packed(@Sendable (_ isCompressed: Bool) -> BodyWriter)
        /// A body shared by many answers, plain and compressed.
        case kept(plain: ByteBuffer, gzip: ByteBuffer)
        /// A body that is written while it is computed; `length` is `nil` if it isn't known.
        case stream(length: Int?, BodyWriter)
    }

    /// Writes a body piece by piece.
    typealias BodyWriter = @Sendable (inout any ResponseBodyWriter) async throws -> Void

    /// The rules for caches.
    enum Caching: Sendable {
        /// Valid until the catalog or the schedule defaults change. The entity tag identifies both.
        case catalog
        /// Valid as long as the entity tag is the same.
        case fixed(etag: String)
        /// Without an entity tag and not cached, because the answer depends on the time or is a stream.
        case none
        /// The route sets the header fields itself.
        case own
    }

    var status = HTTPResponse.Status.ok
    var contentType: String
    var body: Body
    var caching = Caching.catalog
    var headers: [(HTTPField.Name, String)] = []
    /// Whether the body may be compressed for clients that accept it.
    var isCompressible = true

    init(_ contentType: String, _ body: Body, caching: Caching = .catalog) {
        self.contentType = contentType
        self.body = body
        self.caching = caching
    }

    /// Creates an answer that a browser may show as a document, restricted to the permissions of the service's pages.
    static func document(_ contentType: String, _ bytes: [UInt8], caching: Caching) -> RouteResponse {
        var answer = RouteResponse(contentType, .bytes(bytes), caching: caching)
        answer.headers = SecurityHeaders.document
        return answer
    }

    static let jsonType = "application/json; charset=utf-8"

    static func json(_ json: JSONWriter, caching: Caching = .catalog) -> RouteResponse {
        RouteResponse(jsonType, .bytes(json.bytes), caching: caching)
    }
}

/// Adds notes about a request to its answer: as the member `notes` of JSON, and otherwise as header fields.
extension RouteResponse {
    /// Adds a header field for each note, with percent-encoding for characters outside of ASCII.
    mutating func addNotes(_ notes: [String]) {
        for note in notes { headers.append((.note, PercentCoding.encodeForField(note))) }
    }
}

extension JSONWriter {
    /// Writes the member `notes`, if there are any.
    mutating func notes(_ notes: [String]) {
        if !notes.isEmpty { member("notes", strings: notes) }
    }
}

extension HTTPField.Name {
    static let note = HTTPField.Name("X-Note")!
}

/// Header fields that forbid browsers what the service's pages don't need.
enum SecurityHeaders {
    /// For documents: only scripts, styles and other resources of this service, and no embedding in other pages.
    static let document: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                + "font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        (HTTPField.Name("Referrer-Policy")!, "no-referrer"),
        (HTTPField.Name("X-Frame-Options")!, "DENY"),
        (HTTPField.Name("Cross-Origin-Opener-Policy")!, "same-origin"),
        (HTTPField.Name("Permissions-Policy")!, "camera=(), geolocation=(), microphone=()"),
    ]
}

extension ResponseBodyWriter {
    /// Writes bytes and waits until the connection has accepted them (back-pressure).
    ///
    /// A plain write waits only if the channel is already marked as unwritable. The event loop sets this mark too late:
    /// a fast writer would be megabytes ahead by then.
    ///
    /// - Parameter channel: The connection; `nil` in tests without one.
    /// - Throws: The errors of the connection.
    mutating func write(_ buffer: ByteBuffer, settling channel: (any Channel)?) async throws {
        try await write(buffer)
        try await channel?.eventLoop.submit {}.get()
    }
}
