/// The errors for unsuccessful HTTP statuses.
enum HTTPFault {
    static func isTransient(_ status: Int) -> Bool { [408, 425, 429, 500, 502, 503, 504].contains(status) }

    /// Returns the error for a status.
    ///
    /// - Parameter advice: How to supply credentials.
    static func error(_ status: Int, _ advice: String) -> IngestError {
        switch status {
        case 401:
            IngestError(
                kind: .unauthorized, reason: "the server wants other credentials (HTTP 401); \(advice)")
        case 407:
            IngestError(
                kind: .unauthorized,
                reason:
                    "a proxy on the way wants credentials (HTTP 407); give them in the proxy's own URL, in the variable "
                    + "https_proxy or http_proxy")
        case 403:
            IngestError(
                kind: .unauthorized,
                reason: "the server does not allow it (HTTP 403); ask its owner for access, or give other credentials")
        case 404, 410:
            IngestError(kind: .notFound, reason: "the server has no such source (HTTP \(status)); check the address")
        case 429:
            IngestError(kind: .httpStatus(429), reason: "the server was asked too often (HTTP 429); try again later")
        case 304:
            IngestError(
                kind: .httpStatus(304),
                reason: "the server says “not modified” to a request without conditions (HTTP 304)")
        case 500...:
            IngestError(kind: .httpStatus(status), reason: "the server failed (HTTP \(status)); try again later")
        default:
            IngestError(
                kind: .httpStatus(status),
                reason: "the server answered HTTP \(status); expected 200, so check the address")
        }
    }

    static let wrongPart = IngestError(
        kind: .connectionLost,
        reason: "the server sent another part of the source than the one that was missing; try again later")
}
