internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import NIOCore
internal import Scanning

/// What a route answers; the responder makes a response of it.
struct RouteResponse: Sendable {
    enum Body: Sendable {
        case bytes([UInt8])
        /// Made by a writer that also compresses it where that is asked for.
        case packed(@Sendable (_ isCompressed: Bool) -> BodyWriter)
        /// Made for many answers, as it is and compressed.
        case kept(plain: ByteBuffer, gzip: ByteBuffer)
        /// Written as it is made; the length is known or not.
        case stream(length: Int?, BodyWriter)
    }

    /// Writes a body piece by piece.
    typealias BodyWriter = @Sendable (inout any ResponseBodyWriter) async throws -> Void

    /// What caches may do with it.
    enum Caching: Sendable {
        /// The same until the catalog or the schedule defaults change: the entity tag is theirs.
        case catalog
        /// The same whenever this entity tag is.
        case fixed(etag: String)
        /// Depends on the time, or is a stream: no entity tag, and caches don't keep it.
        case none
        /// The route sets the header fields itself.
        case own
    }

    var status = HTTPResponse.Status.ok
    var contentType: String
    var body: Body
    var caching = Caching.catalog
    var headers: [(HTTPField.Name, String)] = []
    /// May be compressed for clients that accept that.
    var isCompressible = true

    init(_ contentType: String, _ body: Body, caching: Caching = .catalog) {
        self.contentType = contentType
        self.body = body
        self.caching = caching
    }

    /// One that a browser may show as a document, which then may do nothing that no page of this service does.
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

/// Notes about a question, in its answer: in JSON as the member `notes`, elsewhere as header fields.
extension RouteResponse {
    /// A header field for each note; what isn't ASCII is percent-encoded.
    mutating func addNotes(_ notes: [String]) {
        for note in notes { headers.append((.note, PercentCoding.encodeForField(note))) }
    }
}

extension JSONWriter {
    /// The member `notes`, where there are some.
    mutating func notes(_ notes: [String]) {
        if !notes.isEmpty { member("notes", strings: notes) }
    }
}

extension HTTPField.Name {
    static let note = HTTPField.Name("X-Note")!
}

/// Header fields that forbid a browser what no page of this service does.
enum SecurityHeaders {
    /// For documents: nothing from elsewhere, no script or style but files of this service, never inside another page.
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
    /// Writes bytes and waits until the connection has taken them (back-pressure). A write alone waits only where the connection is known
    /// to be full, which its event loop notices later: by then a fast writer would be megabytes ahead.
    ///
    /// - Parameter channel: the connection; `nil` in tests without one.
    /// - Throws: what the connection throws.
    mutating func write(_ buffer: ByteBuffer, settling channel: (any Channel)?) async throws {
        try await write(buffer)
        try await channel?.eventLoop.submit {}.get()
    }
}
